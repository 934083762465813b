import type { DataSyntax } from '../data/structured-data.ts'
import type { PathUse } from '../paths/paths.ts'
import { isNotebook } from './notebook.ts'

/** `prose`: read by people. `source`: read when it runs. `lines`: in some syntax nobody here parses. */
export type FileSyntax = DataSyntax | 'prose' | 'source' | 'notebook' | 'image' | 'markup' | 'lines'

const SYNTAX_BY_NAME: readonly (readonly [FileSyntax, RegExp])[] = [
  ['lines', /(?:^|\/)cmakelists\.txt$/],
  [
    'prose',
    /(?:^|\/)(?:readme|licen[cs]e|copying|notice|authors|contributors|changelog|changes|news|todo|install|hacking|faq|notes)$/,
  ],
  ['image', /(?:^|\/)(?:dockerfile|containerfile)(?:\.[^/]+)?$|\.(?:dockerfile|containerfile)$/],
  [
    'prose',
    /\.(?:md|mdx|mdc|markdown|rst|adoc|asciidoc|txt|text|org|tex|bib|html?|xhtml|svg|css|s[ac]ss|less|po|pot|xliff?|srt|vtt|log|diff|patch|csv|tsv|jsonl|ndjson|geojson|snap|lock|sum|map|ics|eml|feature)$/,
  ],
  [
    'source',
    /\.(?:pyi?|[cm]?[jt]sx?|vue|svelte|astro|rb|erb|p[lm]|php|phtml|(?:ba|z|k|fi|c)?sh|ps[md]?1|bat|cmd|go|rs|java|kt|swift|cs|fs|scala|[ch]|cc|hh|[ch]pp|[ch]xx|mm?|zig|dart|sql|graphql|gql|proto|prisma|wgsl|glsl|hlsl|asm|s|d|hs|ml|mli|ex|erl|clj|cljs|jl|r|pas|f90|cob|vb|nim|cr|sol|vy|cu|awk)$/,
  ],
  ['json', /\.(?:json|jsonc|json5|code-workspace|webmanifest|hujson)$/],
  ['yaml', /\.ya?ml$/],
  ['toml', /\.toml$|(?:^|\/)pipfile$/],
  ['markup', /\.(?:xml|[a-z]+proj|props|targets|plist|xaml|wxs|nuspec)$/],
]

export function detectSyntax(path: string, content: string): FileSyntax {
  const name = path.toLowerCase().replaceAll('\\', '/')
  if (isNotebook(name)) return 'notebook'
  return SYNTAX_BY_NAME.find(([, ending]) => ending.test(name))?.[0] ?? detectSyntaxFromText(content)
}

function detectSyntaxFromText(content: string): FileSyntax {
  if (
    /^#![^\n]{0,100}\b(?:(?:ba|z|da|k|fi|c)?sh|python[\d.]*|node|deno|bun|ruby|perl|php|[gm]?awk|pwsh)\b/.test(content)
  )
    return 'source'
  if (/^\s*<(?:\?xml|!doctype|[a-z])/i.test(content.slice(0, 400))) return 'markup'
  return /^\s*(?:\/\/[^\n]{0,400}\n\s*)*[{[]\s*(?:["}\]{[/]|$)/.test(content.slice(0, 4000)) ? 'json' : 'lines'
}

/** Its name within the project, or its last names: what lies above tells nothing of the file. */
export function toProjectRelativeName({ real, text }: PathUse, projectRoot: string): string {
  const name = real ?? text
  if (name.startsWith(`${projectRoot}/`)) return name.slice(projectRoot.length + 1)
  return name
    .replace(/^\/usr\/local\//, '')
    .split('/')
    .slice(-3)
    .join('/')
}

/** Tests, their fixtures and recorded results hold commands that nothing runs from there. */
export function isTestFile(path: string): boolean {
  return TEST_PATH.test(path.toLowerCase().replaceAll('\\', '/'))
}

const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__fixtures__|__snapshots__|testdata|test[-_]data|fixtures?|specs?|e2e|mocks?|snapshots?|examples?|samples?|corpus|cassettes)\/|[._-](?:test|spec|fixture|example|sample)s?\.[a-z]+$|_test\.go$/
