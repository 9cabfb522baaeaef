package sim

// Moved returns how many flits have crossed a router, for each router that they have.
func (s *Sim) Moved() int { return s.moved }

// Done tells whether the run is over.
func (s *Sim) Done() bool { return s.done }

// Now returns how many cycles have been simulated.
func (s *Sim) Now() int { return s.now }

// Step simulates one cycle.
func (s *Sim) Step() error { return s.step() }
