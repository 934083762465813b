import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const ROOT = '/home/dev/project'

function facts(text: string) {
  return { session: { written: new Map([[`${ROOT}/notes/one.txt`, text]]) } }
}

function deletes(command: string, text = 'rm -rf /home/dev/photos\n'): boolean {
  return effectsOf(command, facts(text)).some(
    (effect) => effect.kind === 'delete-path' && effect.path.real === '/home/dev/photos',
  )
}

describe('a script chosen by a pattern or a listing', () => {
  it.each([
    'cd notes && bash *.txt',
    'for each in notes/*; do dash "$each"; done',
    'ls notes/*.txt | tail -1 | xargs bash',
    'find notes -name \'o*.txt\' | while read -r each; do ksh "$each"; done',
    "cp -r notes kept; find kept -name '*.txt' -exec bash {} +",
    '. notes/on?.txt',
    'ln -s notes near && sh near/*',
    'ls notes | while read -r each; do sh notes/$each; done',
    'bash "$(find . -type f | head -n 1)"',
    'install -m 700 notes/one.txt ./step && ./step',
    'cp -t bin notes/one.txt && sh bin/one.txt',
  ])('%s', (command) => {
    expect(deletes(command)).toBe(true)
  })

  it.each(['for each in notes/*; do cat "$each"; done', 'bash other/*.txt', 'bash notes/*.sh', 'bash -n notes/*.txt'])(
    'not run: %s',
    (command) => {
      expect(deletes(command)).toBe(false)
    },
  )

  it('asks about what was unpacked there and is not known by name', () => {
    const effects = effectsOf('tar xf a.tar -C out; sh out/*.sh')
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'run-code', origin: 'session-file', read: false }))
  })

  it('takes names that begin like options for options', () => {
    const written = new Map([
      [`${ROOT}/box/--to-command=sh step`, ''],
      [`${ROOT}/box/step`, 'rm -rf /home/dev/photos\n'],
    ])
    const found = (command: string) =>
      effectsOf(command, { session: { written } }).some(
        (effect) => effect.kind === 'delete-path' && effect.path.real === '/home/dev/photos',
      )
    expect(found('cd box && tar xf ../a.tar *')).toBe(true)
    expect(found('cd box && tar cf ../a.tar ./*')).toBe(false)
    expect(found('tar cf a.tar box')).toBe(false)
  })
})
