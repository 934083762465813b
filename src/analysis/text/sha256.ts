import { hash } from 'node:crypto'

let maxShortInput = 8 * 1024

/** Short inputs are hashed here: loading `node:crypto` costs a short-lived process several times as much. */
export function sha256(data: string | Uint8Array): string {
  if (data.length > maxShortInput) return hash('sha256', data)
  return digest(typeof data === 'string' ? new TextEncoder().encode(data) : data)
}

export function usePlatformHash(): void {
  maxShortInput = 0
}

/** Cube roots of the first 64 primes, square roots of the first 8. */
const ROUND_CONSTANTS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)
const INITIAL_STATE = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

function padBytes(bytes: Uint8Array): DataView {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 4, bytes.length * 8)
  return view
}

function digest(bytes: Uint8Array): string {
  const view = padBytes(bytes)
  const state = Int32Array.from(INITIAL_STATE)
  const words = new Int32Array(64)
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4)
    mixBlock(state, words)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Written out: a short-lived process interprets this, and calls, arrays and names for what is used once would take twice the time. */
function mixBlock(state: Int32Array, words: Int32Array): void {
  for (let index = 16; index < 64; index++) {
    const early = words[index - 15] as number
    const late = words[index - 2] as number
    words[index] =
      (words[index - 16] as number) +
      (words[index - 7] as number) +
      (((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)) +
      (((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10))
  }
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let index = 0; index < 64; index++) {
    const mixed =
      h +
      (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
      (g ^ (e & (f ^ g))) +
      (ROUND_CONSTANTS[index] as number) +
      (words[index] as number)
    h = g
    g = f
    f = e
    e = (d + mixed) | 0
    d = c
    c = b
    b = a
    a =
      (mixed +
        (((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10))) +
        ((b & c) | (d & (b | c)))) |
      0
  }
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}
