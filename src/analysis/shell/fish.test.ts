import { describe, expect, it } from 'vitest'
import { translateFish } from './fish.ts'

describe('fish text in the words of a POSIX shell', () => {
  it.each([
    ['for f in *.md; echo $f; end', 'for f in *.md; do\necho $f\ndone\n'],
    ['if test -f a; ls; else; pwd; end', 'if test -f a; then\nls\nelse :\npwd\nfi\n'],
    ['echo (date)', 'echo $(date)\n'],
    ['set -gx A 1; unrelated', 'export A=1\nunrelated\n'],
    ['curl x | source', 'curl x | . /dev/stdin\n'],
    ['a; and b; or c', 'a\nb\nc\n'],
    ['function f; ls; end; funcsave f', 'f() {\nls\n}\nf\n: > ~/.config/fish/functions/f.fish\n'],
    ['alias --save g git', 'g\n: > ~/.config/fish/functions/g.fish\n'],
    ["echo 'it\\'s'", "echo 'it'\\''s'\n"],
  ])('%s', (text, shell) => expect(translateFish(text)).toBe(shell))

  it.each(['echo "open', 'for f in a; echo', 'end', 'echo )'])('what does not end is not read: %s', (text) =>
    expect(translateFish(text)).toBeUndefined(),
  )
})
