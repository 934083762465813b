import type { Action, UnknownKind } from '../action.ts'
import type { Facts } from '../facts.ts'
import { programName } from '../interpret/base-name.ts'
import { programFor } from '../interpret/registry.ts'
import type { Command, Word } from '../words.ts'
import { type EmbeddedCommands, findEmbeddedCommands } from './embedded-commands.ts'
import { possibleCommandsOf } from './possible-commands.ts'
import { unwrapSafely } from './transparent-wrappers.ts'

/** One command a shell would run, in every spelling a deny or ask rule may have meant. */
export interface CommandForms {
  readonly spellings: readonly string[]
  /** `\0` where something is not known, if that could be the program or further options. */
  readonly open: string | undefined
  /** Words that may begin a command of their own. */
  readonly inner?: EmbeddedCommands
  /** Nobody can tell whether it runs. */
  readonly possible?: true
}

export function commandText(action: Action): string {
  const value = Object.hasOwn(action.call.input, 'command') ? action.call.input['command'] : undefined
  return typeof value === 'string' ? value : ''
}

export function commandLineOf({ head, args }: Command): string {
  return [head?.raw ?? '', ...args.map((word) => word.text ?? word.raw)].join(' ')
}

export function isUnwrapped({ wrapperNames, assignments }: Command): boolean {
  return wrapperNames.length === 0 && assignments.length === 0
}

/** What an Action runs and may run. Where the reading stopped short, also the text cut at operators. */
export function commandFormsOf(action: Action, facts: Facts): readonly CommandForms[] {
  const text = commandText(action)
  const spelled = action.commands.map((command) => findEmbeddedCommands(command, action))
  const certain = action.commands.map((command, at): CommandForms => {
    const form = commandForms(command, text)
    const inner = spelled[at]
    return inner ? { ...form, inner } : form
  })
  const { commands, rough: pieces, anything } = possibleCommandsOf(action, facts)
  const possible = [
    ...commands.map((command) => commandForms(command, '')),
    ...(pieces.length > 0 ? [{ spellings: pieces, open: undefined }] : []),
    ...(anything ? [ANY_COMMAND] : []),
  ].map((form): CommandForms => ({ ...form, possible: true }))
  if (text === '') return [...certain, ...possible]
  const rough = isFullyRead(action) ? [] : roughParts(text)
  return [{ spellings: [...new Set([text.trim(), ...rough])], open: undefined }, ...certain, ...possible]
}

/** Any command at all. */
const ANY_COMMAND: CommandForms = { spellings: [], open: '\0' }

function commandForms(command: Command, text: string): CommandForms {
  const words = command.head ? [command.head, ...command.args] : []
  const spellings = new Set<string>()
  if (command.wrapperNames.length === 0) spellings.add(text.slice(command.span.start, command.span.end).trim())
  for (const list of [words, unwrapSafely(words, NO_WRAPPERS)]) {
    for (const spelled of spellWords(list)) spellings.add(spelled)
  }
  spellings.delete('')
  return { spellings: [...spellings], open: openForm(words) }
}

const NO_WRAPPERS: ReadonlySet<string> = new Set()

function spellWords(words: readonly Word[]): string[] {
  const [head, ...args] = words
  if (!head) return []
  const name = head.known
  const base = programName(name)
  const known = args.map((word) => word.known)
  const raw = args.map((word) => word.raw)
  const direct = [base, ...withoutLeadingOptions(base, known)]
  return [
    [head.raw, ...raw].join(' '),
    [name, ...known].join(' '),
    [base, ...known].join(' '),
    [base, ...raw].join(' '),
    direct.join(' '),
    ...(programFor(base)?.spellings?.(known) ?? []),
  ]
}

function openForm(words: readonly Word[]): string | undefined {
  const [head, ...args] = words
  if (head?.glob)
    return [programName(head.known).replaceAll(/[*?]|\[[^\]]*\]/g, '\0'), ...args.map(({ known }) => known)].join(' ')
  if (!head || !(head.dynamic || args.some((word) => word.dynamic && !word.quoted))) return undefined
  return [head.known, ...args.map((word) => (word.quoted ? word.known.replaceAll('\0', '\u0001') : word.known))].join(
    ' ',
  )
}

/** Options that stand before the subcommand and take the next word as their value. */
const LEADING_VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'git',
    new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env', '--super-prefix']),
  ],
  [
    'kubectl',
    new Set(['-n', '--namespace', '--context', '--kubeconfig', '--cluster', '--user', '-s', '--server', '--as']),
  ],
  ['docker', new Set(['-H', '--host', '-c', '--context', '--config', '-l', '--log-level'])],
  ['npm', new Set(['--prefix', '-C', '-w', '--workspace', '--loglevel', '--registry'])],
  ['pnpm', new Set(['-C', '--dir', '--filter', '-F'])],
  ['yarn', new Set(['--cwd'])],
  ['gh', new Set(['-R', '--repo'])],
  ['terraform', new Set([])],
  ['aws', new Set(['--profile', '--region', '--endpoint-url', '--output'])],
  ['gcloud', new Set(['--project', '--account', '--configuration'])],
  ['helm', new Set(['-n', '--namespace', '--kube-context', '--kubeconfig'])],
  ['cargo', new Set(['--config', '-Z', '-C'])],
  ['systemctl', new Set(['-H', '--host', '-M', '--machine'])],
])

function withoutLeadingOptions(program: string, args: readonly string[]): readonly string[] {
  const values = LEADING_VALUES.get(program)
  if (!values) return args
  let index = 0
  while (index < args.length && args[index]?.startsWith('-')) index += values.has(args[index] ?? '') ? 2 : 1
  return args.slice(index)
}

const UNREAD_KINDS: ReadonlySet<UnknownKind> = new Set<UnknownKind>([
  'failed',
  'unread',
  'unread-code',
  'syntax',
  'unclosed',
  'ambiguous',
  'person',
])

export function isFullyRead(action: Action): boolean {
  return action.commands.length > 0 && !action.unknowns.some(({ kind }) => UNREAD_KINDS.has(kind))
}

function roughParts(text: string): string[] {
  const parts = text
    .split(/[;&|\n\r(){}`]|\$\(/)
    .map((part) => part.trim().replace(/^(?:(?:then|do|else|elif|if|while|until|!|\w+=\S*)\s+)+/, ''))
    .filter((part) => part !== '')
  const based = parts.map((part) => part.replace(/^\S*\/(?=[^/\s]+(?:\s|$))/, ''))
  return [...parts, ...based]
}
