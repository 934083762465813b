import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostSettings } from '../hook-runtime/host-settings.ts'
import { readPolicy } from '../policy.ts'
import { parseManualMode, readManualMode, writeManualMode } from './manual-modes.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-manual-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('the choice for manual modes', () => {
  it.each([
    ['a', 'answer'],
    ['Answer', 'answer'],
    ['m', 'mirror'],
    ['', 'answer'],
    ['yes', 'answer'],
    ['n', 'mirror'],
    ['what?', 'mirror'],
    [undefined, 'mirror'],
  ] as const)('%j means %s', (reply, manual) => expect(parseManualMode(reply)).toBe(manual))

  it.each([
    ['mirror', 'mirror'],
    ['answer', 'auto'],
  ] as const)('%s is in force once it is written', (manual, gate) => {
    expect(readManualMode(home, 'claude-code')).toBeUndefined()
    writeManualMode(home, 'claude-code', manual)
    expect(readManualMode(home, 'claude-code')).toBe(manual)
    expect(hostSettings(readPolicy({ cwd: home, home }), 'claude-code').gate).toBe(gate)
  })

  it('keeps comments and everything else', () => {
    const file = writeManualMode(home, 'claude-code', 'mirror')
    writeFileSync(file, '{\n  // mine\n  "judge": { "kind": "embedded" },\n}\n')
    writeManualMode(home, 'claude-code', 'answer')
    expect(readFileSync(file, 'utf8')).toMatch(
      /\/\/ mine\n {2}"judge": {\s+"kind": "embedded"\s+}[\s\S]*"gate": "auto"/,
    )
  })

  it('leaves a file alone that holds something else', () => {
    const file = writeManualMode(home, 'claude-code', 'mirror')
    writeFileSync(file, '[]')
    expect(() => writeManualMode(home, 'claude-code', 'answer')).toThrow(/not valid JSON/)
    expect(readFileSync(file, 'utf8')).toBe('[]')
  })
})
