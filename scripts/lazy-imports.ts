import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { type Plugin, transform } from 'esbuild'

/** The helpers esbuild writes into every file it turns into CommonJS; the bundle carries them once instead. */
export const LAZY_HELPERS = [
  'var $exports=(to,all)=>{Object.defineProperty(to,"__esModule",{value:true});',
  'for(var name in all)Object.defineProperty(to,name,{get:all[name],enumerable:true})};',
].join('')

const HEAD = /^var __defProp = [\s\S]*?\n(?=var \w+ = \{\};\n__export\()/
const EXPORTS = /^var (\w+) = \{\};\n__export\(\1, (\{[\s\S]*?\n\})\);\nmodule\.exports = __toCommonJS\(\1\);$/m
const NAMES = /^\/\/ Annotate the CommonJS export names for ESM import in node:\n0 && \(module\.exports = \{[\s\S]*?\}\);\n?/m
const IMPORT = /^var (import_\w+) = require\(("[^"]+")\);$/gm

/**
 * Evaluates every module of ours on the first use of something it exports, not on import: a decision then pays only
 * for the readers it needs. The sources stay plain ES modules; this holds because none acts while it is loaded.
 */
export function lazyImports(replaced: ReadonlyMap<string, string> = new Map()): Plugin {
  return {
    name: 'lazy-imports',
    setup(build) {
      // A namespace of its own keeps package.json's "type": "module" from being applied to what is CommonJS now.
      build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
        path: relative('.', resolve(resolveDir, path)).replaceAll(sep, '/'),
        namespace: 'lazy',
      }))
      build.onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => {
        const source = replaced.get(path) ?? (await readFile(path, 'utf8'))
        const { code } = await transform(source, { loader: 'ts', format: 'cjs', platform: 'node', target: 'node22' })
        return { contents: lazy(code, source, path), loader: 'js', resolveDir: dirname(resolve(path)) }
      })
    },
  }
}

function lazy(code: string, source: string, place: string): string {
  let text = code.replace(HEAD, '').replace(EXPORTS, '$exports(exports, $2);').replace(NAMES, '')
  if (/__(?:export|toCommonJS)\(/.test(text)) throw new Error(`${place}: its exports have an unexpected form`)
  const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? '')
  text = text.replace(IMPORT, 'var $1$; function $1() { return $1$ ??= require($2) }')
  for (const name of imports) {
    if (new RegExp(`\\b${name}\\b`).test(source)) throw new Error(`${place}: uses the name ${name}, which the build needs`)
    text = text.replace(new RegExp(`\\b${name}\\.`, 'g'), `${name}().`)
  }
  return `"use strict";\n${text}`
}
