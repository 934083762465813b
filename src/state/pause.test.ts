import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_PAUSE_MS, pauseGate, readPausedUntil, resumeGate } from './pause.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-off-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NOW = 1_800_000_000_000
const file = () => join(folder, 'off.json')
const uid = process.getuid?.() ?? 0

describe('switched off', () => {
  it('for its time, and on again by itself', () => {
    pauseGate(folder, 60_000, NOW)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readPausedUntil(folder, NOW)).toBe(NOW + 60_000)
    expect(readPausedUntil(folder, NOW + 59_999)).toBe(NOW + 60_000)
    expect(readPausedUntil(folder, NOW + 60_000)).toBeUndefined()
  })

  it('on again at once', () => {
    expect(resumeGate(folder, NOW)).toBe(false)
    pauseGate(folder, 60_000, NOW)
    expect(resumeGate(folder, NOW + 1)).toBe(true)
    expect(readPausedUntil(folder, NOW + 2)).toBeUndefined()
  })

  it('never for longer than the most', () => {
    expect(pauseGate(folder, MAX_PAUSE_MS * 9, NOW).until).toBe(NOW + MAX_PAUSE_MS)
  })

  it('a clock that was set back does not make it longer', () => {
    pauseGate(folder, 60_000, NOW)
    expect(readPausedUntil(folder, NOW - 1)).toBeUndefined()
  })

  const whole = { at: NOW, until: NOW + 60_000, uid }
  it.each<[string, string]>([
    ['empty', ''],
    ['cut', JSON.stringify(whole).slice(0, -4)],
    ['no object', 'null'],
    ['a list', '[]'],
    ['no end', JSON.stringify({ ...whole, until: undefined })],
    ['an end that is no number', JSON.stringify({ ...whole, until: '9e99' })],
    ['too long', JSON.stringify({ ...whole, until: NOW + MAX_PAUSE_MS + 1 })],
    ['from the future', JSON.stringify({ ...whole, at: NOW + 5 })],
    ["somebody else's", JSON.stringify({ ...whole, uid: uid + 1 })],
    ['no owner', JSON.stringify({ ...whole, uid: undefined })],
    ['padded', `${JSON.stringify(whole)}${' '.repeat(2000)}`],
  ])('a file that is %s means on', (_, text) => {
    writeFileSync(file(), text, { mode: 0o600 })
    expect(readPausedUntil(folder, NOW)).toBeUndefined()
  })

  it('a file open to others, a link, a folder: on', () => {
    writeFileSync(file(), JSON.stringify(whole), { mode: 0o600 })
    expect(readPausedUntil(folder, NOW)).toBeDefined()
    chmodSync(file(), 0o644)
    expect(readPausedUntil(folder, NOW)).toBeUndefined()
    rmSync(file())
    writeFileSync(join(folder, 'x'), JSON.stringify(whole), { mode: 0o600 })
    symlinkSync(join(folder, 'x'), file())
    expect(readPausedUntil(folder, NOW)).toBeUndefined()
    rmSync(file())
    mkdirSync(file())
    expect(readPausedUntil(folder, NOW)).toBeUndefined()
  })
})
