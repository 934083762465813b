const PIECES = /[-_./:@]+/
const HASH = /\d/

/** A name that is almost the one a person said: longer or shorter by a piece, one letter off, or one of the same family. */
export function isNear(said: string, name: string): boolean {
  const [a, b] = [said.toLowerCase(), name.toLowerCase()]
  if (a === b || a.length < 3 || b.length < 3) return false
  const told = a.split(PIECES).filter(Boolean)
  const done = b.split(PIECES).filter(Boolean)
  if (isInstance(told, done)) return false
  if (told.length > 1 && done.length > 1 && told[0] === done[0]) return true
  return begins(told, done) || begins(done, told) || isOneOff(a, b)
}

/** `shop-api-1` is an instance of api, and `api-7d9f-x2k1` a pod of it: the piece at the end, but for numbers and hashes. */
function isInstance(told: readonly string[], done: readonly string[]): boolean {
  const last = done.findLastIndex((piece) => !HASH.test(piece))
  const core = done.slice(0, last + 1)
  const indexed = done.slice(last + 1).every((piece) => !/^v\d/.test(piece))
  return (
    indexed && core.length >= told.length && told.every((piece, at) => core[core.length - told.length + at] === piece)
  )
}

function begins(short: readonly string[], long: readonly string[]): boolean {
  return short.length < long.length && short.every((piece, at) => long[at] === piece)
}

/** One letter more, fewer or other; too short words are all alike. */
function isOneOff(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1) return false
  let head = 0
  while (head < a.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return Math.max(a.length, b.length) - head - tail <= 1
}
