import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagnosticFolder } from '../judge/model/diagnostic-files.ts'
import type { DiagnosticKind } from '../judge/model/diagnostics.ts'
import { readArgs, refusesAgent } from './command-args.ts'
import { EXIT, type Io, paint, showInvisible, UsageError } from './io.ts'
import { recordFolder } from './record-output.ts'
import { formatDateTime } from './time-arguments.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate dumps [--errors] [--json]
       irongate dumps <file>

Lists requests to the model that were kept with their answers, newest first: time, kind, result, stage, model, file. A request that went
wrong is always kept, others when judge.dump is true or, for a command that you run, CLAUDE_CODE_DUMP_AUTO_MODE=1 is set. Fifty of each
kind stay, in judge-errors and judge-dumps below ~/.irongate/state; secrets are taken out. With a file's name, or how it ends, prints it.

  --errors   only those that went wrong
  --json     one JSON object per line

Examples:
  irongate dumps --errors
  CLAUDE_CODE_DUMP_AUTO_MODE=1 irongate check Bash 'git push origin main' && irongate dumps
`

/** What is shown of one file. */
interface Dump {
  readonly kind: DiagnosticKind
  readonly file: string
  readonly at: number
  readonly call?: string
  readonly stage?: string
  readonly model?: string
  readonly result?: string
  /** What failed, where no answer came. */
  readonly failure?: string
  readonly ms?: number
}

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
    errors: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [wanted, ...more] = positionals
  if (more.length > 0) throw new UsageError(`name one file\n\n${HELP}`)
  const kinds: readonly DiagnosticKind[] = values.errors ? ['errors'] : ['errors', 'dumps']
  const state = recordFolder(values.home)
  const files = kinds.flatMap((kind) => filesIn(state, kind)).sort((left, right) => right.at - left.at)
  if (wanted !== undefined) return print(wanted, files, io, person)
  for (const found of files) {
    const dump = withDetails(found)
    io.out(values.json ? `${JSON.stringify(dump)}\n` : row(dump, io))
  }
  if (files.length === 0 && !values.json) io.out(`Nothing is kept. \`irongate dumps --help\` says when it is.\n`)
  return 0
}

/** The model's words are for people: what a model writes may have been dictated by the call it looked at. */
function print(wanted: string, files: readonly Dump[], io: Io, person: TypingPerson): number {
  // Nothing changes, so no proof is needed.
  const { proof: _, ...typing } = person
  if (refusesAgent(typing, io, 'dumps <file>')) return EXIT.deny
  const fits = files.filter(({ file }) => file === wanted || file.endsWith(wanted) || file.endsWith(`${wanted}.json`))
  const [found] = fits
  if (found === undefined || fits.length > 1) {
    const many = found === undefined ? 'no file ends' : `${fits.length} files end`
    throw new UsageError(`${many} with ${JSON.stringify(wanted)}; \`irongate dumps\` lists them`)
  }
  io.out(`${showInvisible(readFileSync(found.file, 'utf8'))}\n`)
  return 0
}

function filesIn(state: string, kind: DiagnosticKind): Dump[] {
  const folder = diagnosticFolder(state, kind)
  return namesIn(folder).flatMap((name) => {
    const time = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-.*\.json$/.exec(name)
    if (!time) return []
    const [, day, hour, minute, second, ms] = time
    return [{ kind, file: join(folder, name), at: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) }]
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A file that cannot be read is listed all the same. */
function withDetails(dump: Dump): Dump {
  const read = fieldsOf(readJson(dump.file))
  const failure = fieldsOf(fieldsOf(read['outcome'])['failure'])
  return {
    ...dump,
    ...textField('call', read['label']),
    ...textField('stage', read['stage']),
    ...textField('model', fieldsOf(read['body'])['model']),
    ...textField('result', read['result']),
    ...textField(
      'failure',
      typeof failure['kind'] === 'string' ? `${failure['kind']} ${failure['detail'] ?? ''}`.trim() : 0,
    ),
    ...(typeof read['ms'] === 'number' && { ms: read['ms'] }),
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textField<K extends keyof Dump>(key: K, value: unknown): Partial<Dump> {
  return typeof value === 'string' ? { [key]: value } : {}
}

function row({ kind, at, result, failure, stage, model, file }: Dump, io: Io): string {
  const mark = paint(io, kind === 'errors' ? 'red' : 'dim', kind === 'errors' ? 'error' : 'dump ')
  const what = showInvisible([failure ?? result ?? 'cannot be read', stage, model].filter(Boolean).join(', '))
  return `${formatDateTime(at)}  ${mark}  ${what}\n    ${paint(io, 'dim', showInvisible(file))}\n`
}
