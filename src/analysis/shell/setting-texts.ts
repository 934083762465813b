import { holdsCommand, isSentence, MAX_TEXT, reachesOut } from '../files/candidate.ts'
import { stateRecipe } from '../files/file-effects.ts'
import type { Standing } from '../programs/program.ts'
import { asksOnly } from '../verbs.ts'
import type { Command } from '../words.ts'
import { baseName } from './flows.ts'
import type { CoreScribe } from './scribe.ts'
import { slotsOf } from './slots.ts'

/** Sub-commands that keep a setting. */
const SETS =
  /^(?:config(?:ure|uration)?|conf|settings?|set(?:[-_]\w+)*|options?|preferences|prefs|defaults|propert(?:y|ies)|alias(?:es)?|profile|hooks?)$/
/** Options whose value a program keeps, to run it when it needs something. */
const KEPT =
  /^(?:exec(?:-\w+)*|set|(?:\w+-)*(?:hook|helper|process|pager|editor|askpass|exec|provider|opener|handler))$/

/** Shell text that is put into the settings of a program: it runs later, and is read as a command inside a written file is. */
export function stateSettingTexts(command: Command, standing: Standing, scribe: CoreScribe): void {
  const { frame } = scribe
  if (frame.place !== 'here' || standing === 'proven' || asksOnly(command)) return
  const words = command.args
  if (!words.some(({ text }) => text !== undefined && /\s/.test(text))) return
  const { slots } = slotsOf(words)
  const plain = words.map(({ known }) => known).filter((known) => /^[a-z][\w-]*$/i.test(known))
  const sets = plain.slice(0, 3).some((known) => SETS.test(known))
  const found = slots
    .filter(({ name }) => sets || (name !== undefined && KEPT.test(name)))
    .map(({ word }) => (word.text ?? '').replace(/^[\w.-]+=(?=\S)/, ''))
    .filter((text) => /\s/.test(text) && isCommand(text))
  const name = `${baseName(command.name ?? '')} setting`
  for (const text of found) stateRecipe({ name, text, runs: 'when-called' }, scribe)
}

function isCommand(text: string): boolean {
  return (text.length > MAX_TEXT || holdsCommand(text)) && reachesOut(text) && !isSentence(text)
}
