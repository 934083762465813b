import { describe, expect, it } from 'vitest'
import { hideNamesIn, machineNameHider } from './machine-names.ts'

const NAMES = {
  homes: ['/data/homes/mira.k', '/mnt/x/mira.k'],
  project: '/data/homes/mira.k/work/harbor',
  users: ['mira.k', 'mkovac'],
  hosts: ['tern.corp.example'],
}
const hide = machineNameHider(NAMES)

describe('names of the machine', () => {
  it.each([
    ['/data/homes/mira.k/work/harbor/src/a.ts', '/home/someone/project/src/a.ts'],
    ['cat /data/homes/mira.k/.zshrc', 'cat /home/someone/.zshrc'],
    ['cat "/mnt/x/mira.k/.zshrc"', 'cat "/home/someone/.zshrc"'],
    ['chown mkovac:mkovac x', 'chown someone:someone x'],
    ['~mkovac/notes', '~someone/notes'],
    ['-data-homes-mira.k-work', '-data-homes-someone-work'],
    ['file:%2Fdata%2Fhomes%2Fmira.k', 'file:%2Fdata%2Fhomes%2Fsomeone'],
    ['ssh mkovac@tern.corp.example', 'ssh someone@machine'],
    ['http://TERN:8080/x', 'http://machine:8080/x'],
    ['ls /home/jo/x /Users/kim', 'ls /home/other/x /home/other'],
    ['/home/someone/x', '/home/someone/x'],
    // Other words that only hold such a name.
    ['cat interned mkovacic', 'cat interned mkovacic'],
    ['/data/homes/mira.kx/work', '/data/homes/mira.kx/work'],
  ])('%s', (text, expected) => expect(hide(text)).toBe(expected))

  it('stand in keys, too', () => {
    expect(hideNamesIn({ env: { mkovac: ['tern'] } }, hide)).toEqual({ env: { someone: ['machine'] } })
  })

  it('a name that many machines have, or of one letter, stays', () => {
    const common = machineNameHider({
      homes: ['/root'],
      project: '/tmp',
      users: ['root', 'node', 'x'],
      hosts: ['localhost'],
    })
    expect(common('sudo -u root node x.js /tmp/a /root/b localhost')).toBe(
      'sudo -u root node x.js /tmp/a /home/someone/b localhost',
    )
  })
})
