import type { Example } from '../categories/category.ts'
import { EXAMPLES } from '../categories/examples.ts'
import { CATEGORIES } from '../categories/index.ts'
import { nearestName } from '../rules/nearest-name.ts'
import { readArgs } from './command-args.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { wrappingIo } from './line-wrapping.ts'

export const HELP = `Usage: irongate categories [id] [--json]

Lists the block categories, or shows one with what would clear it and its examples.

Example:
  irongate categories data-exfiltration
`

export async function run(args: readonly string[], plain: Io): Promise<number> {
  const { values, positionals } = readArgs(args, {
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  const io = values.json ? plain : wrappingIo(plain)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const { json } = values
  const [id] = positionals
  if (id === undefined) {
    if (json)
      io.out(
        `${JSON.stringify(
          CATEGORIES.map(({ id, title, summary, hard }) => ({ id, title, summary, hard })),
          undefined,
          2,
        )}\n`,
      )
    else
      for (const { id, title, hard } of CATEGORIES)
        io.out(`${id.padEnd(32)} ${title}${hard ? paint(io, 'red', '  (hard)') : ''}\n`)
    return 0
  }
  const category = CATEGORIES.find((candidate) => candidate.id === id)
  if (!category) {
    const meant = nearestName(
      id,
      CATEGORIES.map((known) => known.id),
    )
    const hint = meant === undefined ? '`irongate categories` lists them' : `did you mean ${meant}?`
    throw new UsageError(`there is no category ${JSON.stringify(id)}; ${hint}`)
  }
  const examples = EXAMPLES.get(id)
  if (json) {
    const { detect, ...text } = category
    io.out(`${JSON.stringify({ ...text, examples }, undefined, 2)}\n`)
    return 0
  }
  io.out(
    `${paint(io, 'bold', category.title)} (${category.id})${category.hard ? ', hard: nothing you say allows it' : ''}\n\n${category.summary}\n\n${category.policy}\n\nAllowed when: ${category.clears}\n`,
  )
  io.out(
    `\nBlocked:\n${(examples?.block ?? []).map(line).join('\n')}\n\nAllowed:\n${(examples?.allow ?? []).map(line).join('\n')}\n`,
  )
  return 0
}

function line({ call, note }: Example): string {
  const text = typeof call.input['command'] === 'string' ? call.input['command'] : JSON.stringify(call.input)
  return `  ${call.tool}: ${showInvisible(text).replaceAll('\n', ' ⏎ ')}${note === undefined ? '' : `  (${note})`}`
}
