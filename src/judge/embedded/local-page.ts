import { classifyHost, hostOf } from '../../analysis/remote/hosts.ts'
import type { Finding } from '../../categories/category.ts'
import type { Transcript } from '../../transcript/entries.ts'

/** A click on a page of this machine changes the person's own app under test, nothing outside. */
export function isOnLocalPage({ effect }: Finding, transcript: Transcript): boolean {
  if (effect.kind !== 'external-write' || effect.service !== 'the page') return false
  const opened = transcript.findLast(
    (entry) => entry.kind === 'call' && entry.unconfirmed !== true && addressIn(entry.input) !== undefined,
  )
  const address = opened?.kind === 'call' ? addressIn(opened.input) : undefined
  return address !== undefined && classifyHost(hostOf(address)) === 'loopback'
}

function addressIn(input: Readonly<Record<string, unknown>>): string | undefined {
  const url = Object.hasOwn(input, 'url') ? input['url'] : undefined
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined
}
