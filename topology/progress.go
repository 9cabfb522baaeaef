package topology

// A Progress is called now and then during long work with the number of steps done and their total; if it returns
// an error, the work stops and returns that error.
type Progress func(done, total int) error

// Report calls p unless it is nil.
func (p Progress) Report(done, total int) error {
	if p == nil {
		return nil
	}
	return p(done, total)
}
