import type { Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'

const USUAL = ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml']

/** Settings of a service that give it a hold on this machine. */
const OPENINGS: readonly (readonly [RegExp, string])[] = [
  [/^\s*privileged:\s*(?:true|yes|on)\b/m, 'docker --privileged'],
  [/^\s*(?:pid|ipc|userns_mode):\s*["']?host\b/m, 'docker host namespaces'],
  [/(?:^|["'\s[-])\/:\/[\w/]*|source:\s*["']?\/["']?\s*$/m, 'host root mounted'],
  [/\/(?:docker|containerd|podman)\.sock\b/, 'container engine socket mounted'],
  [/^\s*-?\s*["']?(?:SYS_ADMIN|ALL|SYS_PTRACE|SYS_MODULE)["']?\s*$/m, 'docker --cap-add'],
  [/(?:^|["'\s[-])\/(?:etc|root|boot|usr)\/?:\//m, 'system folders mounted'],
]

/** Compose files that this session wrote, before they are started; older ones are the project's own. */
export function readWrittenComposeFiles(named: readonly Word[], scribe: Scribe): Standing {
  const { written } = scribe.facts.session
  const paths = (named.length > 0 ? named.map((word) => word.text ?? '') : USUAL).map((text) => scribe.pathOf(text))
  const texts = paths.flatMap(({ real, sessionMade }) => {
    const ours = real !== undefined && (sessionMade || written.has(real))
    return ours ? [scribe.readText(real)] : []
  })
  let standing: Standing = 'proven'
  for (const text of texts) {
    for (const [pattern, feature] of OPENINGS) {
      if (!pattern.test(text ?? '')) continue
      scribe.effect({ kind: 'weaken', area: 'sandbox', feature, certainty: 'likely', by: 'compose up' })
      standing = 'plain'
    }
    if (text === undefined) standing = 'plain'
  }
  return standing
}
