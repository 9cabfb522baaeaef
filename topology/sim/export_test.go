package sim

// Moved returns how many flits have crossed a router, for each router that they have.
func (s *Sim) Moved() int { return s.moved }
