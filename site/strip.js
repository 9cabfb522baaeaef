// The words above the claims of a section say how many have which verdict, of what the cells show now.
if (self.document) {
  const verdicts = { fails: ['✗', 'fails', 'fail'], restricted: ['◐'], slip: ['≈', 'slip', 'slips'], undecided: ['?'], holds: ['✓', 'holds', 'hold'] }
  figures.onChange(() => {
    for (const strip of document.querySelectorAll('.strip')) {
      const now = Object.entries(verdicts).map(([verdict, [sign, one = verdict, many = one]]) => {
        const count = strip.querySelectorAll(`.claim.${verdict}`).length
        return count && `<span class="${verdict}"><span class="glyph" aria-hidden="true">${sign}</span> <b>${count}</b> ${count > 1 ? many : one}</span>`
      }).filter(Boolean).join(' '), tallies = strip.querySelector('.tallies')
      if (tallies.innerHTML != now) tallies.innerHTML = now
    }
  })
}
