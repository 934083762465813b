import { ownedName } from '../../remote-shape.ts'
import type { Run } from './run.ts'
import type { CodeCall } from './table.ts'
import { exact } from './value.ts'

/** Arguments that say: run the code that comes with it, whosever it is. */
const TRUSTS = /^(?:trust|allow)_?(?:remote|repo|custom|external)?_?(?:code|repo)$/i
const HUB = /(?:^|\.)hub\.(?:load|list|help)$/

export function stateTrustedRemote(call: CodeCall, run: Run): void {
  const told = [...call.named].some(
    ([name, value]) => TRUSTS.test(name) && value.ref !== 'False' && exact(value) !== 'False' && exact(value) !== '',
  )
  if (!told && !HUB.test(call.name)) return
  const named = [...call.args, ...call.named.values()].map((value) => exact(value) ?? '')
  const local = call.named.get('source')
  if (local && exact(local) === 'local') return
  const shape = named.map((text) => ownedName(text.replace(/:.*$/s, ''), false)).find((found) => found !== undefined)
  // A folder or a name of the library itself: nothing is fetched that is not here.
  if (!shape) return
  run.state({
    kind: 'run-code',
    language: run.language,
    origin: 'download',
    read: false,
    host: shape.host,
    address: `https://${shape.host}/${shape.address}`,
    by: call.name,
  })
}
