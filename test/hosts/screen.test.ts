import { describe, expect, it } from 'vitest'
import { createScreen } from './screen.ts'

/** What a screen shows after some output, however the output was cut into reads. */
function shown(output: string): ReadonlySet<string> {
  return new Set(
    Array.from({ length: output.length }, (_, cut) => {
      const screen = createScreen(4, 10)
      screen.write(output.slice(0, cut))
      screen.write(output.slice(cut))
      return screen.text()
    }),
  )
}

describe('the screen of a terminal', () => {
  it.each([
    ['words placed by column', 'Do\x1b[5Gyou', 'Do  you'],
    ['colours', '\x1b[1;38;5;10mred\x1b[0m', 'red'],
    ['a title', '\x1b]0;a title\x07text', 'text'],
    ['a line written again', 'old text\r\x1b[Knew', 'new'],
    ['places', '\x1b[2;3Hx\x1b[1;1Hy', 'y\n  x'],
    ['a line that wraps', 'abcdefghijkl', 'abcdefghij\nkl'],
    ['scrolling', '1\r\n2\r\n3\r\n4\r\n5', '2\n3\n4\n5'],
    ['clearing', 'x\x1b[2J\x1b[Hy', 'y'],
    ['private modes', '\x1b[?25l\x1b[?2026hx\x1b[>1u', 'x'],
  ])('%s', (_name, output, expected) => expect(shown(output)).toEqual(new Set([expected])))
})
