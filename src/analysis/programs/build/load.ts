import { addressOf, hostOf } from '../../hosts.ts'
import type { Program } from '../program.ts'

/** Load testers: harmless against this machine, a flood against somebody else's. */
export const LOAD: Program = {
  names: 'k6 wrk wrk2 ab hey siege vegeta autocannon bombardier oha artillery locust'.split(' '),
  read: (command, scribe) => {
    if (command.args.every((word) => /^(?:--help|-h|--version|-V|version|help)$/.test(word.known))) return 'proven'
    const url = command.args.find((word) => /^https?:\/\//.test(word.known))
    if (!url) return 'plain'
    const host = hostOf(url.known)
    const address = addressOf(host)
    scribe.effect({ kind: 'connect', host, url: url.text ?? url.known, address })
    if (address === 'loopback') return 'expected'
    // Millions of requests, or thousands at once, are no measurement of somebody else's machine.
    const many = command.args.some(
      (word) => /^-?-?(?:[a-z]+=?)?\d{6,}$/i.test(word.known) || /^(?:[1-9]\d{3,})$/.test(word.known),
    )
    scribe.effect({ kind: 'exhaust', what: 'network', certainty: many && address === 'public' ? 'likely' : 'possible' })
    return 'plain'
  },
}
