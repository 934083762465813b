import { dirname, join, normalize } from 'node:path/posix'
import type { SessionFacts } from '../facts.ts'
import type { Language } from './languages.ts'
import type { LoadModule } from './run/calls.ts'
import { Evaluator } from './run/evaluate.ts'
import type { Run } from './run/run.ts'
import { reference } from './run/value.ts'

const MAX_MODULES = 40
const MAX_LOOKS = 1_500

export function moduleLoader(run: Run, language: Language): LoadModule {
  const loaded = new Set<string>()
  let looked = 0
  const load: LoadModule = (module) => {
    if (++looked > MAX_LOOKS) {
      run.unread('too many imports')
      return undefined
    }
    const { session } = run.scribe.facts
    const here = run.file === undefined ? (run.scribe.pathOf('.').real ?? run.scribe.facts.cwd) : dirname(run.file)
    for (const path of placesOf(language.library.moduleFiles(module), here, session)) {
      const from = run.scribe.provenance(path)
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
      const made = session.written.has(path) || run.scribe.pathOf(path).sessionMade
      if (!made || loaded.has(path)) continue
      if (loaded.size >= MAX_MODULES) {
        run.unread('too many modules')
        continue
      }
      loaded.add(path)
      const text = run.scribe.readText(path) ?? session.written.get(path)
      // In a folder that the session made, only what is known to be there counts: packages come from their registry.
      if (text === undefined && !session.written.has(path) && run.scribe.facts.file(path).kind !== 'file') continue
      if (text === undefined) {
        run.unknown(`${module} was written by this session and cannot be read`)
        return undefined
      }
      return readModule(text, module)
    }
    return undefined
  }
  const readModule = (text: string, module: string) => {
    const { body, confusions } = language.parse(text)
    if (confusions > 0) run.unknown(`${module} is not understood in full`)
    const inner = new Evaluator(run, language.library, language.parse, load)
    inner.block(body, run.globals)
    return moduleValue(run, body, module)
  }
  return load
}

/** Where a module may lie: beside the file, or wherever this session wrote one of that name and the search path may lead. */
function placesOf(names: readonly string[], here: string, { written }: SessionFacts): readonly string[] {
  const beside = names.map((name) => (name.startsWith('/') ? normalize(name) : normalize(join(here, name))))
  const plain = names.filter((name) => /^\w/.test(name))
  const elsewhere = plain.flatMap((name) => [...written.keys()].filter((path) => path.endsWith(`/${name}`)))
  return [...new Set([...beside, ...elsewhere])]
}

function moduleValue(run: Run, body: readonly { type: string; name?: string | undefined }[], module: string) {
  const fields = new Map()
  for (const node of body) {
    if ((node.type === 'function' || node.type === 'class') && node.name)
      fields.set(node.name, run.globals.get(node.name))
  }
  return { ...reference(module), fields }
}
