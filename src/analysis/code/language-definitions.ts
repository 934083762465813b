import { dirname, join, normalize } from 'node:path/posix'
import type { CodeLanguage } from '../effects.ts'
import type { SessionFacts } from '../facts.ts'
import { isGateBundleText } from '../gate/gate-program.ts'
import { parseCurly } from './parse/curly.ts'
import { parseJavaScript } from './parse/javascript.ts'
import { parsePython } from './parse/python.ts'
import { parseRuby } from './parse/ruby.ts'
import { type AbstractValue, referenceValue } from './run/abstract-value.ts'
import type { Library } from './run/call-table.ts'
import type { LoadModule, ParseSource } from './run/calls.ts'
import { Evaluator } from './run/evaluate.ts'
import { recordGateLoad, recordGateModule } from './run/gate-modules.ts'
import type { CodeRun } from './run/run.ts'
import type { Node } from './syntax.ts'
import { JAVASCRIPT } from './tables/javascript.ts'
import { PERL } from './tables/perl.ts'
import { PHP } from './tables/php.ts'
import { PYTHON } from './tables/python.ts'
import { RUBY } from './tables/ruby.ts'

export interface LanguageDefinition {
  readonly parse: ParseSource
  readonly library: Library
}

const LANGUAGES = new Map<CodeLanguage, LanguageDefinition>([
  ['python', { parse: parsePython, library: PYTHON }],
  ['javascript', { parse: parseJavaScript, library: JAVASCRIPT }],
  ['ruby', { parse: parseRuby, library: RUBY }],
  ['perl', { parse: (text) => parseCurly('perl', text), library: PERL }],
  ['php', { parse: (text) => parseCurly('php', text), library: PHP }],
])

export function languageDefinitionOf(language: CodeLanguage): LanguageDefinition | undefined {
  return LANGUAGES.get(language)
}

const MAX_MODULES = 40
const MAX_LOOKUPS = 1_500

export function createModuleLoader(run: CodeRun, language: LanguageDefinition): LoadModule {
  const loaded = new Set<string>()
  let looked = 0
  const load: LoadModule = (module) => {
    if (++looked > MAX_LOOKUPS) {
      run.unread('too many imports')
      return undefined
    }
    const { session } = run.recorder.facts
    if (run.language === 'javascript') recordGateModule(module, run)
    const here = run.file === undefined ? (run.recorder.pathOf('.').real ?? run.recorder.facts.cwd) : dirname(run.file)
    for (const path of modulePlaces(language.library.moduleFiles(module), here, session)) {
      const from = run.recorder.provenance(path)
      const host = from.kind === 'elsewhere' && !from.inside ? from.host : run.hostOf(path)
      if (host !== undefined) {
        run.unknown(`${module} was downloaded`)
        run.state({
          kind: 'run-code',
          language: run.language,
          origin: 'download',
          read: false,
          host,
          by: `import ${module}`,
        })
        return undefined
      }
      const made = session.written.has(path) || run.recorder.pathOf(path).sessionMade
      if (!made || loaded.has(path)) continue
      if (loaded.size >= MAX_MODULES) {
        run.unread('too many modules')
        continue
      }
      loaded.add(path)
      const text = run.recorder.readText(path) ?? session.written.get(path)
      // In a folder that the session made, only what is known to be there counts: packages come from their registry.
      if (text === undefined && !session.written.has(path) && run.recorder.facts.file(path).kind !== 'file') continue
      if (text === undefined) {
        run.unknown(`${module} was written by this session and cannot be read`)
        return undefined
      }
      return readModule(text, module, path)
    }
    return undefined
  }
  const readModule = (text: string, module: string, path: string) => {
    if (isGateBundleText(text)) recordGateLoad(module, run)
    const { body, confusions } = language.parse(text)
    if (confusions > 0) run.unknown(`${module} is not understood in full`)
    const inner = new Evaluator(run, language.library, language.parse, load)
    const { file } = run
    // What a module says of its own place is said of where it lies.
    run.file = path
    inner.block(body, run.globals)
    run.file = file
    return moduleValue(run, body, module)
  }
  return load
}

/** Where a module may lie: beside the file, or wherever this session wrote one of that name and the search path may lead. */
function modulePlaces(names: readonly string[], here: string, { written }: SessionFacts): readonly string[] {
  const beside = names.map((name) => (name.startsWith('/') ? normalize(name) : normalize(join(here, name))))
  const plain = names.filter((name) => /^\w/.test(name))
  const elsewhere = plain.flatMap((name) => [...written.keys()].filter((path) => path.endsWith(`/${name}`)))
  return [...new Set([...beside, ...elsewhere])]
}

/** What others may take from a module: its functions and classes, and the values that it names. */
function moduleValue(run: CodeRun, body: readonly Node[], module: string) {
  const fields = new Map<string, AbstractValue>()
  for (const name of body.flatMap(namesMade)) {
    const value = run.globals.get(name)
    if (value) fields.set(name, value)
  }
  return { ...referenceValue(module), fields }
}

function namesMade(node: Node): readonly string[] {
  switch (node.type) {
    case 'function':
    case 'class':
      return node.name === undefined ? [] : [node.name]
    case 'assign':
      if (node.target.type === 'name') return [node.target.name]
      // `module.exports = { a, b }`
      return node.target.type === 'member' && node.target.name === 'exports' && node.value.type === 'map'
        ? node.value.entries.flatMap(({ value }) => (value.type === 'name' ? [value.name] : []))
        : []
    case 'block':
      return node.body.flatMap(namesMade)
    default:
      return []
  }
}
