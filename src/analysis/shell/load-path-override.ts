import { basename, dirname, extname, resolve } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { isCompiled } from '../code/compiled.ts'
import { readWithoutRecording } from '../code/session-sources.ts'
import { PYTHON_HARMLESS } from '../code/tables/python-modules.ts'
import { isNotOptionLike, knownTexts, matching } from '../generic/word-shapes.ts'
import { baseName } from '../interpret/base-name.ts'
import { fileLanguage } from '../interpret/language.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import { literalWord } from '../interpret/values.ts'
import { isDataVariable } from '../interpret/variable-roles.ts'
import { pathUse } from '../paths/path-use.ts'
import { readTexts } from '../text/read-limits.ts'
import type { Command } from '../words.ts'
import type { Call } from './dispatch.ts'
import { type Analysis, type Frame, spend } from './frame.ts'
import type { Scope } from './scope.ts'
import { hasNoSessionFiles, type PathLookup, type SessionFiles, sessionFilesOf } from './session-files.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const STARTING_FAMILIES = createFamilySet(undefined, 'build', 'packages', 'interpreters', 'cloud')

/** A command for an interpreter inside a program that sets where to look: `set path+=x`. */
const PATH_SETTING = /\b(?:rtp|\w*path|load\w*|directory)\b/

function canStartCode({ name = '', args }: Command): boolean {
  return (
    STARTING_FAMILIES.has(familyFor(name)) || args.some(({ known }) => /\s/.test(known) && PATH_SETTING.test(known))
  )
}

const SEARCH_PATH_KEYS =
  /(?:PATH|LIB|OPT|OPTS|OPTIONS|USERBASE)\d*$|^-[ILM]|^--?(?:include|load-path|lib|library-path|path)(?:=|$)/
const PROGRAM_PATH_KEYS = /PATH$|^-B./

interface LoadPath {
  readonly role: string
  readonly path: string
}

/** Files that are being read because something led there: a helper that starts its like is read once. */
const FILES_BEING_READ = new WeakMap<Analysis, Set<string>>()

/** Code of this session that a variable or an option leads to: a folder of programs, or of modules one of which is asked for. */
export function recordLoadPathOverride({ command, frame }: Call, recorder: CoreRecorder): void {
  const { name } = command
  if (hasNoSessionFiles(frame)) return
  if (name === undefined || frame.place !== 'here' || isHelpOrDryRun(command) || !canStartCode(command)) return
  const { inFolder: own, parts } = sessionFilesOf(frame)
  if (own.size === 0) return
  const pointers = loadPathsOf(command, frame, parts)
  const taken = new Set<string>()
  let said: ReadonlySet<string> | undefined
  for (const { role, path } of pointers) {
    for (const file of own.get(path) ?? []) if (isHelperProgram(file, baseName(name), role)) taken.add(file)
    if (!SEARCH_PATH_KEYS.test(role)) continue
    if (own.get(path)?.some(matching(LIBRARY_FILE))) for (const file of librarySources(path, frame)) taken.add(file)
    const modules = modulesIn(path, own)
    if (modules.length === 0) continue
    said ??= requestedWords(command, frame, recorder)
    for (const file of modules) if (isRequestedModule(file, path, said)) taken.add(file)
  }
  for (const file of shadowingModules(command, frame, own)) taken.add(file)
  for (const [file, text] of readTexts([...taken], recorder)) readLoadedFile(file, text, recorder)
}

function readLoadedFile(file: string, text: string | undefined, recorder: CoreRecorder): void {
  const { analysis } = recorder.frame
  const reading = FILES_BEING_READ.get(analysis) ?? new Set()
  FILES_BEING_READ.set(analysis, reading)
  // Under the name of the one that is read another may lie by now.
  const key = `${file}\0${text ?? ''}`
  if (reading.has(key)) return
  // A helper under the name of a program, and nobody can tell what it does.
  if (text === undefined && familyFor(basename(file)) !== undefined)
    recorder.effect({ kind: 'run-program', program: file, identity: 'session-made', certainty: 'likely' })
  if (text === undefined) return
  reading.add(key)
  readWithoutRecording(file, text, recorder, languageOfModule(file, text))
  reading.delete(key)
}

const LIBRARY_FILE = /\.(?:so|dylib|node|pyd|dll)(?:\.\d+)*$/

function librarySources(folder: string, { facts }: Frame): readonly string[] {
  const near = new Set([folder, dirname(folder), facts.cwd])
  return [...facts.session.written.keys()].filter((path) => isCompiled(path) && near.has(dirname(path)))
}

function languageOfModule(file: string, text: string) {
  return isCompiled(file) || /\.(?:tcl|tm|vim)$/.test(file) ? 'other' : fileLanguage(file, text)
}

/** A tool looks for its helpers by name: that of a program, or its own with a dash; a search path may hold any. */
function isHelperProgram(file: string, tool: string, role: string): boolean {
  const name = basename(file)
  const known = familyFor(name) !== undefined || name.startsWith(`${tool}-`)
  return isProgramFile(file) && (known || PROGRAM_PATH_KEYS.test(role))
}

function isProgramFile(file: string): boolean {
  return extname(file) === '' && !basename(file).startsWith('.')
}

