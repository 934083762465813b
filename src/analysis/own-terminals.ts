import type { Scribe } from './programs/program.ts'
import type { Command, Word } from './words.ts'

/** Terminals that this session opened by a name, so that what is typed there goes to its own programs. */

const key = (name: string) => `terminal ${name}`

/** Flags with a value after them, alone or last of several: `-ds name`. */
const NAMED = /^-[a-zA-Z]*[sS]$/
const JOINED = /^-s(?=[\w.-])/

/** The name that a command gives to the terminal it opens; none where it may take up one that was there. */
export function terminalOpened(program: string, words: readonly Word[]): string | undefined {
  const texts = words.map((word) => word.text ?? '')
  if (program === 'screen' && !texts.some((text) => /^-\w*d\w*m|^-\w*m\w*d/.test(text))) return undefined
  if (program !== 'screen' && !/^new(?:-session)?$/.test(texts[0] ?? '')) return undefined
  if (texts.some((text) => /^-[a-zA-Z]*A/.test(text))) return undefined
  const at = texts.findIndex((text) => NAMED.test(text))
  const name = at >= 0 ? texts[at + 1] : texts.find((text) => JOINED.test(text))?.slice(2)
  return name === undefined || !/^[\w-]+$/.test(name) ? undefined : name
}

/** What a command that ran leaves open, for the calls after it. */
export function terminalsOpened({ name, args }: Command): readonly string[] {
  if (name !== 'tmux' && name !== 'screen') return []
  const start = name === 'screen' ? 0 : args.findIndex(({ known }) => /^new(?:-session)?$/.test(known))
  const opened = start < 0 ? undefined : terminalOpened(name, args.slice(start))
  return opened === undefined ? [] : [key(opened)]
}

/** The same within one text. */
export function noteTerminal(name: string | undefined, scribe: Scribe): void {
  if (name !== undefined) scribe.onSetting(key(name), scribe.passesOver() ? DOUBTED : OWN)
}

const OWN = 'own'
const DOUBTED = 'doubted'

/**
 * Did this session open the terminal that a target names: `dev`, `=dev:1.0`? In doubt where the text that opened it goes on after a failure:
 * then one of that name may have been there.
 */
export function terminalNamed(target: string | undefined, scribe: Scribe): 'own' | 'doubted' | 'unknown' {
  const name = /^=?([\w-]+)(?:[:.].*)?$/.exec(target ?? '')?.[1]
  if (name === undefined) return 'unknown'
  const { started } = scribe.facts.session
  const here = scribe.settings().get(key(name).toLowerCase())
  if (here === OWN || started.has(key(name))) return 'own'
  return here === DOUBTED || started.has(doubtedKey(name)) ? 'doubted' : 'unknown'
}

const doubtedKey = (name: string) => `terminal? ${name}`

/** The mark of a terminal whose opening may have failed. */
export function doubtedTerminal(mark: string): string {
  return mark.startsWith(key('')) ? doubtedKey(mark.slice(key('').length)) : mark
}

/** Whoever sits at that terminal may be an agent, which takes what is typed for its person's word. */
export function stateSpeaks(feature: string, scribe: Pick<Scribe, 'effect'>): void {
  scribe.effect({ kind: 'weaken', area: 'person', feature })
}
