import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const LIST = '/home/dev/project/outdated'

function withList(text: string) {
  return { session: { written: new Map([[LIST, text]]) } }
}

describe('what a list file names counts as if it stood among the words', () => {
  it.each([
    'xargs -a outdated rm -f',
    "xargs --arg-file=outdated -d '\\n' rm --",
    'xargs -a outdated -I{} rm {}',
    'parallel -a outdated rm',
    'parallel --arg-file outdated rm {}',
    'parallel rm :::: outdated',
    'parallel rm -f {2} ::: a ::::+ outdated',
    'xargs rm < outdated',
  ])('%s', (command) => {
    const deleted = effectsOf(command, withList('/home/dev/Pictures/wedding.raw\n')).flatMap((effect) =>
      effect.kind === 'delete-path' ? [effect.path.real] : [],
    )
    expect(deleted).toContain('/home/dev/Pictures/wedding.raw')
  })

  it.each([
    'git add -f --pathspec-from-file=outdated',
    'git stage --force --pathspec-from-file outdated',
    'git -C . add -f --pathspec-from-file=outdated',
    'cat outdated | git add -f --pathspec-from-file=-',
  ])('%s', (command) => {
    const exposed = effectsOf(command, withList('src/x.ts\n.env\n')).map(({ kind }) => kind)
    expect(exposed).toContain('expose-secret')
  })

  it('lists that name nothing that matters do nothing', () => {
    const facts = withList('src/x.ts\nsrc/y.ts\n')
    for (const command of [
      'git add -f --pathspec-from-file=outdated',
      'xargs -a outdated wc -l',
      'parallel wc :::: outdated',
    ])
      expect(effectsOf(command, facts).filter(({ kind }) => kind !== 'read-path' && kind !== 'run-code')).toEqual([])
  })

  it('a list that is only added, not forced, keeps out what git ignores', () => {
    const kinds = effectsOf('git add --pathspec-from-file=outdated', withList('.env\n')).map(({ kind }) => kind)
    expect(kinds).not.toContain('expose-secret')
  })
})
