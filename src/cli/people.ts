import { resolve } from 'node:path'
import { serverFolder } from '../server/access/folder.ts'
import { isName } from '../server/fleet/keys.ts'
import { addPerson, people, ROLES, type Role, removePerson } from '../server/fleet/people.ts'
import { readAddress } from '../server/serve/address.ts'
import type { Documents } from '../server/store/store.ts'
import { readArgs, refusesAgent } from './command-args.ts'
import { homeDirectory } from './home.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { type Person, THIS_PERSON } from './person.ts'
import { recordDeed } from './person-deed.ts'
import { withDocuments } from './server-documents.ts'

export const HELP = `Usage: irongate people add <name> [--may look,answer,policy] [--server URL] [--database URL] [--json]
       irongate people list [--database URL] [--json]
       irongate people remove <name> [--database URL] [--json]

Who may look at the server of this account, answer calls that wait, and change its policy. add prints an address with a key: hand it to
that person alone. The key holds until they are removed, and their name stands in what they answer.

  --may LIST       look (default): see everything. answer: see, and answer. policy: see, try calls, and change the policy
  --server URL     where they reach the server (default: the one that runs here)
  --database URL   postgres://…, as \`irongate serve\` was given
  --json           for programs

add and remove work only in a terminal that no agent owns.

Examples:
  irongate people add ada --may answer,policy --server https://gate.example.com
  irongate people remove ada
`

interface Given {
  readonly home: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly documents: Documents
  readonly server: string | undefined
  readonly json: boolean
  readonly io: Io
  readonly person: Person
}

const VERBS: ReadonlyMap<string, (given: Given) => Promise<number>> = new Map([
  ['add', add],
  ['remove', remove],
  ['list', list],
])

export async function run(args: readonly string[], io: Io, person: Person = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
    may: { type: 'string', default: 'look' },
    server: { type: 'string' },
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [word = '', name = '', ...more] = positionals
  const verb = VERBS.get(word)
  if (verb === undefined) throw new UsageError('give add, list or remove; `irongate people --help` tells more.')
  if (more.length > 0 || (word === 'list' ? name !== '' : !isName(name)))
    throw new UsageError('a person has one name, of letters, digits, dots and dashes.')
  const roles = rolesFrom(values.may)
  if (word !== 'list' && refusesAgent(person, io, 'people')) return EXIT.deny
  const home = values.home === undefined ? homeDirectory() : resolve(values.home)
  const { server, json, database } = values
  return withDocuments({ home, database }, (documents) =>
    verb({ home, name, roles, documents, server, json, io, person }),
  )
}

function rolesFrom(text: string): readonly Role[] {
  const words = text.split(',')
  const wrong = words.find((word) => !ROLES.some((role) => role === word))
  if (wrong !== undefined) throw new UsageError(`--may takes ${ROLES.join(', ')}, not ${JSON.stringify(wrong)}.`)
  return ROLES.filter((role) => words.includes(role))
}

async function add({ home, name, roles, documents, server, json, io, person }: Given): Promise<number> {
  const url = server ?? readAddress(serverFolder(home))?.url
  if (url === undefined) throw new UsageError('no server runs here; --server says where it will be reached.')
  if (!person.challenge(`${name} gets a key for ${url}, and may with it: ${roles.join(', ')}.`)) {
    io.error('irongate people: not confirmed; nothing changed.\n')
    return EXIT.deny
  }
  const key = await addPerson(documents, { name, roles, at: Date.now() })
  if (key === undefined) {
    io.error(`irongate people: there is a ${name} already; remove them first.\n`)
    return EXIT.deny
  }
  noted({ home, io }, `add ${name} --may ${roles.join(',')}`, `a person gave ${name} a key (${roles.join(', ')})`)
  const address = `${new URL(url).origin}/#key=${key}`
  io.out(json ? `${JSON.stringify({ name, roles, address })}\n` : `For ${name} alone: ${address}\n`)
  return 0
}

async function remove({ home, name, documents, json, io }: Given): Promise<number> {
  const removed = await removePerson(documents, name)
  if (removed) noted({ home, io }, `remove ${name}`, `a person ended the key of ${name}`)
  if (json) io.out(`${JSON.stringify({ removed })}\n`)
  else if (removed) io.out(`The key of ${name} holds no more.\n`)
  else io.error(`irongate people: there is no ${name}.\n`)
  return removed ? 0 : EXIT.deny
}

async function list({ documents, json, io }: Given): Promise<number> {
  const all = await people(documents)
  if (json) io.out(`${JSON.stringify(all)}\n`)
  else if (all.length === 0) io.out('Nobody has a key of their own.\n')
  else for (const { name, roles } of all) io.out(`${name.padEnd(30)} ${roles.join(', ')}\n`)
  return 0
}

function noted({ home, io }: Pick<Given, 'home' | 'io'>, command: string, message: string): void {
  const problem = recordDeed({ home, cwd: home, command: `people ${command}`, message })
  if (problem !== undefined) io.error(`irongate people: this could not be recorded: ${problem}\n`)
}
