import { programName } from '../base-name.ts'
import type { Facts } from '../facts.ts'
import { pathUse } from '../path-use.ts'
import type { PathUse } from '../paths.ts'
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

interface Taker extends Pick<Operand, 'kind' | 'certain'> {
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

const LOOKS = /^(?:--check|--diff|--dry-run|-n|--list-different|-l|--help|--version)$/
const changes = { kind: 'write', certain: true } as const
const perhapsChanges = { kind: 'write', certain: false } as const
const formats = { ...changes, reach: 'sources' } as const
const reads = { kind: 'read', certain: true } as const

const TAKERS: readonly Taker[] = [
  { program: 'mv', into: true, ...changes },
  { program: 'git', verb: 'mv', into: true, unless: LOOKS, ...changes },
  { program: 'git', verb: 'rm', unless: /^(?:-n|--dry-run)$/, ...changes },
  { program: 'git', verb: 'restore', unless: /^(?:--staged|-S)$/, ...changes },
  { program: 'git', verb: 'checkout', needs: /^--$/, ...changes },
  { program: 'git', verb: 'checkout', unless: /^(?:--|-[bB]|--orphan|--detach)$/, ...perhapsChanges },
  { program: 'git', verb: 'checkout-index', ...changes },
  { program: 'git', verb: 'stash', needs: /^--$/, ...changes },
  {
    program: 'git',
    verb: 'clean',
    needs: /^(?:-[a-zA-Z]*f[a-zA-Z]*|--force)$/,
    unless: LOOKS,
    whole: 'alone',
    ...changes,
  },
  { program: 'git', verb: 'reset', needs: /^--hard$/, whole: 'always', ...perhapsChanges },
  { program: 'git', verb: 'read-tree', needs: /^-u$/, whole: 'always', ...perhapsChanges },
  { program: 'mktemp', reach: 'inside', ...perhapsChanges },
  { program: 'git', verb: 'log', needs: /^(?:-p|-u|--patch)$/, ...reads },
  { program: 'git', verb: 'hash-object', ...reads },
  { program: 'git', verb: 'grep', searches: 'below', ...reads },
  { program: 'git', verb: 'archive', ...reads },
  { program: 'git', verb: 'show', ...reads },
  { program: 'git', verb: 'diff', unless: /^--(?:stat|name-only|name-status|numstat|shortstat)/, ...reads },
  { program: 'git', verb: 'cat-file', ...reads },
  { program: 'git', verb: 'blame', ...reads },
  { program: 'rg', searches: 'shown', unless: /^(?:--files|--type-list|--version|--help)$/, ...reads },
  { program: 'grep', searches: 'below', needs: /^(?:-[A-Za-z]*[rR][A-Za-z]*|--(?:dereference-)?recursive)$/, ...reads },
  ...['vi', 'vim', 'nvim', 'nano', 'emacs', 'micro', 'ex', 'code'].map((program) => ({ program, ...perhapsChanges })),
  { program: 'sort', option: /^--files0-from$/, ...reads },
  { program: 'wc', option: /^--files0-from$/, ...reads },
  { program: 'shuf', option: /^(?:-o|--output)$/, ...changes },
  { program: 'prettier', needs: /^(?:--write|-w)$/, ...formats },
  { program: 'eslint', needs: /^--fix$/, ...formats },
  { program: 'stylelint', needs: /^--fix$/, ...formats },
  { program: 'biome', needs: /^--(?:write|apply|apply-unsafe|fix)$/, ...formats },
  { program: 'ruff', verb: 'format', unless: LOOKS, ...formats },
  { program: 'ruff', verb: 'check', needs: /^--fix$/, ...formats },
  { program: 'black', unless: LOOKS, ...formats },
  { program: 'isort', unless: /^(?:--check(?:-only)?|-c|--diff|--version)$/, ...formats },
  { program: 'gofmt', needs: /^-w$/, ...formats },
  { program: 'goimports', needs: /^-w$/, ...formats },
  { program: 'shfmt', needs: /^-w$/, ...formats },
  { program: 'clang-format', needs: /^-i$/, ...formats },
  { program: 'rustfmt', unless: LOOKS, ...formats },
  { program: 'rubocop', needs: /^(?:-[aA]|--auto-?correct(?:-all)?)$/, ...formats },
]

const BY_PROGRAM: ReadonlyMap<string, readonly Taker[]> = Map.groupBy(TAKERS, ({ program }) => program)

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
  const takers = BY_PROGRAM.get(program)
  if (!takers) return []
  const args = program === 'git' ? afterLeading(command.args) : command.args
  return takers.flatMap((taker) => taken(taker, command, args.slice(0, MAX_WORDS)))
}

function taken(taker: Taker, command: Command, args: readonly Word[]): Operand[] {
  const { kind, certain, verb, needs, unless, option } = taker
  if (verb !== undefined && args[0]?.text !== verb) return []
  const rest = verb === undefined ? args : args.slice(1)
  const has = (form: RegExp) => rest.some(({ text }) => text !== undefined && form.test(text))
  if ((needs && !has(needs)) || (unless && has(unless))) return []
  if (option) return valuesOf(option, rest).map((word) => ({ word, kind, certain, reach: 'inside' as const }))
  const words = rest.filter(({ known }) => known !== '' && !known.startsWith('-')).map(withoutRevision)
  const paths = taker.searches ? words.slice(1) : words
  if (taker.searches && paths.length === 0 && command.head)
    return [{ word: plain('.', command.head), kind, certain: false, reach: taker.searches }]
  if (command.head && (taker.whole === 'always' || (taker.whole && paths.length === 0)))
    return [{ word: plain('.', command.head), kind, certain: false, reach: 'below' }]
  const into = taker.into && !has(/^(?:-t|--target-directory)/) ? paths.length - 1 : -1
  return paths.map((word, index) => ({
    word,
    kind,
    certain,
    reach: index === into ? 'inside' : (taker.reach ?? 'below'),
  }))
}

function afterLeading(args: readonly Word[]): readonly Word[] {
  let index = 0
  while (index < args.length && args[index]?.known.startsWith('-'))
    index += /^-[Cc]$/.test(args[index]?.known ?? '') ? 2 : 1
  return args.slice(index)
}

function withoutRevision(word: Word): Word {
  const [, path] = /^[^\s:/][^\s:]{0,200}:(?!\/)(.+)$/.exec(word.text ?? '') ?? []
  return path === undefined ? word : plain(path, word)
}

function valuesOf(option: RegExp, args: readonly Word[]): Word[] {
  return args.flatMap((word, index) => {
    const [name = '', ...value] = (word.text ?? '').split('=')
    if (!option.test(name)) return []
    const next = args[index + 1]
    return value.length > 0 ? [plain(value.join('='), word)] : next ? [next] : []
  })
}

function plain(text: string, like: Word): Word {
  return { ...like, text, known: text, raw: text, glob: false, dynamic: false, mayBeEmpty: false }
}
