import { basename, dirname, resolve } from 'node:path/posix'
import type { ForeignSource } from '../flow/provenance.ts'
import { knownFileLanguage } from '../interpret/language.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { familyFor } from '../interpret/registry.ts'
import { downloadedCodeRun } from '../remote/remote-addresses.ts'
import type { Command } from '../words.ts'
import { slotsOf } from './argument-slots.ts'
import { foreignSourceAt, isForeignName } from './foreign-files.ts'
import { type Frame, noteDraft, spend } from './frame.ts'
import { fileText } from './overlay.ts'
import { sessionFileRefsOf, startKind } from './session-file-refs.ts'
import { sessionFilesOf } from './session-files.ts'

const LETTERS_PER_UNIT = 100
const SETTINGS_NAME = /^\.\w[\w.-]*$|\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|xml|properties)$|\.config\.\w+$|rc$/
/** What a file is named for where it isn't loaded: left out, taken in or put out. */
const OTHER_USES =
  /ignore|exclu|skip|omit|^(?:files?|inputs?|outputs?|assets?|static|copy|include|entry|coverage\w*|sources?|src|dest|target|paths?|main|data)$/i
const NAMED_PATH =
  /(?<![\w.@~<>$()+-])[\w.@~<>$()+-]{0,200}(?:\/[\w.@~+-]{1,200}){1,30}|(?<![\w-])[\w-]{1,200}\.\w{1,5}/g
const KEY = /([\w-]{1,60})["']?\s{0,4}[:=]/g
const NAMED_MODULE =
  /(?:(?<![\w-])-p|plugins?|extensions?|require|load[\w-]{0,20})["']?\s{0,4}[:=]?[[("'\s]{0,8}([\w.]{2,60})/g
const MODULE_ENDINGS = ['py', 'js', 'cjs', 'mjs', 'ts', 'rb', 'lua', 'pm']

/** Settings that this session wrote name a file from elsewhere as a plug-in: the tool runs it, wherever it lies. */
export function recordNamedDownloads(command: Command, grade: CommandGrade, frame: Frame): void {
  if (grade === 'proven' || frame.place !== 'here' || frame.maybe) return
  for (const path of settingsFor(command, grade, frame)) {
    const { text } = fileText(frame.analysis.overlay, frame.facts, path)
    if (text === undefined || !spend(frame, Math.ceil(text.length / LETTERS_PER_UNIT), command.span)) continue
    const from = loadedDownload(text, { path, command, frame })
    if (from === undefined) continue
    noteDraft(command, { ...downloadedCodeRun(from.address, from.host), by: basename(path) }, frame)
    return
  }
}

/** Settings that the command names, and for what works on a project those that lie in it. */
function settingsFor(command: Command, grade: CommandGrade, frame: Frame): ReadonlySet<string> {
  const named = sessionFileRefsOf(command, grade, frame).map(({ path }) => path)
  const worksHere =
    familyFor(command.name ?? '') === 'build' || startKind(command, slotsOf(command.args).slots) === 'folder'
  const { inFolder } = sessionFilesOf(frame)
  const folders = worksHere ? [command.cwd ?? frame.facts.cwd, frame.facts.projectRoot] : []
  const beside = folders.flatMap((folder) => inFolder.get(folder) ?? [])
  return new Set([...named, ...beside].filter((path) => SETTINGS_NAME.test(basename(path))))
}

interface Settings {
  readonly path: string
  readonly command: Command
  readonly frame: Frame
}

function loadedDownload(text: string, settings: Settings): ForeignSource | undefined {
  for (const { 0: named, index } of text.matchAll(NAMED_PATH)) {
    if (!isForeignName(named, settings.frame) || isOtherUse(text.slice(0, index))) continue
    const from = sourceOf(named.replace(/^(?:<\w+>|\$\w+|\$\(\w+\))\/+/, './'), settings)
    if (from !== undefined) return from
  }
  for (const [, module = ''] of text.matchAll(NAMED_MODULE)) {
    const from = moduleSource(module, settings)
    if (from !== undefined) return from
  }
  return undefined
}

function sourceOf(named: string, { path, command, frame }: Settings): ForeignSource | undefined {
  for (const folder of new Set([dirname(path), command.cwd ?? frame.facts.cwd, frame.facts.projectRoot])) {
    const file = resolve(folder, named)
    const from = isCode(file) ? foreignSourceAt(file, command, frame) : undefined
    if (from !== undefined) return from
  }
  return undefined
}

/** Where modules are looked for is a setting of its own: one of that name from elsewhere is enough. */
function moduleSource(module: string, { command, frame }: Settings): ForeignSource | undefined {
  const stem = module.slice(module.lastIndexOf('.') + 1)
  const names = MODULE_ENDINGS.map((ending) => `${stem}.${ending}`).filter((name) => isForeignName(name, frame))
  if (names.length === 0) return undefined
  for (const path of frame.facts.session.downloaded.keys()) {
    const from = names.includes(basename(path)) ? foreignSourceAt(path, command, frame) : undefined
    if (from !== undefined) return from
  }
  return undefined
}

/** The key that stands before it says what it is there for. */
function isOtherUse(before: string): boolean {
  const key = [...before.slice(-400).matchAll(KEY)].at(-1)?.[1]
  return key !== undefined && OTHER_USES.test(key)
}

function isCode(path: string): boolean {
  return knownFileLanguage(path, undefined) !== undefined || /\.(?:jar|so|dll|dylib|wasm|node|whl|egg)$/.test(path)
}
