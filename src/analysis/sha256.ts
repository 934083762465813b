import { createHash } from 'node:crypto'

/** Beyond this, loading the platform's own implementation pays off. */
const SHORT = 8 * 1024

/**
 * The SHA-256 of a text (as UTF-8) or of bytes, in hex. Short inputs are hashed here: loading `node:crypto` costs a
 * short-lived process several times as much as everything it would hash.
 */
export function sha256(data: string | Uint8Array): string {
  if (data.length > SHORT) return createHash('sha256').update(data).digest('hex')
  return digest(typeof data === 'string' ? new TextEncoder().encode(data) : data)
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
}

/** The first 64 primes: their cube roots give the round constants, the square roots of the first 8 the start. */
function primes(): number[] {
  const found: number[] = []
  for (let next = 2; found.length < 64; next++) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
}

const PRIMES = primes()
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** The message with its padding: one set bit, zeros, and its length in bits. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 4, bytes.length * 8)
  return view
}

function digest(bytes: Uint8Array): string {
  const view = padded(bytes)
  const state = Int32Array.from(START)
  const words = new Int32Array(64)
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4)
    mix(state, words)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Takes one block of 16 words into the state. */
function mix(state: Int32Array, words: Int32Array): void {
  for (let index = 16; index < 64; index++) {
    const early = words[index - 15] ?? 0
    const late = words[index - 2] ?? 0
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = (words[index - 16] ?? 0) + low + (words[index - 7] ?? 0) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[index] ?? 0) + (words[index] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) state[index] = (state[index] ?? 0) + (next[index] ?? 0)
}
