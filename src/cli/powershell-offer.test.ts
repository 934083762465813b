import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enablePowershellJudging, offersPowershell, POWERSHELL_OFFER } from './powershell-offer.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'offer-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('the offer to judge PowerShell', () => {
  it('is made on Windows only', () => {
    expect(offersPowershell({ platform: 'win32', home })).toBe(true)
    expect(offersPowershell({ platform: 'linux', home })).toBe(false)
    expect(offersPowershell({ platform: 'darwin', home })).toBe(false)
  })

  it('says what the flag is called and does', () => {
    expect(POWERSHELL_OFFER).toContain('autoMode.powershell: true')
    expect(POWERSHELL_OFFER).toContain('needs a person')
  })

  it('sets the flag, keeps the rest of the file, and is not made again', () => {
    mkdirSync(join(home, '.irongate'))
    writeFileSync(join(home, '.irongate', 'settings.json'), '{\n  // mine\n  "autoMode": { "askRules": "deny" }\n}\n')
    const text = readFileSync(enablePowershellJudging(home), 'utf8')
    expect(text).toContain('// mine')
    expect(text).toContain('"askRules": "deny"')
    expect(text).toMatch(/"powershell": true/)
    expect(offersPowershell({ platform: 'win32', home })).toBe(false)
  })

  it('leaves a no alone', () => {
    mkdirSync(join(home, '.irongate'))
    writeFileSync(join(home, '.irongate', 'settings.json'), '{"autoMode":{"powershell":false}}')
    expect(offersPowershell({ platform: 'win32', home })).toBe(false)
  })
})
