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
  ])('%s', (text, path) => expect(written(text)).toContain(path))

  it.each([
    ['mkdir -p b && truncate -s 0 b/../notes.txt', '/home/dev/project/notes.txt'],
    ['ln -s src b && truncate -s 0 b/../notes.txt', '/home/dev/project/notes.txt'],
  ])('%s stays here', (text, path) => expect(written(text).at(-1)).toBe(path))
})
