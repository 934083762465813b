import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { serverFolder } from '../server/access/folder.ts'
import { addPairing } from '../server/access/pairings.ts'
import { runningServer } from '../server/serve/address.ts'
import { openPage } from './browser.ts'
import { confirmOrExplain, readArgs, refusePositionals, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io } from './io.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate pair [--name NAME] [--no-open] [--json]

Gives a person a key for the dashboard of the server that runs: it may answer calls that wait and change the policy, until that server
is stopped. Run this in your own terminal. The key stands behind the # of the address, which browsers send nowhere.

  --name NAME   who answers with it, for the records (default: your account)
  --no-open     print the address, and open no browser
  --json        one JSON object instead of words

Example:
  irongate pair
`

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
    name: { type: 'string' },
    'no-open': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'pair')
  if (refusesAgent(person, io, 'pair')) return EXIT.deny
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const folder = serverFolder(home)
  const server = await runningServer(folder)
  if (!server) {
    io.error('irongate pair: no server runs; `irongate serve` starts one.\n')
    return EXIT.deny
  }
  const question = `A key that may answer for you and change your policy, at ${server.url}.`
  if (!confirmOrExplain(person, question, { io, command: 'pair' })) return EXIT.deny
  const key = addPairing(folder, { run: server.run, name: values.name ?? userInfo().username, at: Date.now() })
  const address = `${server.url}/#key=${key}`
  io.out(values.json ? `${JSON.stringify({ address })}\n` : `Open ${address}\n`)
  if (!values['no-open'] && !values.json && process.stdout.isTTY) openPage(home, address)
  return 0
}
