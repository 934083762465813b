import { isCompiled } from '../../code/compiled.ts'
import { readQuietly } from '../../code/written-sources.ts'
import type { FormCall } from '../form/form.ts'
import type { Standing } from '../program.ts'

/** Options that make a library: nobody starts it by its name, and whoever loads it runs it. */
const LIBRARY =
  /^(?:-shared|-dynamiclib|-bundle|-buildmode=(?:c-shared|plugin)|(?:--crate-type=?)?(?:c?dylib|proc-macro))$/
/** What a program runs before its first line, and a library as soon as it is loaded. */
const AT_LOADING = /\bconstructor\b|\.init_array|\b_init\s{0,4}\(|#\[(?:ctor|link_section)\b/

const DEFINES = /^-D([A-Za-z_]\w*(?:\([^)]*\))?)=(.*)$/s
const TELLING = /"[^"]*[\s$;|&<>`][^"]*"|^\w+$/

/** A source that this session wrote and compiles: what its calls would do once it runs, where that run cannot be seen. */
export function readCompiledSources({
  command: { args, stdin },
  scribe,
}: Pick<FormCall, 'command' | 'scribe'>): Standing {
  const defines = args.flatMap(({ known }) => {
    const [, name, value = ''] = DEFINES.exec(known) ?? []
    return name !== undefined && TELLING.test(value) ? [`#define ${name} ${value}\n`] : []
  })
  const named = args.some(({ known }) => /^-x./.test(known) || known === '-x')
  const unseen = defines.length > 0 || named || args.some(({ known }) => LIBRARY.test(known))
  for (const word of args) {
    if (word.text === undefined || word.text.startsWith('-') || !(named || isCompiled(word.text))) continue
    const { real, zone, sessionMade, text } = scribe.path(word)
    const own = real !== undefined && (sessionMade || scribe.provenance(real).kind === 'session')
    const source = own ? scribe.readText(real) : undefined
    if (source !== undefined && (zone !== 'project' || unseen || AT_LOADING.test(source)))
      readQuietly(isCompiled(text) ? text : `${text}.c`, defines.join('') + source, scribe)
  }
  const given = stdin.kind === 'value' ? stdin.value.text : undefined
  if (named && given !== undefined) readQuietly('input.c', defines.join('') + given, scribe)
  return 'proven'
}
