import { join } from 'node:path/posix'
import { recordUnreadCode } from '../../../analysis/interpret/injection-variables.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { hostOf, isForge } from '../../../analysis/remote/hosts.ts'
import type { Word } from '../../../analysis/words.ts'
import { OPTIONAL_INCLUDE_KEY } from '../../lexicon/source-names.ts'
import type { GitCall } from './call.ts'

/** One setting as it is remembered: the whole key, so that it is told from git's own form of the file. */
export function formatSettingLine(key: string, value: string): string {
  return `\n${key} = ${value}\n`
}

const SETTING_LINE = /^([a-z][\w-]*\.\S+) = (.*)$/gim

/** The settings that this session and this text made, keys in lower case. */
export function findPersistedSettings(root: string | undefined, recorder: EffectRecorder): ReadonlyMap<string, string> {
  const { session, home, projectRoot } = recorder.facts
  const roots = new Set([projectRoot, ...(root === undefined ? [] : [root])])
  const files = [join(home, '.gitconfig'), ...[...roots].map((each) => join(each, '.git/config'))]
  const found = new Map<string, string>()
  for (const file of files) {
    const text = session.written.get(file) ?? ''
    for (const [, key = '', value = ''] of text === '' ? [] : text.matchAll(SETTING_LINE))
      found.set(key.toLowerCase(), value)
  }
  for (const [key, value] of recorder.settings()) found.set(key, value)
  return found
}

/** A host that neither the repository's remotes nor the well-known forges are on. */
export function isForeignHost(host: string, call: GitCall): boolean {
  const own = [...(call.repository?.remotes.values() ?? [])].map((url) => hostOf(url))
  return host !== '' && !isForge(host) && !own.includes(host)
}

const MAX_INCLUDE_DEPTH = 4
const MAX_SETTINGS = 400
const INCLUDE_SETTING = /^include(?:if\..+)?\.path=/is

/** The settings of `-c`, with those of the files that they load put in; a file that cannot be read may hold anything. */
export function expandIncludes(given: readonly Word[], recorder: EffectRecorder, depth = 0): readonly Word[] {
  return given.flatMap((word) => {
    if (!INCLUDE_SETTING.test(word.known)) return [word]
    const path = recorder.pathOf(word.known.slice(word.known.indexOf('=') + 1))
    const text = path.real === undefined || word.text === undefined ? undefined : recorder.readText(path.real)
    const absent = path.real !== undefined && recorder.facts.file(path.real).kind === 'missing'
    if (text === undefined && word.known.startsWith(OPTIONAL_INCLUDE_KEY) && !isFilePresent(path.real, recorder))
      return []
    if (text === undefined) {
      if (!absent || path.sessionMade) recordUnreadCode('shell', `git -c ${word.known.slice(0, 80)}`, recorder)
      return [word]
    }
    const settings = parseSettings(text).map((setting) => makeSyntheticWord(setting, word.span))
    if (depth >= MAX_INCLUDE_DEPTH || settings.length > MAX_SETTINGS) {
      recordUnreadCode('shell', 'git settings', recorder)
      return [word]
    }
    return expandIncludes(settings, recorder, depth + 1)
  })
}

function isFilePresent(path: string | undefined, { facts }: EffectRecorder): boolean {
  return path !== undefined && (facts.session.written.has(path) || facts.file(path).kind === 'file')
}

/** The lines of a settings file as `section.key=value`. */
export function parseSettings(text: string): readonly string[] {
  const settings: string[] = []
  let section = ''
  for (const raw of text.replaceAll(/\\\r?\n/g, '').split('\n')) {
    let line = raw.trim()
    const header = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (header) {
      section = header[2] === undefined ? (header[1] ?? '') : `${header[1]}.${header[2].replaceAll(/\\(.)/g, '$1')}`
      line = line.slice(header[0].length).trim()
    }
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(line)
    if (setting)
      settings.push(`${section}.${setting[1]}=${setting[2] === undefined ? 'true' : parseSettingValue(setting[2])}`)
  }
  return settings
}

/** A value without its quotes, escapes and comment. */
function parseSettingValue(value: string): string {
  let result = ''
  let quoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? ''
    if (sign === '\\') result += ESCAPES.get(value[++at] ?? '') ?? value[at] ?? ''
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '#' || sign === ';')) break
    else result += sign
  }
  return result.trim()
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['b', '\b'],
])
