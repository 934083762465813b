import { basename, dirname, extname, resolve } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import { isCompiled } from '../code/compiled.ts'
import { PYTHON_HARMLESS } from '../code/tables/python-modules.ts'
import { readQuietly } from '../code/written-sources.ts'
import { pathUse } from '../path-use.ts'
import { families, familyFor } from '../programs/registry.ts'
import { isDataVariable } from '../programs/shell/given-names.ts'
import { knownIn, like, undashed } from '../programs/unlisted/shapes.ts'
import { textsOf } from '../unread.ts'
import { asksOnly } from '../verbs.ts'
import type { Command } from '../words.ts'
import type { Call } from './dispatch.ts'
import { type Analysis, type Frame, spend } from './frame.ts'
import { languageOf } from './language.ts'
import { type Lookup, type OwnFiles, ownFiles, ownsNothing } from './own-files.ts'
import type { Scope } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { literalWord } from './values.ts'

const STARTS = families(undefined, 'build', 'packages', 'interpreters', 'cloud')

/** A command for an interpreter inside a program that sets where to look: `set path+=x`. */
const SETS_PATH = /\b(?:rtp|\w*path|load\w*|directory)\b/

function mayStart({ name = '', args }: Command): boolean {
  return STARTS.has(familyFor(name)) || args.some(({ known }) => /\s/.test(known) && SETS_PATH.test(known))
}

const SEARCHED =
  /(?:PATH|LIB|OPT|OPTS|OPTIONS|USERBASE)\d*$|^-[ILM]|^--?(?:include|load-path|lib|library-path|path)(?:=|$)/
const SEARCHED_FOR_PROGRAMS = /PATH$|^-B./

interface Pointer {
  readonly role: string
  readonly path: string
}

/** Files that are being read because something led there: a helper that starts its like is read once. */
const READING = new WeakMap<Analysis, Set<string>>()

/** Code of this session that a variable or an option leads to: a folder of programs, or of modules one of which is asked for. */
export function statePointed({ command, frame }: Call, scribe: CoreScribe): void {
  const { name } = command
  if (ownsNothing(frame)) return
  if (name === undefined || frame.place !== 'here' || asksOnly(command) || !mayStart(command)) return
  const { inFolder: own, parts } = ownFiles(frame)
  if (own.size === 0) return
  const pointers = pointersOf(command, frame, parts)
  const taken = new Set<string>()
  let said: ReadonlySet<string> | undefined
  for (const { role, path } of pointers) {
    for (const file of own.get(path) ?? []) if (isHelper(file, baseName(name), role)) taken.add(file)
    if (!SEARCHED.test(role)) continue
    if (own.get(path)?.some(like(LIBRARY))) for (const file of librarySources(path, frame)) taken.add(file)
    const modules = modulesIn(path, own)
    if (modules.length === 0) continue
    said ??= words(command, frame, scribe)
    for (const file of modules) if (isAsked(file, path, said)) taken.add(file)
  }
  for (const file of shadows(command, frame, own)) taken.add(file)
  for (const [file, text] of textsOf([...taken], scribe)) readPointed(file, text, scribe)
}

function readPointed(file: string, text: string | undefined, scribe: CoreScribe): void {
  const { analysis } = scribe.frame
  const reading = READING.get(analysis) ?? new Set()
  READING.set(analysis, reading)
  // Under the name of the one that is read another may lie by now.
  const key = `${file}\0${text ?? ''}`
  if (reading.has(key)) return
  // A helper under the name of a program, and nobody can tell what it does.
  if (text === undefined && familyFor(basename(file)) !== undefined)
    scribe.effect({ kind: 'run-program', program: file, identity: 'session-made', certainty: 'likely' })
  if (text === undefined) return
  reading.add(key)
  readQuietly(file, text, scribe, languageOfModule(file, text))
  reading.delete(key)
}

const LIBRARY = /\.(?:so|dylib|node|pyd|dll)(?:\.\d+)*$/

function librarySources(folder: string, { facts }: Frame): readonly string[] {
  const near = new Set([folder, dirname(folder), facts.cwd])
  return [...facts.session.written.keys()].filter((path) => isCompiled(path) && near.has(dirname(path)))
}

function languageOfModule(file: string, text: string) {
  return isCompiled(file) || /\.(?:tcl|tm|vim)$/.test(file) ? 'other' : languageOf(file, text)
}

/** A tool looks for its helpers by name: that of a program, or its own with a dash; a search path may hold any. */
function isHelper(file: string, tool: string, role: string): boolean {
  const name = basename(file)
  const known = familyFor(name) !== undefined || name.startsWith(`${tool}-`)
  return isProgram(file) && (known || SEARCHED_FOR_PROGRAMS.test(role))
}

function isProgram(file: string): boolean {
  return extname(file) === '' && !basename(file).startsWith('.')
}

const MODULE = /\.(?:py|[cm]?[jt]s|pm|pl|rb|tcl|tm|lua|php|r|jl|vim|el|scm|gdb)$/i
const ALWAYS = /^(?:sitecustomize|usercustomize)\.py$|\.pth$|^pkgIndex\.tcl$/

