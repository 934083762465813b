import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import { recordTypingAsUser } from '../../../analysis/interpret/session-terminals.ts'
import type { Word } from '../../../analysis/words.ts'

/** Keys that answer a question or end a line, as robots call them; 28 and 96 are their numbers. */
const CONFIRMS = /\b(?:KP_?)?(?:Return|Enter)\b|\b(?:28|96):1\b|\\n|\bC(?:trl)?[-+][mj]\b/i
/** Windows that an agent may sit in, by their names and classes. */
const TERMINALS = new RegExp(
  [
    'term(?!inate)|kitty|alacritty|konsole|ghostty|\\bfoot\\b|tilix|guake|yakuake|hyper|\\bwarp\\b|rxvt|console|shell|tmux',
    'claude|codex|gemini|copilot|opencode|cursor|\\bcode\\b|vscod|emacs|vim',
  ].join('|'),
  'i',
)

const NAMED = new Set(['--name', '--class', '--classname', '--role', '--title', '--app'])

/** How the windows that keys go to are named; none where the keys go to whichever is in front. */
export function namedWindows(args: readonly Word[]): readonly (string | undefined)[] {
  return args.flatMap((word, at) => (NAMED.has(args[at - 1]?.known ?? '') ? [word.text] : []))
}

/** Keys that nobody pressed may answer what an agent asks its person, wherever they go to a terminal. */
export function recordPressed(keys: string, windows: readonly (string | undefined)[], recorder: EffectRecorder): void {
  if (!CONFIRMS.test(keys) || !mayBeTerminal(windows)) return
  const where = windows.length === 0 ? 'the window in front' : `the window ${windows.join(', ')}`
  recordTypingAsUser(`presses keys in ${where}`, recorder)
}

function mayBeTerminal(windows: readonly (string | undefined)[]): boolean {
  return windows.length === 0 || windows.some((name) => name === undefined || TERMINALS.test(name))
}

/** The same, said in AppleScript. */
export function recordEntered(script: string, recorder: EffectRecorder): void {
  if (!/\bkeystroke\b|\bkey code\b/i.test(script)) return
  const windowNames = [...script.matchAll(/\b(?:application|app|process)\s{1,4}"([^"\n]{1,80})"/gi)].map(
    ([, name = '']) => name,
  )
  const windows = windowNames.filter((name) => name !== 'System Events')
  if (mayBeTerminal(windows))
    recordTypingAsUser(`presses keys in ${windows.join(', ') || 'the window in front'}`, recorder)
}
