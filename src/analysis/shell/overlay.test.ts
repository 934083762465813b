import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const written = (text: string): readonly (string | undefined)[] =>
  effectsOf(text).flatMap((effect) => (effect.kind === 'write-path' && effect.how !== 'link' ? [effect.path.real] : []))

describe('dots behind a link lead above what it stands for', () => {
  it.each([
    ['ln -s /var b && truncate -s 0 b/../home/dev/notes.txt', '/home/dev/notes.txt'],
    ['ln -s /proc/self/cwd b && truncate -s 0 b/../notes.txt', '/home/dev/notes.txt'],
    ['ln -s /proc/self/cwd/.. b && truncate -s 0 b/notes.txt', '/home/dev/notes.txt'],
    ['ln -s //proc/self/cwd/.. b && truncate -s 0 b/notes.txt', '/home/dev/notes.txt'],
    ['ln -s /var b. && truncate -s 0 b./../home/dev/notes.txt', '/home/dev/notes.txt'],
    ['ln -s src a && ln -s /var b && truncate -s 0 a/../b/../home/dev/notes.txt', '/home/dev/notes.txt'],
    ['ln -s /var b && truncate -s 0 ./b/./../home/dev/notes.txt', '/home/dev/notes.txt'],
    ['ln -s /var b && cd b && truncate -s 0 ../home/dev/notes.txt', '/home/dev/notes.txt'],
    ['ln -s /var/log b && truncate -s 0 b/../../home/dev/notes.txt', '/home/dev/notes.txt'],
    [`ln -s /var b && truncate -s 0 ${'a/../'.repeat(40)}b/../home/dev/notes.txt`, '/home/dev/notes.txt'],
  ])('%s', (text, path) => expect(written(text)).toContain(path))

  it.each([
    ['mkdir -p b && truncate -s 0 b/../notes.txt', '/home/dev/project/notes.txt'],
    ['ln -s src b && truncate -s 0 b/../notes.txt', '/home/dev/project/notes.txt'],
    ['truncate -s 0 a/../b/../notes.txt', '/home/dev/project/notes.txt'],
    ['mkdir -p src/a && cd src/a && truncate -s 0 ../../notes.txt', '/home/dev/project/notes.txt'],
  ])('%s stays here', (text, path) => expect(written(text).at(-1)).toBe(path))

  it('says so of more dots than are followed', () =>
    expect(effectsOf(`truncate -s 0 ${'a/../'.repeat(400)}notes.txt`)).toContainEqual(
      expect.objectContaining({ kind: 'run-code', read: false }),
    ))
})
