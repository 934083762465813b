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
  const text = code.replace(HELPERS, '').replace(EXPORTS, '$exports(exports, $2);').replace(EXPORT_NAMES, '')
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
