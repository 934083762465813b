import { addPerson, listPeople, PERSON_ROLES, type PersonRole, removePerson } from '../server/fleet/people.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { printRemoval, readServerListArgs, runServerListCommand, type ServerListContext } from './server-lists.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate people add <name> [--may look,answer,policy] [--server URL] [--database URL] [--json]
       irongate people list [--database URL] [--json]
       irongate people remove <name> [--database URL] [--json]

Who may look at the server of this account, answer calls that wait, and change its policy. add prints an address with a key: hand it to
that person alone. The key holds until they are removed, and their name stands in what they answer.

  --may LIST       look (default): see everything. answer: see, and answer. policy: see, try calls, and change the policy
  --server URL     where they reach the server (default: the one that runs here)
  --database URL   postgres://…, as \`irongate serve\` was given
  --json           for programs

Run add and remove in your own terminal.

Examples:
  irongate people add ada --may answer,policy --server https://gate.example.com
  irongate people remove ada
`

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const read = readServerListArgs(args, { may: { type: 'string', default: 'look' } })
  if (read.values.help) {
    io.out(HELP)
    return 0
  }
  const roles = rolesFrom(read.values.may)
  const verbs = new Map([
    ['add', (desk: ServerListContext) => add(desk, roles)],
    ['list', list],
    ['remove', remove],
  ])
  return runServerListCommand({ command: 'people', noun: 'person', verbs }, read, io, person)
}

function rolesFrom(text: string): readonly PersonRole[] {
  const words = text.split(',')
  const wrong = words.find((word) => !PERSON_ROLES.some((role) => role === word))
  if (wrong !== undefined) throw new UsageError(`--may takes ${PERSON_ROLES.join(', ')}, not ${JSON.stringify(wrong)}.`)
  return PERSON_ROLES.filter((role) => words.includes(role))
}

async function add(
  { name, documents, json, io, ...desk }: ServerListContext,
  roles: readonly PersonRole[],
): Promise<number> {
  const url = desk.server()
  if (!desk.confirms(`${name} gets a key for ${url}, and may with it: ${roles.join(', ')}.`)) return EXIT.deny
  const key = await addPerson(documents, { name, roles, at: Date.now() })
  if (key === undefined) {
    io.error(`irongate people: there is a ${name} already; remove them first.\n`)
    return EXIT.deny
  }
  desk.noted(`add ${name} --may ${roles.join(',')}`, `a person gave ${name} a key (${roles.join(', ')})`)
  const address = `${new URL(url).origin}/#key=${key}`
  io.out(json ? `${JSON.stringify({ name, roles, address })}\n` : `For ${name} alone: ${address}\n`)
  return 0
}

async function remove(desk: ServerListContext): Promise<number> {
  const { name, documents } = desk
  const removed = await removePerson(documents, name)
  if (removed) desk.noted(`remove ${name}`, `a person ended the key of ${name}`)
  return printRemoval(desk, removed, {
    yes: `The key of ${name} holds no more.`,
    no: `irongate people: there is no ${name}.`,
  })
}

async function list({ documents, json, io }: ServerListContext): Promise<number> {
  const all = await listPeople(documents)
  if (json) io.out(`${JSON.stringify(all)}\n`)
  else if (all.length === 0) io.out('Nobody has a key of their own.\n')
  else for (const { name, roles } of all) io.out(`${name.padEnd(30)} ${roles.join(', ')}\n`)
  return 0
}
