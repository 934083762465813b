import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../scripts/source-files.ts'
import { wordListsIn } from '../scripts/word-lists.ts'
import { DEFAULT_BRANCHES } from '../src/knowledge/lexicon/default-branches.ts'
import { PRODUCTION_WORDS, TEST_PLACE_WORDS } from '../src/knowledge/lexicon/deployment-environments.ts'
import { DRY_RUN_OPTIONS } from '../src/knowledge/lexicon/dry-run-options.ts'
import { MONEY_VERBS } from '../src/knowledge/lexicon/money-words.ts'
import { SECRET_NAMES } from '../src/knowledge/lexicon/secret-names.ts'
import { VERBS } from '../src/knowledge/lexicon/verbs.ts'

interface Concept {
  readonly name: string
  readonly words: ReadonlySet<string>
  /** So many of them in one list are the lexicon's list, spelled again. */
  readonly most: number
  readonly take: string
}

const concept = (name: string, words: readonly string[], take: string, most = 2): Concept => ({
  name,
  words: new Set(words),
  most,
  take: `src/knowledge/lexicon/${take}`,
})

const CONCEPTS: readonly Concept[] = [
  concept('verbs of deletion', [...VERBS.delete, ...VERBS.erase], 'verbs.ts: VERBS, isVerb, anyOf'),
  concept(
    'dry-run options',
    // `plan` and `pretend` mean other things as often.
    DRY_RUN_OPTIONS.map((option) => option.replace(/^--/, '').replaceAll('_', '-')).filter((name) =>
      /-run$|dryrun|-?if$|-act$/.test(name),
    ),
    'dry-run-options.ts: isDryRunOption, isDryRunName, DRY_RUN_IN_NAME',
    0,
  ),
  concept('help options', ['help', 'h', 'version', 'v'], 'help-options.ts: isHelpOption, isHelpWord'),
  concept(
    'names of secrets',
    [...SECRET_NAMES.password, ...SECRET_NAMES.value],
    'secret-names.ts: SECRET_NAMES, PASSWORD, SECRET',
  ),
  concept('words for money', [...MONEY_VERBS.buy, ...MONEY_VERBS.pay], 'money-words.ts: MONEY_VERBS'),
  concept('default branches', DEFAULT_BRANCHES, 'default-branches.ts: DEFAULT_BRANCHES'),
  concept('words for production', PRODUCTION_WORDS, 'deployment-environments.ts: PRODUCTION_WORDS, environmentOfName'),
  concept('words for test places', TEST_PLACE_WORDS, 'deployment-environments.ts: TEST_PLACE_WORDS', 3),
]

