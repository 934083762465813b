import { describe, expect, it } from 'vitest'
import { parseRemoteAddress } from './remote-addresses.ts'

describe('words that name code elsewhere', () => {
  it.each([
    'git+ssh://git@forge.example/a/b',
    'hg+https://forge.example/a',
    'https://forge.example/a.sh',
    'svn+ssh://s/a',
  ])('%s', (word) => expect(parseRemoteAddress(word)).toBeDefined())
  it.each([
    'qemu+ssh://root@box.example/system',
    'xen+tls://box.example/',
    'docker+unix://run/x.sock',
    'redis://box:6379',
  ])('%s is a service', (word) => expect(parseRemoteAddress(word)).toBeUndefined())
})
