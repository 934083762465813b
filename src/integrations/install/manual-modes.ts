import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyEdits, modify, parse } from 'jsonc-parser'
import { gateFolder } from '../../state/gate-folder.ts'
import type { Installer } from '../installer.ts'
import { readHostFile, UnreadableHostFile, writeAtomically } from './host-file.ts'

/** What the gate does where the host asks a person by itself: only say no and ask, or say yes as well. */
export type ManualMode = 'mirror' | 'answer'

/** As it stands in the settings. */
const GATE_SETTING = { mirror: 'mirror', answer: 'auto' } as const satisfies Record<ManualMode, string>

export function manualQuestion({ title, manualModes }: Installer): string {
  return `
In the modes ${manualModes} ${title} asks you about commands and edits by itself.
  mirror   it goes on asking; the gate only denies, or asks as well (default)
  answer   the gate also says yes for you, so that ${title} asks less
Mirror or answer? [m/a] `
}

/** What a person typed; anything but a clear "answer" is the stricter one. */
export function parseManualMode(reply: string | undefined): ManualMode {
  return /^a(?:nswer)?$/i.test(reply ?? '') ? 'answer' : 'mirror'
}

/** What the user's own file says of a host; undefined when it says nothing. */
export function readManualMode(home: string, host: string, file = userSettingsPath(home)): ManualMode | undefined {
  const settings: unknown = parse(readHostFile(file) ?? '{}')
  const hosts = isRecord(settings) && isRecord(settings['hosts']) ? settings['hosts'] : {}
  const given = Object.hasOwn(hosts, host) ? hosts[host] : undefined
  const gate = isRecord(given) ? given['gate'] : undefined
  if (gate === GATE_SETTING.mirror) return 'mirror'
  return gate === GATE_SETTING.answer ? 'answer' : undefined
}

/** Writes it into the user's own file, keeping comments and everything else as it is. */
export function writeManualMode(home: string, host: string, manual: ManualMode): string {
  const file = userSettingsPath(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return writeManualModeTo(file, host, manual)
}

/** The same in any file of settings of ours. */
export function writeManualModeTo(file: string, host: string, manual: ManualMode): string {
  const before = readHostFile(file)
  const text = before === undefined || before.trim() === '' ? '{}\n' : before
  if (!isRecord(parse(text))) throw new UnreadableHostFile(`${file} is not valid JSON; correct it first`)
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeAtomically(file, applyEdits(text, modify(text, ['hosts', host, 'gate'], GATE_SETTING[manual], options)))
  return file
}

function userSettingsPath(home: string): string {
  return join(gateFolder(home), 'settings.json')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
