import type { Command, Word } from '../words.ts'
import type { EffectRecorder } from './program.ts'

/** Terminals that this session opened by a name, so that what is typed there goes to its own programs. */

const terminalKey = (name: string) => `terminal ${name}`

/** Flags with a value after them, alone or last of several: `-ds name`. */
const NAME_FLAGS = /^-[a-zA-Z]*[sS]$/
const ATTACHED_NAME_FLAG = /^-s(?=[\w.-])/

/** The name that a command gives to the terminal it opens; none where it may take up one that was there. */
export function openedTerminal(program: string, words: readonly Word[]): string | undefined {
  const texts = words.map((word) => word.text ?? '')
  if (program === 'screen' && !texts.some((text) => /^-\w*d\w*m|^-\w*m\w*d/.test(text))) return undefined
  if (program !== 'screen' && !/^new(?:-session)?$/.test(texts[0] ?? '')) return undefined
  if (texts.some((text) => /^-[a-zA-Z]*A/.test(text))) return undefined
  const at = texts.findIndex((text) => NAME_FLAGS.test(text))
  const name = at >= 0 ? texts[at + 1] : texts.find((text) => ATTACHED_NAME_FLAG.test(text))?.slice(2)
  return name === undefined || !/^[\w-]+$/.test(name) ? undefined : name
}

/** What a command that ran leaves open, for the calls after it. */
export function openedTerminals({ name, args }: Command): readonly string[] {
  if (name !== 'tmux' && name !== 'screen') return []
  const start = name === 'screen' ? 0 : args.findIndex(({ known }) => /^new(?:-session)?$/.test(known))
  const opened = start < 0 ? undefined : openedTerminal(name, args.slice(start))
  return opened === undefined ? [] : [terminalKey(opened)]
}

/** The same within one text. */
export function recordTerminal(name: string | undefined, recorder: EffectRecorder): void {
  if (name !== undefined) recorder.onSetting(terminalKey(name), recorder.passesOver() ? DOUBTED_TERMINAL : OWN_TERMINAL)
}

const OWN_TERMINAL = 'own'
const DOUBTED_TERMINAL = 'doubted'

/**
 * Did this session open the terminal that a target names: `dev`, `=dev:1.0`? In doubt where the text that opened it goes on after a failure:
 * then one of that name may have been there.
 */
export function terminalOwnership(target: string | undefined, recorder: EffectRecorder): 'own' | 'doubted' | 'unknown' {
  const name = /^=?([\w-]+)(?:[:.].*)?$/.exec(target ?? '')?.[1]
  if (name === undefined) return 'unknown'
  const { started } = recorder.facts.session
  const here = recorder.settings().get(terminalKey(name).toLowerCase())
  if (here === OWN_TERMINAL || started.has(terminalKey(name))) return 'own'
  return here === DOUBTED_TERMINAL || started.has(doubtedTerminalKey(name)) ? 'doubted' : 'unknown'
}

const doubtedTerminalKey = (name: string) => `terminal? ${name}`

/** The mark of a terminal whose opening may have failed. */
export function doubtedTerminalMark(mark: string): string {
  return mark.startsWith(terminalKey('')) ? doubtedTerminalKey(mark.slice(terminalKey('').length)) : mark
}

/** Whoever sits at that terminal may be an agent, which takes what is typed for its person's word. */
export function recordTypingAsUser(feature: string, recorder: Pick<EffectRecorder, 'effect'>): void {
  recorder.effect({ kind: 'weaken', area: 'person', feature })
}
