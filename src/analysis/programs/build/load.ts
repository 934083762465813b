import { addressOf, hostOf } from '../../hosts.ts'
import type { Program } from '../program.ts'

/** Load testers: harmless against this machine, a flood against somebody else's. */
export const LOAD: Program = {
  names: [
    'k6',
    'wrk',
    'wrk2',
    'ab',
    'hey',
    'siege',
    'vegeta',
    'autocannon',
    'bombardier',
    'oha',
    'artillery',
    'locust',
  ],
  read: (command, scribe) => {
    if (command.args.every((word) => /^(?:--help|-h|--version|-V|version|help)$/.test(word.known))) return 'proven'
    const url = command.args.find((word) => /^https?:\/\//.test(word.known))
    if (!url) return 'plain'
    const host = hostOf(url.known)
    const address = addressOf(host)
    scribe.effect({ kind: 'connect', host, url: url.text ?? url.known, address })
    if (address === 'loopback') return 'expected'
    scribe.effect({ kind: 'exhaust', what: 'network', certainty: 'possible' })
    return 'plain'
  },
}