function modulesIn(folder: string, own: Lookup): readonly string[] {
  const found: string[] = []
  for (const [place, files] of own) {
    if (place !== folder && !place.startsWith(`${folder}/`)) continue
    found.push(...files.filter((file) => MODULE.test(file) || ALWAYS.test(basename(file))))
  }
  return found
}

function isAsked(file: string, folder: string, said: ReadonlySet<string>): boolean {
  if (ALWAYS.test(basename(file))) return true
  const parts = file
    .slice(folder.length + 1)
    .replace(MODULE, '')
    .split('/')
  return parts.some((part) => said.has(part))
}

const PER_WORK = 100

function words({ args, stdin, assignments, span }: Command, frame: Frame, scribe: CoreScribe): ReadonlySet<string> {
  const input = stdin.kind === 'value' ? (stdin.value.text ?? '') : ''
  const operand = args.find(({ text }) => text !== undefined && MODULE.test(text))
  const path = operand ? scribe.path(operand).real : undefined
  const script = path === undefined ? '' : (scribe.readText(path) ?? '')
  const options = [...assignments.map(({ value }) => value.known), ...exported(frame.scope).map(([, text]) => text)]
  const texts = [...knownIn(args), ...options, input, script]
  const found = new Set<string>()
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (!spend(frame, Math.ceil(length / PER_WORK), span)) return found
  for (const text of texts)
    for (const [name] of text.matchAll(/[\w-]+/g)) {
      found.add(name)
      // `-Mname`, `-rname`: the option's letter is no part of the name.
      if (/^-[A-Za-z]./.test(name)) found.add(name.slice(2))
    }
  return found
}

export function exported(scope: Scope): readonly (readonly [string, string])[] {
  const found = new Map<string, string>()
  for (let at: Scope | undefined = scope; at; at = at.parent)
    for (const [name, variable] of at.variables)
      if (variable && !found.has(name) && (at.given || at.shell.exportsAll || at.shell.exported.has(name)))
        found.set(name, variable.word.known)
  return [...found]
}

function pointersOf(command: Command, frame: Frame, parts: OwnFiles['parts']): readonly Pointer[] {
  const given = command.assignments.map(({ name, value }) => [name, value.known] as const)
  const variables = [...given, ...exported(frame.scope)].filter(([name]) => !isDataVariable(name) && name !== 'PATH')
  const found: Pointer[] = []
  const take = (role: string, text: string) => {
    for (const part of new Set(text.split(/[:;,\s]+/))) {
      const plain = part.replace(/^-+[A-Za-z]?(?:[\w-]*=)?/, '').replace(/^lib=/, '')
      for (const each of new Set([part, plain])) {
        if (each === '' || each.includes('\0') || !mayLead(each, parts, frame)) continue
        const { real } = pathUse(literalWord(each), command.cwd, frame.facts)
        if (real !== undefined && real !== frame.facts.home) found.push({ role, path: real })
      }
    }
  }
  const length = variables.reduce((sum, [, text]) => sum + text.length, 0)
  if (!spend(frame, Math.floor(length / PER_WORK), command.span)) return found
  for (const [name, text] of variables) take(name, text)
  const { args } = command
  args.forEach(({ known }, at) => {
    if (/\s/.test(known) && SETS_PATH.test(known)) take('PATH', known.replaceAll(/[+^=,'"()]/g, ' '))
    if (!/^-./.test(known)) return
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? /^(-[A-Za-z])(.+)$/s.exec(known)
    if (attached) take(known, attached[2] ?? '')
    const next = args[at + 1]?.known ?? ''
    if (!next.startsWith('-')) take(known, next)
  })
  return found
}

function mayLead(text: string, parts: OwnFiles['parts'], { analysis, facts }: Frame): boolean {
  const name = /([^/]*)\/*$/.exec(text)?.[1] ?? ''
  return (
    /^\.{0,2}$|^~/.test(name) || parts.has(name) || analysis.overlay.links.size + (facts.session.links?.size ?? 0) > 0
  )
}

/** Modules of this session that stand before those of the same name that Python brings: where it starts, it looks first. */
function shadows({ name, args, cwd }: Command, { facts }: Frame, own: Lookup): readonly string[] {
  if (!/^(?:python|pypy)[\d.]*$/.test(baseName(name ?? ''))) return []
  const here = cwd ?? facts.cwd
  const script = args.find(undashed)?.text
  const isolated = args.some(like(/^-[A-Za-z]*[IP]/))
  const inline = args.some(like(/^-[A-Za-z]*[mc]$/)) || script === undefined
  const folder = inline || !script ? here : dirname(resolve(here, script))
  if (isolated) return []
  return (own.get(folder) ?? []).filter(
    (file) =>
      file.endsWith('.py') && PYTHON_HARMLESS.has(basename(file, '.py')) && file !== resolve(here, script ?? '.'),
  )
}
