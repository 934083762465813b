import { familyFor, type ProgramFamily, programNames } from '../analysis/interpret/registry.ts'
import type { Example } from '../categories/category.ts'
import { EXAMPLES } from '../categories/examples.ts'
import {
  describeProgram,
  type OptionDescription,
  type ProgramDescription,
  type RuleDescription,
} from '../knowledge/programs/program-descriptions.ts'
import { registerPrograms } from '../knowledge/programs/register-programs.ts'
import { nearestName } from '../rules/nearest-name.ts'
import { callLineOf } from './call-line.ts'
import { checkLine, createSessions } from './check-line.ts'
import { readArgs } from './command-args.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { wrapLines } from './line-wrapping.ts'

export const HELP = `Usage: irongate programs [name] [--json]

Lists the programs that the gate has a reader for, or shows what it knows of one: the forms of its sub-commands and what they do, its
options and what happens to their words, and examples. Of a name that it does not know it shows how such a command is read.

Examples:
  irongate programs terraform
  irongate programs acmectl
`

const NAME = /^[\w@.+-]{1,64}$/

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [name, ...more] = positionals
  if (more.length > 0) throw new UsageError('one name at a time')
  if (name !== undefined && !NAME.test(name)) throw new UsageError(`${JSON.stringify(name)} is no name of a program`)
  registerPrograms()
  if (name === undefined) listAll(values.json, io)
  else await showOne(name.toLowerCase(), values.json, io)
  return 0
}

function listAll(json: boolean, io: Io): void {
  const families = new Map<ProgramFamily, string[]>()
  for (const name of programNames()) {
    const family = familyFor(name)
    if (family) families.set(family, [...(families.get(family) ?? []), name])
  }
  if (json) {
    io.out(`${JSON.stringify(Object.fromEntries(families), undefined, 2)}\n`)
    return
  }
  for (const [family, names] of families)
    io.out(wrapLines(io, `${paint(io, 'bold', family)} (${names.length})\n  ${names.toSorted().join(' ')}\n`))
  io.out('\nAny other program is read by its words: `irongate programs <name>` shows how.\n')
}

async function showOne(name: string, json: boolean, io: Io): Promise<void> {
  const card = describeProgram(name)
  const shown = card.known === 'by spec' ? [...card.examples.match, ...card.examples.pass] : linesFor(card, name)
  const answers = await Promise.all(shown.map(answerTo))
  const near = card.known === 'by its words alone' ? similarNames(name) : []
  if (json) io.out(`${JSON.stringify({ ...card, answers, ...(near.length > 0 && { near }) }, undefined, 2)}\n`)
  else io.out(wrapLines(io, `${[...describeCard(card, near, io), ...answers.map(answerLine)].join('\n')}\n`))
}

/** Examples of the categories for a reader written by hand; for a name that nobody knows, one line of each kind. */
function linesFor({ known, names }: ProgramDescription, name: string): readonly string[] {
  if (known === 'by hand') {
    const lines = [...EXAMPLES.values()].flatMap(({ block, allow }) =>
      [block, allow].flatMap((list) => list.flatMap(plainLine).filter(mentionsProgram(names)).slice(0, 2)),
    )
    return [...new Set(lines)].slice(0, MOST_EXAMPLES)
  }
  return GENERIC_EXAMPLES.map((words) => `${name} ${words}`)
}

const MOST_EXAMPLES = 24

/** Examples that need no word of a person. */
function plainLine({ call, user }: Example): readonly string[] {
  return user === undefined && typeof call.input['command'] === 'string' ? [call.input['command']] : []
}

function mentionsProgram(names: readonly string[]): (line: string) => boolean {
  return (line) => names.includes(line.split(' ', 1)[0] ?? '')
}

const GENERIC_EXAMPLES: readonly string[] = [
  'servers list',
  'servers delete web-1 --yes',
  'deploy --env production',
  'secrets show API_TOKEN',
  'convert notes.md -o notes.html',
  'convert notes.md -o ~/.bashrc',
  '--config settings.toml check src',
  'serve --bind 0.0.0.0:8080',
]

interface ExampleAnswer {
  readonly command: string
  readonly decision: string
  readonly category?: string
  readonly grade?: string
}

async function answerTo(command: string): Promise<ExampleAnswer> {
  const parsed = callLineOf({ id: '1', tool: 'Bash', input: { command }, cwd: '/home/dev/project', home: '/home/dev' })
  if (!parsed.ok) return { command, decision: parsed.problem }
  const { decision, category, grade } = await checkLine(parsed.line, createSessions())
  return { command, decision, ...(category !== undefined && { category }), ...(grade !== undefined && { grade }) }
}

function answerLine({ command, decision, category, grade }: ExampleAnswer): string {
  const why = category ?? grade
  return `  ${decision.padEnd(6)} ${showInvisible(command).replaceAll('\n', ' ⏎ ')}${why === undefined ? '' : `  (${why})`}`
}

function describeCard(card: ProgramDescription, near: readonly string[], io: Io): readonly string[] {
  const [name = '', ...others] = card.names
  const title = `${paint(io, 'bold', name)}${others.length > 0 ? `, also ${others.slice(0, 20).join(' ')}` : ''}`
  switch (card.known) {
    case 'by its words alone':
      return [
        `${title}: no reader of its own.${near.length > 0 ? ` Known names like it: ${near.join(' ')}.` : ''}`,
        '',
        'It is read by its words: verbs tell what is done, the shapes of words (path, address, host, name of a thing) and the names of options tell to what.',
        'What is not understood leaves no grade, and a protected path is never given to it without a question. Such lines, in a project:',
        '',
      ]
    case 'by hand':
      return [
        `${title}: read by a reader of its own in \`src/knowledge/programs/${card.family ?? ''}/\`.`,
        '',
        'Examples, judged now without a word of a person:',
      ]
    case 'by spec':
      return [
        `${title}: read by a spec in \`src/knowledge/programs/${card.family ?? ''}/\`.`,
        '',
        'Forms, the first that fits decides:',
        ...card.forms.map(formLine),
        card.verbs ? '  anything else: by its verb' : '  anything else: by its words, and without a grade',
        ...(card.options.length > 0 ? ['', 'Options:', ...card.options.map(optionLine)] : []),
        '',
        'Examples, judged now without a word of a person:',
      ]
  }
}

function formLine({ forms, does, beside }: RuleDescription): string {
  return `  ${beside ? 'beside all: ' : ''}${forms.join('  ')} → ${does.join('; ')}`
}

function optionLine({ name, of, takes, role }: OptionDescription): string {
  return `  ${name}${of === undefined ? '' : ` (of ${of})`}: takes ${takes}${role === '' ? '' : `, ${role}`}`
}

const MAX_SIMILAR = 5

/** The name that was most likely meant, and those that begin alike. */
function similarNames(name: string): readonly string[] {
  const names = programNames()
  const meant = nearestName(name, names)
  const alike = names.filter(
    (each) => name.length > 2 && (each.startsWith(name) || (each.length > 3 && name.startsWith(each))),
  )
  return [...new Set([...(meant === undefined ? [] : [meant]), ...alike])].slice(0, MAX_SIMILAR)
}