const MODULE_FILE = /\.(?:py|[cm]?[jt]s|pm|pl|rb|tcl|tm|lua|php|r|jl|vim|el|scm|gdb)$/i
const AUTO_LOADED_MODULE = /^(?:sitecustomize|usercustomize)\.py$|\.pth$|^pkgIndex\.tcl$/

function modulesIn(folder: string, own: PathLookup): readonly string[] {
  const found: string[] = []
  for (const [place, files] of own) {
    if (place !== folder && !place.startsWith(`${folder}/`)) continue
    found.push(...files.filter((file) => MODULE_FILE.test(file) || AUTO_LOADED_MODULE.test(basename(file))))
  }
  return found
}

function isRequestedModule(file: string, folder: string, said: ReadonlySet<string>): boolean {
  if (AUTO_LOADED_MODULE.test(basename(file))) return true
  const parts = file
    .slice(folder.length + 1)
    .replace(MODULE_FILE, '')
    .split('/')
  return parts.some((part) => said.has(part))
}

const LETTERS_PER_UNIT = 100

function requestedWords(
  { args, stdin, assignments, span }: Command,
  frame: Frame,
  recorder: CoreRecorder,
): ReadonlySet<string> {
  const input = stdin.kind === 'value' ? (stdin.value.text ?? '') : ''
  const operand = args.find(({ text }) => text !== undefined && MODULE_FILE.test(text))
  const path = operand ? recorder.path(operand).real : undefined
  const script = path === undefined ? '' : (recorder.readText(path) ?? '')
  const options = [
    ...assignments.map(({ value }) => value.known),
    ...exportedVariables(frame.scope).map(([, text]) => text),
  ]
  const texts = [...knownTexts(args), ...options, input, script]
  const found = new Set<string>()
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (!spend(frame, Math.ceil(length / LETTERS_PER_UNIT), span)) return found
  for (const text of texts)
    for (const [name] of text.matchAll(/[\w-]+/g)) {
      found.add(name)
      // `-Mname`, `-rname`: the option's letter is no part of the name.
      if (/^-[A-Za-z]./.test(name)) found.add(name.slice(2))
    }
  return found
}

export function exportedVariables(scope: Scope): readonly (readonly [string, string])[] {
  const found = new Map<string, string>()
  for (let at: Scope | undefined = scope; at; at = at.parent)
    for (const [name, variable] of at.variables)
      if (variable && !found.has(name) && (at.given || at.shell.exportsAll || at.shell.exported.has(name)))
        found.set(name, variable.word.known)
  return [...found]
}

function loadPathsOf(command: Command, frame: Frame, parts: SessionFiles['parts']): readonly LoadPath[] {
  const given = command.assignments.map(({ name, value }) => [name, value.known] as const)
  const variables = [...given, ...exportedVariables(frame.scope)].filter(
    ([name]) => !isDataVariable(name) && name !== 'PATH',
  )
  const found: LoadPath[] = []
  const take = (role: string, text: string) => {
    for (const part of new Set(text.split(/[:;,\s]+/))) {
      const plain = part.replace(/^-+[A-Za-z]?(?:[\w-]*=)?/, '').replace(/^lib=/, '')
      for (const each of new Set([part, plain])) {
        if (each === '' || each.includes('\0') || !couldLeadToFiles(each, parts, frame)) continue
        const { real } = pathUse(literalWord(each), command.cwd, frame.facts)
        if (real !== undefined && real !== frame.facts.home) found.push({ role, path: real })
      }
    }
  }
  const length = variables.reduce((sum, [, text]) => sum + text.length, 0)
  if (!spend(frame, Math.floor(length / LETTERS_PER_UNIT), command.span)) return found
  for (const [name, text] of variables) take(name, text)
  const { args } = command
  args.forEach(({ known }, at) => {
    if (/\s/.test(known) && PATH_SETTING.test(known)) take('PATH', known.replaceAll(/[+^=,'"()]/g, ' '))
    if (!/^-./.test(known)) return
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? /^(-[A-Za-z])(.+)$/s.exec(known)
    if (attached) take(known, attached[2] ?? '')
    const next = args[at + 1]?.known ?? ''
    if (!next.startsWith('-')) take(known, next)
  })
  return found
}

function couldLeadToFiles(text: string, parts: SessionFiles['parts'], { analysis, facts }: Frame): boolean {
  const name = /([^/]*)\/*$/.exec(text)?.[1] ?? ''
  return (
    /^\.{0,2}$|^~/.test(name) || parts.has(name) || analysis.overlay.links.size + (facts.session.links?.size ?? 0) > 0
  )
}

/** Modules of this session that stand before those of the same name that Python brings: where it starts, it looks first. */
function shadowingModules({ name, args, cwd }: Command, { facts }: Frame, own: PathLookup): readonly string[] {
  if (!/^(?:python|pypy)[\d.]*$/.test(baseName(name ?? ''))) return []
  const here = cwd ?? facts.cwd
  const script = args.find(isNotOptionLike)?.text
  const isolated = args.some(matching(/^-[A-Za-z]*[IP]/))
  const inline = args.some(matching(/^-[A-Za-z]*[mc]$/)) || script === undefined
  const folder = inline || !script ? here : dirname(resolve(here, script))
  if (isolated) return []
  return (own.get(folder) ?? []).filter(
    (file) =>
      file.endsWith('.py') && PYTHON_HARMLESS.has(basename(file, '.py')) && file !== resolve(here, script ?? '.'),
  )
}
