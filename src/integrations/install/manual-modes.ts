import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyEdits, modify, parse } from 'jsonc-parser'
import { gateFolder } from '../../state/gate-folder.ts'
import type { Installer } from '../installer.ts'
import { textOf, Unreadable, writeSafely } from './host-file.ts'

/** What the gate does where the host asks a person by itself: only say no and ask, or say yes as well. */
export type Manual = 'mirror' | 'answer'

/** As it stands in the settings. */
const GATE = { mirror: 'mirror', answer: 'auto' } as const satisfies Record<Manual, string>

export function manualQuestion({ title, manualModes }: Installer): string {
  return `
In the modes ${manualModes} ${title} asks you about commands and edits by itself.
  mirror   it goes on asking; the gate only denies, or asks as well (default)
  answer   the gate also says yes for you, so that ${title} asks less
Mirror or answer? [m/a] `
}

/** What a person typed; anything but a clear "answer" is the stricter one. */
export function manualOf(reply: string | undefined): Manual {
  return /^a(?:nswer)?$/i.test(reply ?? '') ? 'answer' : 'mirror'
}

/** What the user's own file says of a host; undefined when it says nothing. */
export function manualIn(home: string, host: string, file = fileIn(home)): Manual | undefined {
  const settings: unknown = parse(textOf(file) ?? '{}')
  const hosts = isRecord(settings) && isRecord(settings['hosts']) ? settings['hosts'] : {}
  const given = Object.hasOwn(hosts, host) ? hosts[host] : undefined
  const gate = isRecord(given) ? given['gate'] : undefined
  if (gate === GATE.mirror) return 'mirror'
  return gate === GATE.answer ? 'answer' : undefined
}

/** Writes it into the user's own file, keeping comments and everything else as it is. */
export function setManual(home: string, host: string, manual: Manual): string {
  const file = fileIn(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return setManualIn(file, host, manual)
}

/** The same in any file of settings of ours. */
export function setManualIn(file: string, host: string, manual: Manual): string {
  const before = textOf(file)
  const text = before === undefined || before.trim() === '' ? '{}\n' : before
  if (!isRecord(parse(text))) throw new Unreadable(`${file} is not valid JSON; correct it first`)
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeSafely(file, applyEdits(text, modify(text, ['hosts', host, 'gate'], GATE[manual], options)))
  return file
}

function fileIn(home: string): string {
  return join(gateFolder(home), 'settings.json')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
