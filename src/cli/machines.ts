import { formatEnrollmentCode } from '../server/fleet/enrollment.ts'
import { beginEnrolment, listMachines, removeMachine } from '../server/fleet/machines.ts'
import { fingerprintOf, signingKey } from '../server/fleet/signing.ts'
import { machineName } from '../server/ingest/machine-name.ts'
import { stateFolder } from '../state/state-folder.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { printRemoval, readServerListArgs, runServerListCommand, type ServerListContext } from './server-lists.ts'
import { formatDateTime } from './time-arguments.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

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

Run enrol and remove in your own terminal.

Examples:
  irongate machines enrol build-7 --server https://gate.example.com
  irongate machines list
  irongate machines remove build-7
`

const MACHINE_COMMANDS = {
  command: 'machines',
  noun: 'machine',
  verbs: new Map([
    ['enrol', enrol],
    ['list', list],
    ['remove', remove],
  ]),
} as const

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const read = readServerListArgs(args, {})
  if (!read.values.help) return runServerListCommand(MACHINE_COMMANDS, read, io, person)
  io.out(HELP)
  return 0
}

async function enrol({ home, name, documents, json, io, ...desk }: ServerListContext): Promise<number> {
  if (name === machineName(stateFolder(home))) throw new UsageError(`${name} is the name of this machine itself.`)
  const url = desk.server()
  if (!desk.confirms(`${name} will hand over records and calls that wait to ${url}, and take answers from there.`))
    return EXIT.deny
  const code = await beginEnrolment(documents, name, Date.now())
  const enrolment = formatEnrollmentCode({ code, fingerprint: fingerprintOf((await signingKey(documents)).public) })
  desk.noted(`enrol ${name}`, `a person began to enrol the machine ${name}`)
  const line = `irongate forward --server ${url} --enrol ${enrolment}`
  io.out(
    json
      ? `${JSON.stringify({ machine: name, server: url, enrolment })}\n`
      : `On ${name}, within an hour:\n\n  ${line}\n`,
  )
  return 0
}

async function remove(desk: ServerListContext): Promise<number> {
  const { name, documents } = desk
  const removed = await removeMachine(documents, name)
  if (removed) desk.noted(`remove ${name}`, `a person removed the machine ${name}`)
  const yes = `${name} hands over nothing any more.`
  return printRemoval(desk, removed, { yes, no: `irongate machines: there is no machine ${name}.` })
}

async function list({ documents, json, io }: ServerListContext): Promise<number> {
  const all = await listMachines(documents)
  if (json) io.out(`${JSON.stringify(all)}\n`)
  else io.out(all.length === 0 ? 'No machine is enrolled.\n' : all.map(row).join(''))
  return 0
}

function row({ name, at }: { readonly name: string; readonly at: number }): string {
  return `${name.padEnd(30)} enrolled ${formatDateTime(at)}\n`
}
