import { DRY_RUN_OPTIONS, isDryRunDeclined } from '../../knowledge/lexicon/dry-run-options.ts'
import type { Command, Word } from '../words.ts'
import { sliceWord } from './options.ts'

/** A command line of a tool with too many options to list: words and options told apart as far as that goes. */
export interface LooseWords {
  readonly operands: readonly Word[]
  readonly path: string
  /** Option name with dashes → its last value, when it has one. */
  readonly options: ReadonlyMap<string, Word | undefined>
  /** Option name with dashes → all its values, in order. */
  readonly given: ReadonlyMap<string, readonly (Word | undefined)[]>
  has(...names: readonly string[]): boolean
  value(...names: readonly string[]): Word | undefined
  values(...names: readonly string[]): readonly Word[]
}

const FREE_TEXT_OPTION = /^--(?:[\w-]*-)?(?:message|description|comment|title|notes?|reason|subject|body|summary)$/

/** Options that take a word in nearly every tool; a spec that has one as a flag says so. */
export const COMMON_VALUE_OPTIONS: readonly string[] =
  '--context --env --environment --stage --profile --project --account --region --cluster --namespace --host --hostname --url --uri --dsn --server --endpoint --address --remote --database --database-url --db --tenant --org --workspace --stack --target --config --file --port --repo --registry --role --roles --scope --permission --permissions --to --device --device-id --output --format --tag'.split(
    ' ',
  )

/** The same, where it is known that the tool has sub-commands and things by name. */
export const SUBCOMMAND_VALUE_OPTIONS: readonly string[] =
  '--name --service --app --token --branch --user --username --password --image --query --filter --timeout --key --template --location --subscription --kubeconfig --kube-context --selector --values --set --set-string --data --id --ids --config-file --command --project-id --repository --team --size --cpus --memory --site --revision'.split(
    ' ',
  )

/** `-r 24h`: so much of something is the value of the letter before it, unless that is one that stands alone everywhere. */
const MEASURE_VALUE = /^\d{1,5}(?:ms|s|m|h|d|w|y|[kmgt]i?b?)$/i
const MEASURE_OPTION = /^-[a-zA-Z](?<![fFyYqvxI])$/

function takesMeasure(option: string, next: Word | undefined): boolean {
  return MEASURE_OPTION.test(option) && MEASURE_VALUE.test(next?.text ?? '')
}

/** `values` names the options, with dashes, that take the next word. */
export function parseLooseWords(words: readonly Word[], values: ReadonlySet<string>): LooseWords {
  const operands: Word[] = []
  const given = new Map<string, (Word | undefined)[]>()
  const note = (name: string, value: Word | undefined) => {
    const list = given.get(name)
    if (list) list.push(value)
    else given.set(name, [value])
  }
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    const text = word.known
    if (text === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!/^-[^\0]/.test(text)) {
      operands.push(word)
      continue
    }
    // `-f/tmp/x`, `-p5432`: behind its letter; a letter there is a long name.
    const letter = /^-[A-Za-z](?=[^A-Za-z=-])/.exec(text)?.[0]
    const equals = text.indexOf('=')
    if (letter !== undefined && values.has(letter) && !values.has(text)) note(letter, sliceWord(word, 2))
    else if (equals > 0) note(text.slice(0, equals), sliceWord(word, equals + 1))
    else
      note(
        text,
        values.has(text) || FREE_TEXT_OPTION.test(text) || takesMeasure(text, words[index + 1])
          ? words[++index]
          : undefined,
      )
  }
  return createLooseWords(operands, given)
}

export function createLooseWords(operands: readonly Word[], given: LooseWords['given']): LooseWords {
  const options = new Map<string, Word | undefined>()
  for (const [name, values] of given) options.set(name, values.at(-1))
  return {
    operands,
    path: operands.slice(0, 6).map(displayText).join(' '),
    options,
    given,
    has: (...names) => names.some((name) => options.has(name)),
    value: (...names) => names.map((name) => options.get(name)).find((value) => value !== undefined),
    values: (...names) => names.flatMap((name) => given.get(name) ?? []).filter((value) => value !== undefined),
  }
}

export function displayText(word: Word): string {
  return word.known.includes('\0') ? word.known.replaceAll('\0', '…') : word.known
}

/** `--version 3` is which one, and asks for none. */
function asksForVersion({ args }: Command): boolean {
  return args.some(({ known }, at) => known === '--version' && !/^[^-]/.test(args[at + 1]?.known ?? ''))
}

/** A program that knows others by name passes them by: these count where it is read loosely. */
const LOOSE_DRY_RUN_OPTIONS = [
  ...DRY_RUN_OPTIONS,
  '--dry',
  '--preview-only',
  '--generate-cli-skeleton',
  '--no-execute-changeset',
]

export function isHelpOrDryRunCommand(command: Command, loose: LooseWords): boolean {
  return hasHelpWord(loose) || hasHelpOrDryRunOption(command, loose)
}

/** `help` among the words. Behind a verb it may as well be a name: only who has found no verb takes it for a question. */
export function hasHelpWord({ path }: LooseWords): boolean {
  return /(?:^| )help(?: |$)/.test(path)
}

export function hasHelpOrDryRunOption(command: Command, loose: LooseWords): boolean {
  if (isDryRunDeclined(command.args)) return false
  if (loose.has('--help', '-help') || asksForVersion(command) || /^help(?: |$)|^version$/.test(loose.path)) return true
  if (command.args.length === 1 && /^-[hv]$/i.test(command.args[0]?.known ?? '')) return true
  if (loose.has('--check') && loose.value('--check') === undefined) return true
  return LOOSE_DRY_RUN_OPTIONS.some(
    (name) => loose.options.has(name) && !/^(?:none|false)$/.test(loose.value(name)?.known ?? ''),
  )
}
