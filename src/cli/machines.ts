import { resolve } from 'node:path'
import { serverFolder } from '../server/access/folder.ts'
import { codeText } from '../server/fleet/enrolled.ts'
import { isName } from '../server/fleet/keys.ts'
import { beginEnrolment, machines, removeMachine } from '../server/fleet/machines.ts'
import { fingerprintOf, signingKey } from '../server/fleet/signing.ts'
import { machineName } from '../server/ingest/machine.ts'
import { readAddress } from '../server/serve/address.ts'
import type { Documents } from '../server/store/store.ts'
import { stateFolder } from '../state/state-folder.ts'
import { readArgs, refusesAgent } from './command-args.ts'
import { homeDirectory } from './home.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { type Person, THIS_PERSON } from './person.ts'
import { recordDeed } from './person-deed.ts'
import { withDocuments } from './server-documents.ts'
import { shownTime } from './times.ts'

export const HELP = `Usage: irongate machines enrol <name> [--server URL] [--database URL] [--json]
       irongate machines list [--database URL] [--json]
       irongate machines remove <name> [--database URL] [--json]

Which machines may hand over their records to the server of this account. enrol prints a line to be typed on that machine: it holds once,
for an hour, and the machine learns from it by which key to know the answers of this server. What a machine may do with its credential
is to append records as itself, hand over calls that wait, and fetch answers to them; it reads nothing else. A machine that is enrolled
again ends what counted before. remove ends it at once; its records stay.

  --server URL     where that machine reaches the server (default: the one that runs here)
  --database URL   postgres://…, as \`irongate serve\` was given
  --json           for programs

enrol and remove work only in a terminal that no agent owns.

Examples:
  irongate machines enrol build-7 --server https://gate.example.com
  irongate machines list
  irongate machines remove build-7
`

interface Given {
  readonly home: string
  readonly name: string
  readonly documents: Documents
  readonly server: string | undefined
  readonly json: boolean
  readonly io: Io
  readonly person: Person
}

const VERBS: ReadonlyMap<string, (given: Given) => Promise<number>> = new Map([
  ['enrol', enrol],
  ['remove', remove],
  ['list', list],
])

export async function run(args: readonly string[], io: Io, person: Person = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
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
  if (verb === undefined) throw new UsageError('give enrol, list or remove; `irongate machines --help` tells more.')
  if (more.length > 0 || (word === 'list' ? name !== '' : !isName(name)))
    throw new UsageError('a machine has one name, of letters, digits, dots and dashes.')
  if (word !== 'list' && refusesAgent(person, io, 'machines')) return EXIT.deny
  const home = values.home === undefined ? homeDirectory() : resolve(values.home)
  const { server, json, database } = values
  return withDocuments({ home, database }, (documents) => verb({ home, name, documents, server, json, io, person }))
}

async function enrol({ home, name, documents, server, json, io, person }: Given): Promise<number> {
  if (name === machineName(stateFolder(home))) throw new UsageError(`${name} is the name of this machine itself.`)
  const url = server ?? readAddress(serverFolder(home))?.url
  if (url === undefined) throw new UsageError('no server runs here; --server says where it will be reached.')
  if (!person.challenge(`${name} will hand over records and calls that wait to ${url}, and take answers from there.`)) {
    io.error('irongate machines: not confirmed; nothing changed.\n')
    return EXIT.deny
  }
  const code = await beginEnrolment(documents, name, Date.now())
  const enrolment = codeText({ code, fingerprint: fingerprintOf((await signingKey(documents)).public) })
  noted({ home, io }, `enrol ${name}`, `a person began to enrol the machine ${name}`)
  const line = `irongate forward --server ${url} --enrol ${enrolment}`
  io.out(
    json
      ? `${JSON.stringify({ machine: name, server: url, enrolment })}\n`
      : `On ${name}, within an hour:\n\n  ${line}\n`,
  )
  return 0
}

async function remove({ home, name, documents, json, io }: Given): Promise<number> {
  const removed = await removeMachine(documents, name)
  if (removed) noted({ home, io }, `remove ${name}`, `a person removed the machine ${name}`)
  if (json) io.out(`${JSON.stringify({ removed })}\n`)
  else if (removed) io.out(`${name} hands over nothing any more.\n`)
  else io.error(`irongate machines: there is no machine ${name}.\n`)
  return removed ? 0 : EXIT.deny
}

async function list({ documents, json, io }: Given): Promise<number> {
  const all = await machines(documents)
  if (json) io.out(`${JSON.stringify(all)}\n`)
  else io.out(all.length === 0 ? 'No machine is enrolled.\n' : all.map(row).join(''))
  return 0
}

function row({ name, at }: { readonly name: string; readonly at: number }): string {
  return `${name.padEnd(30)} enrolled ${shownTime(at)}\n`
}

function noted({ home, io }: Pick<Given, 'home' | 'io'>, command: string, message: string): void {
  const problem = recordDeed({ home, cwd: home, command: `machines ${command}`, message })
  if (problem !== undefined) io.error(`irongate machines: this could not be recorded: ${problem}\n`)
}
