import { DRY_RUN_OPTIONS } from '../../knowledge/lexicon/dry-run-options.ts'
import { anyOf } from '../../knowledge/lexicon/verbs.ts'
import type { Facts } from '../facts.ts'
import { programName } from '../interpret/base-name.ts'
import { pathUse } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Command, Redirect, Word } from '../words.ts'

/**
 * Of a directory. `itself`: at most listed. `inside`: something in it. `below`: everything; `shown`: but dot names;
 * `sources`: what is code in it.
 */
export type OperandReach = 'itself' | 'inside' | 'below' | 'shown' | 'sources'

export interface OperandUse {
  readonly path: PathUse
  readonly from: string
  readonly kind: 'read' | 'write'
  readonly certain: boolean
  readonly reach: OperandReach
}

interface Operand extends Pick<OperandUse, 'kind' | 'certain' | 'reach'> {
  readonly word: Word
}

interface OperandRule extends Pick<Operand, 'kind' | 'certain'> {
  readonly program: string
  readonly verb?: string
  readonly needs?: RegExp
  readonly unless?: RegExp
  /** Its first operand is what it looks for; without a path it looks below the working directory. */
  readonly searches?: OperandReach
  readonly reach?: OperandReach
  readonly into?: boolean
  /** It is about everything below the working directory: without a path, or whatever its words name. */
  readonly whole?: 'alone' | 'always'
  readonly option?: RegExp
}

const READ_ONLY_OPTIONS = new RegExp(
  `^(?:--check|--diff|-n|--list-different|-l|--help|--version|${anyOf(...DRY_RUN_OPTIONS)})$`,
)
const WRITES_OPERANDS = { kind: 'write', certain: true } as const
const MAY_WRITE_OPERANDS = { kind: 'write', certain: false } as const
const FORMATS_OPERANDS = { ...WRITES_OPERANDS, reach: 'sources' } as const
const READS_OPERANDS = { kind: 'read', certain: true } as const

const OPERAND_RULES: readonly OperandRule[] = [
  { program: 'mv', into: true, ...WRITES_OPERANDS },
  { program: 'git', verb: 'mv', into: true, unless: READ_ONLY_OPTIONS, ...WRITES_OPERANDS },
  { program: 'git', verb: 'rm', unless: READ_ONLY_OPTIONS, ...WRITES_OPERANDS },
  { program: 'git', verb: 'restore', unless: /^(?:--staged|-S)$/, ...WRITES_OPERANDS },
  { program: 'git', verb: 'checkout', needs: /^--$/, ...WRITES_OPERANDS },
  { program: 'git', verb: 'checkout', unless: /^(?:--|-[bB]|--orphan|--detach)$/, ...MAY_WRITE_OPERANDS },
  { program: 'git', verb: 'checkout-index', ...WRITES_OPERANDS },
  { program: 'git', verb: 'stash', needs: /^--$/, ...WRITES_OPERANDS },
  {
    program: 'git',
    verb: 'clean',
    needs: /^(?:-[a-zA-Z]*f[a-zA-Z]*|--force)$/,
    unless: READ_ONLY_OPTIONS,
    whole: 'alone',
    ...WRITES_OPERANDS,
  },
  { program: 'git', verb: 'reset', needs: /^--hard$/, whole: 'always', ...MAY_WRITE_OPERANDS },
  { program: 'git', verb: 'read-tree', needs: /^-u$/, whole: 'always', ...MAY_WRITE_OPERANDS },
  { program: 'mktemp', reach: 'inside', ...MAY_WRITE_OPERANDS },
  { program: 'git', verb: 'log', needs: /^(?:-p|-u|--patch)$/, ...READS_OPERANDS },
  { program: 'git', verb: 'hash-object', ...READS_OPERANDS },
  { program: 'git', verb: 'grep', searches: 'below', ...READS_OPERANDS },
  { program: 'git', verb: 'archive', ...READS_OPERANDS },
  { program: 'git', verb: 'show', ...READS_OPERANDS },
  { program: 'git', verb: 'diff', unless: /^--(?:stat|name-only|name-status|numstat|shortstat)/, ...READS_OPERANDS },
  { program: 'git', verb: 'cat-file', ...READS_OPERANDS },
  { program: 'git', verb: 'blame', ...READS_OPERANDS },
  { program: 'rg', searches: 'shown', unless: /^(?:--files|--type-list|--version|--help)$/, ...READS_OPERANDS },
  {
    program: 'grep',
    searches: 'below',
    needs: /^(?:-[A-Za-z]*[rR][A-Za-z]*|--(?:dereference-)?recursive)$/,
    ...READS_OPERANDS,
  },
  ...['vi', 'vim', 'nvim', 'nano', 'emacs', 'micro', 'ex', 'code'].map((program) => ({
    program,
    ...MAY_WRITE_OPERANDS,
  })),
  { program: 'sort', option: /^--files0-from$/, ...READS_OPERANDS },
  { program: 'wc', option: /^--files0-from$/, ...READS_OPERANDS },
  { program: 'shuf', option: /^(?:-o|--output)$/, ...WRITES_OPERANDS },
  { program: 'prettier', needs: /^(?:--write|-w)$/, ...FORMATS_OPERANDS },
  { program: 'eslint', needs: /^--fix$/, ...FORMATS_OPERANDS },
  { program: 'stylelint', needs: /^--fix$/, ...FORMATS_OPERANDS },
  { program: 'biome', needs: /^--(?:write|apply|apply-unsafe|fix)$/, ...FORMATS_OPERANDS },
  { program: 'ruff', verb: 'format', unless: READ_ONLY_OPTIONS, ...FORMATS_OPERANDS },
  { program: 'ruff', verb: 'check', needs: /^--fix$/, ...FORMATS_OPERANDS },
  { program: 'black', unless: READ_ONLY_OPTIONS, ...FORMATS_OPERANDS },
  { program: 'isort', unless: /^(?:--check(?:-only)?|-c|--diff|--version)$/, ...FORMATS_OPERANDS },
  { program: 'gofmt', needs: /^-w$/, ...FORMATS_OPERANDS },
  { program: 'goimports', needs: /^-w$/, ...FORMATS_OPERANDS },
  { program: 'shfmt', needs: /^-w$/, ...FORMATS_OPERANDS },
  { program: 'clang-format', needs: /^-i$/, ...FORMATS_OPERANDS },
  { program: 'rustfmt', unless: READ_ONLY_OPTIONS, ...FORMATS_OPERANDS },
  { program: 'rubocop', needs: /^(?:-[aA]|--auto-?correct(?:-all)?)$/, ...FORMATS_OPERANDS },
]

