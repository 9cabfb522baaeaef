// unpack returns the program in a packed one, or a program that is not packed as it is. doc.go says what the parts
// are, and pack_code.go what the effects of atoms do; script.go puts their numbers here for their names.
function unpack(packed) {
  if (!packed[0]) return packed // it is not packed: a program begins with 0 and asm
  const next = new Int32Array(256).fill(6) // where to read on in each part, whose numbers are bytes; at first after the word packed
  const number = part => {
    let value = 0, shift = 0, byte
    do { byte = packed[next[part]++]; value |= (byte & 127) << shift; shift += 7 } while (byte > 127)
    return value
  }
  const length = number(0), code = new Uint8Array(length + 4), sizes = Array.from({ length: number(0) }, () => number(0))
  let from = next[0], at = 0 // at is where to write on
  const ends = sizes.map((size, part) => (next[part] = from, from += size))
  const copy = (part, size) => {
    code.set(packed.subarray(next[part], next[part] += size), at)
    at += size
  }
  const unsigned = value => {
    for (; value > 127; value >>>= 7) code[at++] = value & 127 | 128
    code[at++] = value
  }
  const signed = value => {
    for (; value > 63 || value < -64; value >>= 7) code[at++] = value & 127 | 128
    code[at++] = value & 127
  }

  copy(0, sizes[0])
  const first = number(1), count = number(1), tableAt = number(1), tableSize = number(1), recordsAt = number(1), records = number(1)
  for (let n = 0; n < count; n++) unsigned(first + n)
  copy(2, sizes[2])

  const lists = [] // the atoms of each token; what has no effect joins what follows
  const parts = new Uint8Array(1 << 16) // where the operand of each atom is after each atom
  while (next[4] < ends[4]) {
    const effect = packed[next[4]++], part = streamParts + packed[next[4]++], size = packed[next[4]++], atom = lists.length
    lists.push([{ effect, atom, before: -1, bytes: [...packed.subarray(next[4], next[4] += size)] }]) // -1 is the last of another token
    for (let before = 0; before < 256; before++) parts[before << 8 | atom] = part
  }
  while (next[5] < ends[5]) parts[packed[next[5]++] << 8 | packed[next[5]++]] = streamParts + packed[next[5]++]
  for (let i = next[6]; i < ends[6]; i += 2) {
    const [...a] = lists[packed[i]], [first, ...rest] = lists[packed[i + 1]], last = a.at(-1)
    if (!last.effect) a.pop()
    const bytes = last.effect ? first.bytes : [...last.bytes, ...first.bytes]
    lists.push([...a, { ...first, bytes, before: first.before < 0 ? last.atom : first.before }, ...rest])
  }
  // The same in arrays, which are faster: where the atoms of each token begin, where their bytes do.
  const atoms = lists.flat(), bytes = Uint8Array.from(atoms.flatMap(a => a.bytes))
  const effects = Uint8Array.from(atoms, a => a.effect), numbers = Uint8Array.from(atoms, a => a.atom), befores = Int16Array.from(atoms, a => a.before)
  const begins = sizes => { let sum = 0; return Int32Array.from([0, ...sizes], size => sum += size) }
  const atomsAt = begins(lists.map(l => l.length)), bytesAt = begins(atoms.map(a => a.bytes.length))

  let address = 4095 << 16, start, depth, table, starts, block // as in pack_code.go; start is where the function starts
  const begin = () => {
    address += 1 << 16
    depth = block = 0
    table = -1
    starts = []
    start = at
    at += 5 // for the size, which takes 1 to 5 bytes
  }
  begin()
  let before = 0, to = at // at, where that is not shared with functions, which is slow
  for (let read = next[7], end = ends[7]; read < end; read++) {
    const token = packed[read], last = atomsAt[token + 1]
    for (let i = atomsAt[token]; i < last; i++) {
      for (let j = bytesAt[i], end = bytesAt[i + 1]; j < end; j++) code[to++] = bytes[j]
      const effect = effects[i]
      if (!effect) continue
      const part = parts[(befores[i] < 0 ? before : befores[i]) << 8 | numbers[i]]
      at = to
      switch (effect) {
        case effectNumber: {
          let byte, from = next[part]
          do code[to++] = byte = packed[from++]; while (byte > 127)
          next[part] = from
          continue
        }
        case effectOpen:
          depth++
          break
        case effectEnd:
          if (depth == table + starts.length - 1 - block) block++
          if (depth-- == 0) {
            const size = at - start - 5
            at = start
            unsigned(size)
            code.copyWithin(at, start + 5, start + 5 + size)
            at += size
            begin()
          }
          break
        case effectTable: {
          const blocks = number(part)
          starts = [0]
          for (let n = 0; n < blocks; n++) starts.push(starts[n] + number(part))
          table = depth
          depth += blocks
          for (let n = 0; n <= blocks; n++) code[at++] = 2, code[at++] = 64 // block
          code[at++] = 32, code[at++] = 0, code[at++] = 14 // local.get 0, br_table
          unsigned(starts[blocks])
          for (let n = 0; n < blocks; n++) for (let k = starts[n]; k < starts[n + 1]; k++) unsigned(n)
          unsigned(blocks)
          code[at++] = 11 // end
          break
        }
        case effectReturn:
          signed(address + starts[block + 1])
          break
        case effectAddress:
          signed(address + starts[block] + number(part))
          break
        case effectLeave:
          unsigned(depth - 1)
          break
        case effectAgain:
          unsigned(depth - table)
          break
        case effectBlock: {
          const by = number(part)
          signed(starts[block + (by % 2 ? -(by + 1) / 2 : by / 2)])
          break
        }
        case effectWords:
          unsigned(8 * number(part))
          break
        case effectOffset:
          signed(8 * number(part))
          break
        case effectBytes:
          copy(part, number(part))
      }
      to = at
    }
    before = numbers[last - 1]
  }
  at = start
  const finder = () => {
    for (let i = 0; i < tableSize; i += 20) { // the number of a function, and zeros
      const f = 1 + i / 320 | 0
      code[at + i] = f
      code[at + i + 1] = f >> 8
    }
    at += tableSize
  }
  const word = n => {
    for (let i = 0; i < 4; i++, n >>= 8) code[at++] = n
  }
  const last = [0, 0] // as in pack_records.go
  const place = (stream, kind) => {
    const n = number(recordParts + stream)
    word(n < 2 ? -n : n % 2 ? last[kind] - (n - 3) / 2 : last[kind] += n / 2)
  }
  const list = () => {
    if (!records) return
    const from = at
    at += 8 * records
    for (let f = 0; f < records; f++) {
      const record = at + number(recordParts + recordPlace)
      at = from + 8 * f
      word(record - from + 4)
      word(4097 + f)
      at = record
      word(4096 + f)
      word(0)
      word(number(recordParts + recordArgs))
      word(number(recordParts + recordDefer))
      place(recordStack, 0)
      word(0)
      word(0)
      const tables = number(recordParts + recordCounts)
      word(tables)
      word(0)
      word(0)
      copy(recordParts + recordFlags, 4)
      const data = code[at - 1]
      for (let i = 0; i < tables; i++) place(recordData + i, 0)
      for (let i = 0; i < data; i++) place(recordData + mostTables + i, 1)
    }
  }
  let done = 0
  for (const [next, write] of tableAt < recordsAt ? [[tableAt, finder], [recordsAt, list]] : [[recordsAt, list], [tableAt, finder]]) {
    copy(3, next - done)
    done = next
    write()
  }
  copy(3, sizes[3] - done)
  if (at != length) throw Error('the engine is damaged')
  return code.subarray(0, length)
}
