import { describe, expect, it } from 'vitest'
import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import { readShell } from './read-shell.ts'

const deletes = (command: string, given: FixedFacts = {}) =>
  readShell(command, fixedFacts(given)).effects.some(
    (effect) => effect.kind === 'delete-path' && effect.path.text === 'x',
  )

describe('a link to a program, or a copy of it, is that program', () => {
  it.each([
    'ln -s /bin/rm ./del; ./del x',
    'ln /bin/rm ./del && ./del x',
    'ln -sf "$(which rm)" del; ./del x',
    'ln -s $(command -v rm) del; ./del x',
    'ln -s $(type -P rm) del; ./del x',
    'ln -s /bin/rm /tmp/a && ln -s /tmp/a /tmp/b && /tmp/b x',
    'ln -s /usr/bin/rm ./ls; ./ls x',
    'ln -s /bin /tmp/b; /tmp/b/rm x',
    'mkdir t; ln -s /bin/rm t/ls; PATH=$PWD/t:$PATH ls x',
    'ln -s /bin/rm ~/bin/del; del x',
    'cp /bin/rm /tmp/y; /tmp/y x',
    'cp /bin/rm /tmp/y; cp /tmp/y /tmp/z; /tmp/z x',
    'cat /bin/rm > /tmp/y; chmod +x /tmp/y; /tmp/y x',
    'dd if=/bin/rm of=/tmp/y; /tmp/y x',
    'install -m755 /bin/rm /tmp/y; /tmp/y x',
    'rsync /bin/rm /tmp/y; /tmp/y x',
    'tee /tmp/y < /bin/rm; /tmp/y x',
  ])('%s', (command) => {
    expect(deletes(command)).toBe(true)
  })

  it.each([
    [{ links: new Map([['/home/dev/project/del', '/bin/rm']]) }, './del x'],
    [{ links: new Map([['/home/dev/bin/del', '/bin/rm']]) }, 'del x'],
    [{ links: new Map([['/home/dev/project/t/ls', '/bin/rm']]) }, 'PATH=$PWD/t:$PATH ls x'],
    [{ copies: new Map([['/tmp/y', '/bin/rm']]), written: new Map([['/tmp/y', undefined]]) }, '/tmp/y x'],
    [{ copies: new Map([['/tmp/y', '/bin/rm']]), written: new Map([['/tmp/y', undefined]]) }, 'cp /tmp/y z; ./z x'],
  ])('made by an earlier call: %j', (session, command) => {
    expect(deletes(command, { session })).toBe(true)
  })

  it.each([
    'ln -s /bin/cat ./del; ./del x',
    'ln -s /bin/rm ./del; cat x',
    'ln -s /bin/busybox ./ls; ./ls x',
    'cp /bin/rm /tmp/y; echo "echo hi" > /tmp/y; /tmp/y x',
    'ln -s ../typescript/bin/tsc node_modules/.bin/tsc; node_modules/.bin/tsc x',
    'cp src/rm.ts /tmp/y.ts; cat x',
  ])('but not %s', (command) => {
    expect(deletes(command)).toBe(false)
  })
})