const RULES_BY_PROGRAM: ReadonlyMap<string, readonly OperandRule[]> = Map.groupBy(
  OPERAND_RULES,
  ({ program }) => program,
)

const MAX_WORDS = 2000

export function operandUses(command: Command, facts: Facts): readonly OperandUse[] {
  const from = command.cwd ?? facts.cwd
  const redirects = command.redirects.flatMap((redirect): OperandUse[] => {
    const kind = redirectKind(redirect)
    const path = kind && pathUse(redirect.target, from, facts)
    if (!kind || !path || path.tags.includes('null-device')) return []
    return [{ path, from, kind, certain: true, reach: 'itself' }]
  })
  const operands = operandsOf(command).map(({ word, ...use }) => ({ path: pathUse(word, from, facts), from, ...use }))
  return [...redirects, ...operands]
}

function redirectKind({ kind }: Redirect): OperandUse['kind'] | undefined {
  switch (kind) {
    case 'write':
    case 'append':
    case 'read-write':
      return 'write'
    case 'read':
      return 'read'
    case 'here-document':
    case 'here-string':
    case 'duplicate':
      return undefined
  }
}

function operandsOf(command: Command): readonly Operand[] {
  const program = programName(command.name ?? '')
  const takers = RULES_BY_PROGRAM.get(program)
  if (!takers) return []
  const args = program === 'git' ? afterLeadingOptions(command.args) : command.args
  return takers.flatMap((taker) => matchedOperands(taker, command, args.slice(0, MAX_WORDS)))
}

function matchedOperands(taker: OperandRule, command: Command, args: readonly Word[]): Operand[] {
  const { kind, certain, verb, needs, unless, option } = taker
  if (verb !== undefined && args[0]?.text !== verb) return []
  const rest = verb === undefined ? args : args.slice(1)
  const has = (form: RegExp) => rest.some(({ text }) => text !== undefined && form.test(text))
  if ((needs && !has(needs)) || (unless && has(unless))) return []
  if (option) return optionValues(option, rest).map((word) => ({ word, kind, certain, reach: 'inside' as const }))
  const words = rest.filter(({ known }) => known !== '' && !known.startsWith('-')).map(withoutRevision)
  const paths = taker.searches ? words.slice(1) : words
  if (taker.searches && paths.length === 0 && command.head)
    return [{ word: plainWord('.', command.head), kind, certain: false, reach: taker.searches }]
  if (command.head && (taker.whole === 'always' || (taker.whole && paths.length === 0)))
    return [{ word: plainWord('.', command.head), kind, certain: false, reach: 'below' }]
  const into = taker.into && !has(/^(?:-t|--target-directory)/) ? paths.length - 1 : -1
  return paths.map((word, index) => ({
    word,
    kind,
    certain,
    reach: index === into ? 'inside' : (taker.reach ?? 'below'),
  }))
}

function afterLeadingOptions(args: readonly Word[]): readonly Word[] {
  let index = 0
  while (index < args.length && args[index]?.known.startsWith('-'))
    index += /^-[Cc]$/.test(args[index]?.known ?? '') ? 2 : 1
  return args.slice(index)
}

function withoutRevision(word: Word): Word {
  const [, path] = /^[^\s:/][^\s:]{0,200}:(?!\/)(.+)$/.exec(word.text ?? '') ?? []
  return path === undefined ? word : plainWord(path, word)
}

function optionValues(option: RegExp, args: readonly Word[]): Word[] {
  return args.flatMap((word, index) => {
    const [name = '', ...value] = (word.text ?? '').split('=')
    if (!option.test(name)) return []
    const next = args[index + 1]
    return value.length > 0 ? [plainWord(value.join('='), word)] : next ? [next] : []
  })
}

function plainWord(text: string, like: Word): Word {
  return { ...like, text, known: text, raw: text, glob: false, dynamic: false, mayBeEmpty: false }
}
