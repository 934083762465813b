import { transform } from 'esbuild'

/** A source file as the body of a function: `$exports` names what it offers, `$load` stands for every import. */
export interface LazyModule {
  readonly path: string
  /** What it imports, as written. */
  readonly imports: readonly string[]
  /** The body, once every import has the number `$load` knows it by. */
  body(numberOf: (imported: string) => number): string
}

const HELPERS = /^var __\w+ = [\s\S]*?\n(?=var \w+ = \{\};\n__export\()/
const EXPORTS = /^var (\w+) = \{\};\n__export\(\1, (\{[\s\S]*?\n\})\);\nmodule\.exports = __toCommonJS\(\1\);$/m
const EXPORT_NAMES =
  /^\/\/ Annotate the CommonJS export names for ESM import in node:\n0 && \(module\.exports = \{[\s\S]*?\}\);\n?/m
const NAMED_IMPORT = /^var (import_\w+) = require\("([^"]+)"\);$/gm
const SPACE_IMPORT = /^var (\w+) = __toESM\(require\("([^"]+)"\)\);$/gm
const LATER_IMPORT = /\bimport\("(\.[^"]+)"\)/g

/**
 * Turns an ES module into a body in which an import is looked up when it is used, so that a module is evaluated on its
 * first use. This holds because none of our modules acts while it is loaded, and fails loudly on a form it does not know.
 */
export async function lazyModule(path: string, source: string): Promise<LazyModule> {
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    define: { 'import.meta.url': '$meta.url' },
  })
  const { early, late } = offers(code)
  const text = `${code
    .replace(HELPERS, '')
    .replace(EXPORTS, () => early)
    .replace(EXPORT_NAMES, '')}${late}`
  const named = [...text.matchAll(NAMED_IMPORT)].map(([, name = '', imported = '']) => ({ name, imported }))
  const clash = named.find(({ name }) => new RegExp(`\\b${name}\\b`).test(source))
  if (clash) throw new Error(`${path}: the name ${clash.name} is taken by the build`)
  const others = [...text.matchAll(SPACE_IMPORT), ...text.matchAll(LATER_IMPORT)].map((match) => match.at(-1) ?? '')
  return {
    path,
    imports: [...new Set([...named.map(({ imported }) => imported), ...others])],
    body: (numberOf) => {
      let body = text
        .replace(NAMED_IMPORT, '')
        .replace(SPACE_IMPORT, (_, name, imported) => `const ${name} = $load(${numberOf(imported)});`)
        .replace(LATER_IMPORT, (_, imported) => `Promise.resolve().then(() => $load(${numberOf(imported)}))`)
      for (const { name, imported } of named) {
        // The parentheses keep `new a.B()` from becoming `new (a)().B()`.
        const used = body.replace(new RegExp(`\\b${name}\\.`, 'g'), `($load(${numberOf(imported)})).`)
        if (used === body) throw new Error(`${path}: imports ${imported} and uses nothing of it`)
        body = used
      }
      const left = /\brequire\(|\b__(?:export|toESM|toCommonJS)\b|\bimport_\w+\.default\b|\bimport_meta\b/.exec(body)
      if (left) throw new Error(`${path}: ${left[0]} is a form the build does not know`)
      return body
    },
  }
}

const OFFER = /^ {2}(\w+): \(\) => ([\w.]+),?$/gm
const FUNCTIONS = /^(?:async )?function\*? ?(\w+)\(/gm

/**
 * What a module offers, as plain values: a getter for each costs a short process more than it saves. Functions are there before
 * anything else is evaluated, as they are in the source; the rest comes last; what is handed on stays with its own module.
 */
function offers(code: string): { readonly early: string; readonly late: string } {
  const exported = EXPORTS.exec(code)?.[2] ?? ''
  const all = [...exported.matchAll(OFFER)].map(([, name = '', local = '']) => ({ name, local }))
  const lines = exported.split('\n').length - 2
  if (lines > 0 && all.length !== lines) throw new Error(`an export of a form the build does not know: ${exported}`)
  const functions = new Set([...code.matchAll(FUNCTIONS)].map(([, name]) => name))
  const set = (offer: (typeof all)[number]) => `exports.${offer.name} = ${offer.local};\n`
  const handedOn = all.filter(({ local }) => local.includes('.')).map(({ name, local }) => `${name}: () => ${local}`)
  const own = all.filter(({ local }) => !local.includes('.'))
  return {
    early: `${handedOn.length > 0 ? `$exports(exports, {${handedOn.join(', ')}});\n` : ''}${own
      .filter(({ local }) => functions.has(local))
      .map(set)
      .join('')}`,
    late: own
      .filter(({ local }) => !functions.has(local))
      .map(set)
      .join(''),
  }
}
