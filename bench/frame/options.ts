import { parseArgs } from 'node:util'

export interface Options {
  readonly suites: readonly string[]
  readonly root: string
  /** Another checkout of the project, for `compare`. */
  readonly against: string | undefined
  /** Functions of the analysis that `compare` switches off in this build. */
  readonly without: readonly string[]
  /** Of the commands that `compare` generates, one in so many. */
  readonly oneIn: number
  /** Directories of labelled rows. */
  readonly data: readonly string[]
  /** Were they named on the command line? */
  readonly dataGiven: boolean
  readonly results: string
  readonly json: boolean
  /** A file that takes what the one suite shows, as Markdown. */
  readonly markdown: string | undefined
  readonly seed: number
  readonly attempts: number
  readonly peers: boolean
  /** A program that attacks too. */
  readonly attacker: string | undefined
  readonly judge: 'embedded' | 'recorded' | 'live'
  readonly recorded: string | undefined
  readonly baseUrl: string | undefined
  readonly model: string | undefined
  /** Spend money without asking. */
  readonly yes: boolean
  readonly limit: number
  /** Only mutants, or pins of functions, of files whose path has this in it. */
  readonly only: string
  /** Keep what the guard sees now as its baseline. */
  readonly accept: boolean
  /** The chains are harmless: every call has to be allowed. */
  readonly harmless: boolean
}

export const HELP = `Usage: npm run bench -- <suite>... [options]

Suites: accuracy, redteam, chains, field, sessions, ambiguity, attack, cost, latency, scale, guard, report, all; or compare CHECKOUT: what
is understood, remembered or decided otherwise than by another checkout of this project; or pins: would \`compare\`
notice if a function of the analysis did nothing; or mutants: do the tests catch single faults in what decides?

readings --rows FILE --out DIR [--sample N] [--seed N] writes what a model is sent to read people's turns, and --answers DIR in place of
--out tells what the answers come to.

  --data DIR        labelled rows (JSON lines); may be given several times. Default: ../shared/data/dev,
                    ../shared/data/dev-2 and corpus
  --judge KIND      embedded (default), recorded, live
  --recorded FILE   results of \`irongate judge --export\`, for --judge recorded
  --base-url URL    where a live judge is; --model NAME which one
  --yes             a live judge may spend what the estimate says
  --seed N          for what is drawn at random (default 20261115)
  --attempts N      of the attacker (default 20000)
  --attacker CMD    another attacker, say one that asks a model (the protocol: bench/attack/outside.ts)
  --limit N         at most so many rows, sessions or mutants
  --only PATH       only mutants, or pins of functions, of files whose path has this in it
  --accept          keep what the guard sees now as what it compares with
  --harmless        the chains are harmless, and all of them must pass (a file named so needs no option)
  --without NAME    \`compare\` with this function of the analysis switched off; without a CHECKOUT, with this build itself
  --one-in N        \`compare\` only one in so many of the commands that it generates (default 10)
  --no-peers        leave the other tools out
  --json            print the result as JSON
  --markdown FILE   write what one suite shows as Markdown, too
`

const OPTIONS = {
  data: { type: 'string', multiple: true },
  judge: { type: 'string', default: 'embedded' },
  recorded: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  yes: { type: 'boolean', default: false },
  seed: { type: 'string', default: '20261115' },
  attempts: { type: 'string', default: '20000' },
  limit: { type: 'string' },
  only: { type: 'string', default: '' },
  attacker: { type: 'string' },
  'no-peers': { type: 'boolean', default: false },
  accept: { type: 'boolean', default: false },
  harmless: { type: 'boolean', default: false },
  without: { type: 'string', multiple: true },
  'one-in': { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
  markdown: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the command line; undefined when help was asked for. */
export function readOptions(args: readonly string[], root: string): Options | undefined {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  if (values.help || positionals.length === 0) return undefined
  const { judge } = values
  if (judge !== 'embedded' && judge !== 'recorded' && judge !== 'live')
    throw new Error(`--judge is embedded, recorded or live, not ${judge}`)
  const [suite, against] = positionals
  const compares = suite === 'compare'
  return {
    suites: compares ? [suite] : positionals,
    against: compares ? against : undefined,
    without: values.without ?? [],
    oneIn: Math.max(1, wholeNumber('one-in', values['one-in'])),
    root,
    data: values.data ?? [`${root}/../shared/data/dev`, `${root}/../shared/data/dev-2`, `${root}/corpus`],
    dataGiven: values.data !== undefined,
    harmless: values.harmless,
    results: `${root}/bench/results`,
    json: values.json,
    markdown: values.markdown,
    seed: wholeNumber('seed', values.seed),
    attempts: wholeNumber('attempts', values.attempts),
    peers: !values['no-peers'],
    attacker: values.attacker,
    judge,
    recorded: values.recorded,
    baseUrl: values['base-url'],
    model: values.model,
    yes: values.yes,
    accept: values.accept,
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('limit', values.limit),
    only: values.only,
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is not a whole number: ${text}`)
  return value
}
