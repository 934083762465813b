import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import type { LooseWords } from './words.ts'

/** Options that skip certificate checks, in whatever spelling. */
const INSECURE =
  /^--?(?:insecure(?:-skip-(?:tls-)?verify)?|no-verify-ssl|skip-ssl-validation|tls-skip-verify|skip-tls-verify|no-check-certificate|disable-ssl-verification)$/

/** States a certificate check that is switched off, unless the tool talks to this machine. */
export function stateInsecure(loose: LooseWords, command: Command, scribe: Scribe): void {
  const off = [...loose.options].find(([name, value]) => INSECURE.test(name) && value?.known !== 'false')
  if (!off || command.args.some((word) => /(?:^|[/@=])(?:localhost|127\.0\.0\.1)(?:[:/]|$)/.test(word.known))) return
  scribe.effect({ kind: 'weaken', area: 'tls', feature: `${command.name ?? ''} ${off[0]}`.trim() })
}
