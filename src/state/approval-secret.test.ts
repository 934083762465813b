import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hmac, keyedDigest } from './approval-secret.ts'
import { BrokenStateError } from './private-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const file = () => join(folder, 'approval-secret')

describe('what an approval is bound to', () => {
  it('is the HMAC that everybody means', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (key, text) => {
        expect(hmac(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
      }),
    )
  })

  it('is the same for the same call, and another one on another machine', () => {
    expect(keyedDigest(folder, 'a')).toBe(keyedDigest(folder, 'a'))
    expect(keyedDigest(folder, 'a')).not.toBe(keyedDigest(folder, 'b'))
    const before = keyedDigest(folder, 'a')
    rmSync(file())
    expect(keyedDigest(folder, 'a')).not.toBe(before)
  })

  it('comes from a file that only this account may read', () => {
    keyedDigest(folder, 'a')
    expect(readdirSync(folder)).toEqual(['approval-secret'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file(), 'utf8'), 'base64url')).toHaveLength(32)
  })

  it.each(['', 'short', `${'x'.repeat(43)}\n`, 'ä'.repeat(43)])('is not made of %j', (text) => {
    writeFileSync(file(), text)
    expect(() => keyedDigest(folder, 'a')).toThrow(BrokenStateError)
  })
})