/** Here words stand for what a program's, a library's or a language's documentation says: its grammar, which nobody else shares. */
const GRAMMARS: readonly (readonly [place: RegExp, whose: string])[] = [
  [/^src\/knowledge\/lexicon\//, 'the lexicon'],
  [/^src\/knowledge\/programs\//, 'sub-commands and options of the programs'],
  [/^src\/analysis\/powershell\/|^src\/rules\/powershell\.ts$/, 'cmdlets and their aliases'],
  [/^src\/analysis\/sql\//, 'statements and columns of databases'],
  [/^src\/analysis\/code\/(?:tables\/|listed-deletes\.ts|unparsed-languages\.ts)/, 'functions of libraries'],
  [
    /^src\/(?:cli|server|integrations)\/|^src\/analysis\/gate\/gate-commands\.ts$/,
    "Irongate's own options, and those of its hosts",
  ],
  [/^src\/judge\/model\/prompt\/|\.static\.ts$|\/examples\.ts$/, 'texts'],
]

/** Lists that spell such words all the same, each with its reason. There are at most ten. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['src/analysis/interpret/build-tool.ts: help options', 'the specs of build tools are made here'],
  ['src/analysis/interpret/patched-files.ts: dry-run options', "`patch`'s own options"],
  ['src/analysis/interpret/started-containers.ts: dry-run options', "`docker compose`'s own options"],
  ['src/analysis/interpret/wrapper-specs.ts: help options', "`flock`'s own options"],
  ['src/analysis/paths/path-tag-places.ts: names of secrets', 'names of files, in patterns of paths'],
  [
    'src/analysis/prompt-instructions/instruction-effects.ts: names of secrets',
    'phrases of people: "all tokens", not "a token"',
  ],
  [
    'src/analysis/shell/argument-slots.ts: names of secrets',
    'options that are given one: `--secret` of a build sends it',
  ],
  ['src/analysis/shell/session-migrations.ts: verbs of deletion', 'statements of SQL and calls of object mappers'],
  ['src/redaction/env.ts: words for test places', 'values that are shown: one more would show more'],
  ['src/wording/services.ts: dry-run options', 'a command that is suggested'],
])

interface Found {
  readonly key: string
  readonly message: string
}

const unseparated = (text: string) => text.toLowerCase().replace(/[-_?.[\] ]/g, '')

/** Those of a concept that a list spells, each once: `tokens` is `token`. */
function membersOf(concept: ReadonlySet<string>, list: ReadonlySet<string>): readonly string[] {
  const found = [...list].flatMap((word) => [word.replace(/s$/, ''), word].find((each) => concept.has(each)) ?? [])
  return [...new Set(found)]
}

function spelledIn(path: string, text: string): Found[] {
  const plain = unseparated(text)
  const possible = CONCEPTS.filter(
    ({ words, most }) => [...words].filter((word) => plain.includes(unseparated(word))).length > most,
  )
  if (possible.length === 0) return []
  const lists = wordListsIn(text)
  return possible.flatMap(({ name, words, most, take }) => {
    const [first] = lists
      .map((list) => ({ line: list.line, said: membersOf(words, list.words) }))
      .filter(({ said }) => said.length > most)
    if (first === undefined) return []
    const message = `${path}:${first.line} spells ${name} (${first.said.join(', ')}): take them from ${take}`
    return [{ key: `${path}: ${name}`, message }]
  })
}

describe('one lexicon', () => {
  it('no list outside of it spells its words', () => {
    const files = sourceFiles('src').filter(
      ({ path, text }) =>
        !/\.test\.ts$|\/testing\.ts$|\.tsx$/.test(path) &&
        !text.startsWith('// Generated') &&
        !GRAMMARS.some(([place]) => place.test(path)),
    )
    const found = files.flatMap(({ path, text }) => spelledIn(path, text))
    expect(found.filter(({ key }) => !NAMED.has(key)).map(({ message }) => message)).toEqual([])
    expect(NAMED.size).toBeLessThanOrEqual(10)
    const met = new Set(found.map(({ key }) => key))
    expect([...NAMED.keys()].filter((key) => !met.has(key))).toEqual([])
  })

  it.each([
    ['an array', `const A = ['delete', 'rm', 'purge']`],
    ['an array over lines', `const A = [\n  'delete',\n  // why\n  'rm',\n  "purge",\n]`],
    ['a text that is split', `const A = new Set('create delete rm purge'.split(' '))`],
    ['texts put together', `const A = ('delete rm ' + 'purge').split(' ')`],
    ['a pattern', `const A = /^(?:list|deletes?|rm|purge)$/i`],
    ['a pattern made of a text', 'const A = new RegExp(`^(?:delete|rm)|${"purge"}$`)'],
    ['comparisons', `const a = (v: string) => v === 'delete' || v === 'rm' || v === 'purge'`],
    ['constants of the same file', `const A = ['delete', 'rm']\nconst B = [...A, 'purge']`],
    ['options', `const A = ['--delete', '--rm', '--purge']`],
    ['a row of a table', `const A = [['x', 'delete rm purge'], ['y', 'list']]`],
  ])('finds %s', (_what, text) => {
    expect(spelledIn('src/x.ts', text).map(({ key }) => key)).toContain('src/x.ts: verbs of deletion')
  })

  it('finds one dry-run option', () => {
    expect(spelledIn('src/x.ts', `const A = /^--(?:dry-?run|list)$/`)[0]?.message).toMatch(/dry-run-options\.ts/)
  })

  it.each([
    ['two of them', `const A = ['delete', 'rm', 'list']`],
    ['words of the lexicon', `const A = new Set([...VERBS.delete, 'kill'])`],
    ['a sentence', `const A = 'Deletes: delete, rm and purge are meant.'`],
    ['rows that each hold one', `const A = [['delete', 'a'], ['rm', 'b'], ['purge', 'c']]`],
    ['a comment', `// delete rm purge\nconst A = 1`],
  ])('leaves %s', (_what, text) => expect(spelledIn('src/x.ts', text)).toEqual([]))
})
