import type { Word } from '../words.ts'
import { type CommandPattern, parsePatterns } from './command-patterns.ts'
import {
  COMMON_VALUE_OPTIONS,
  createLooseWords,
  displayText,
  type LooseWords,
  parseLooseWords,
  SUBCOMMAND_VALUE_OPTIONS,
} from './loose-words.ts'
import { type Grammar, readOptions } from './options.ts'
import type { ProgramSpec } from './spec.ts'
import { mayBeOption } from './synthetic-words.ts'
import { mayBeOptions } from './word-checks.ts'

export interface SpecOptions {
  readonly listed: boolean
  readonly leading: boolean
  readonly dashes: '-' | '--'
  readonly tolerant: boolean
  /** An option writes or runs something, so that words which may be options leave doubt. */
  readonly cautious: boolean
  readonly named: boolean
  readonly all: OptionArity
  readonly scopes: readonly { readonly form: readonly CommandPattern[]; readonly arity: OptionArity }[]
  readonly drops: ReadonlySet<string>
  readonly aliases: ReadonlyMap<string, string>
}

interface OptionArity {
  readonly values: ReadonlySet<string>
  readonly grammar: Grammar
}

export function compileSpecOptions({
  options = '',
  style,
  named,
  drops = '',
  aliases = '',
  rules,
}: ProgramSpec): SpecOptions {
  const scoped = typeof options === 'string' ? { '': options } : options
  const all = scoped[''] ?? ''
  return {
    listed: style !== undefined,
    leading: style === 'leading',
    tolerant: style === 'tolerant',
    cautious: rules.some(([, ...acts]) => acts.some((act) => /^(?:writes|runs\S*) \$-/.test(String(act)))),
    named: named === true || style === 'listed' || style === 'leading' || style === 'tolerant',
    dashes: style === 'one-dash' ? '-' : '--',
    all: parseArity(all, style),
    scopes: Object.entries(scoped)
      .filter(([form]) => form !== '')
      .map(([form, names]) => ({ form: parsePatterns(form), arity: parseArity(`${names} ${all}`, style) })),
    drops: new Set(drops.split(' ')),
    aliases: new Map(aliases.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
  }
}

function parseArity(text: string, style: ProgramSpec['style']): OptionArity {
  const known = new Set<string>()
  const names: Record<'' | ':' | '?', string[]> = { '': [], ':': [], '?': [] }
  for (const item of text.split(/\s+/)) {
    if (item === '') continue
    const last = item.at(-1)
    const sign = last === ':' || last === '?' ? last : ''
    const listed = sign === '' ? item : item.slice(0, -1)
    const letters =
      style !== undefined && style !== 'one-dash' && /^-[^-]./.test(listed)
        ? [...listed.slice(1)].map((letter) => `-${letter}`)
        : [listed]
    for (const name of letters) {
      if (known.has(name)) continue
      known.add(name)
      names[sign].push(name)
    }
  }
  const bare = (list: readonly string[]) => list.map((name) => name.replace(/^-+/, '')).join(' ')
  return {
    values: new Set([
      ...names[':'],
      ...[...COMMON_VALUE_OPTIONS, ...SUBCOMMAND_VALUE_OPTIONS].filter((name) => !known.has(name)),
    ]),
    grammar: {
      flags: bare(names['']),
      values: bare(names[':']),
      optional: bare(names['?']),
      singleDash: style === 'one-dash',
      stopAtOperand: style === 'leading',
      lenient: style === 'tolerant',
    },
  }
}

export function readSpecWords(words: readonly Word[], given: SpecOptions): { loose: LooseWords; doubtful: boolean } {
  const first = readWordsWithArity(words, given.all, given)
  const scope = given.scopes.find(({ form }) => form.some((each) => matchesScope(each, first.loose)))
  return scope ? readWordsWithArity(words, scope.arity, given) : first
}

function matchesScope({ words }: CommandPattern, { operands }: LooseWords): boolean {
  return words.every((form, at) => {
    const word = operands[at]
    return form.is === 'word' && word !== undefined && form.fits(displayText(word))
  })
}

function readWordsWithArity(
  words: readonly Word[],
  arity: OptionArity,
  { listed, leading, tolerant, cautious, dashes, drops, aliases }: SpecOptions,
): ReturnType<typeof readSpecWords> {
  if (!listed) return { loose: applyAliases(parseLooseWords(words, arity.values), drops, aliases), doubtful: false }
  const options = readOptions(words, arity.grammar)
  const named = new Map<string, readonly (Word | undefined)[]>()
  for (const [name, values] of options.given) named.set(`${name.length === 1 ? '-' : dashes}${name}`, values)
  const loose = createLooseWords(options.operands, named)
  return {
    loose: applyAliases(loose, drops, aliases),
    doubtful:
      options.unknown.length > 0 ||
      (!leading && !tolerant && words.some((word) => mayBeOption(word) && !word.quoted)) ||
      (tolerant && cautious && mayBeOptions(words)),
  }
}

function applyAliases(loose: LooseWords, drops: ReadonlySet<string>, aliases: ReadonlyMap<string, string>): LooseWords {
  const start = loose.operands.findIndex(({ known }) => !drops.has(known))
  const kept = loose.operands.slice(Math.max(start, 0))
  const usual = kept.map((word, at) => {
    const name = at < 2 ? aliases.get(word.known) : undefined
    return name === undefined ? word : { ...word, known: name, text: name }
  })
  return start <= 0 && usual.every((word, at) => word === kept[at]) ? loose : createLooseWords(usual, loose.given)
}
