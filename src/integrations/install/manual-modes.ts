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
In the modes ${manualModes} ${title} asks you by itself: shall Irongate answer for what it finds safe, so that you aren't asked twice? [Y/n] `
}

/** What a person typed: Enter takes what is offered, anything unclear is the stricter one. */
export function parseManualMode(reply: string | undefined): ManualMode {
  return reply !== undefined && /^(?:y|yes|a|answer)?$/i.test(reply.trim()) ? 'answer' : 'mirror'
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

/** How long a call waits for the user, into their own file. */
export function writeWaitSeconds(home: string, seconds: number): string {
  const file = userSettingsPath(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return writeSetting(file, ['approvals', 'waitSeconds'], seconds)
}

/** Writes it into the user's own file, keeping comments and everything else as it is. */
export function writeManualMode(home: string, host: string, manual: ManualMode): string {
  const file = userSettingsPath(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return writeManualModeTo(file, host, manual)
}

/** The same in any file of settings of ours. */
export function writeManualModeTo(file: string, host: string, manual: ManualMode): string {
  return writeSetting(file, ['hosts', host, 'gate'], GATE_SETTING[manual])
}

function writeSetting(file: string, path: readonly string[], value: string | number): string {
  const before = readHostFile(file)
  const text = before === undefined || before.trim() === '' ? '{}\n' : before
  if (!isRecord(parse(text))) throw new UnreadableHostFile(`${file} is not valid JSON; correct it first`)
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeAtomically(file, applyEdits(text, modify(text, [...path], value, options)))
  return file
}

function userSettingsPath(home: string): string {
  return join(gateFolder(home), 'settings.json')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
