import type { Word } from '../words.ts'

/** `/dev/tcp/host/port` and `/dev/udp/host/port`, which bash opens as sockets. */
export function socketOf(word: Word): { host: string; url: string } | undefined {
  const match = /^\/dev\/(tcp|udp)\/([^/]+)(?:\/(.*))?$/.exec(word.known)
  if (!match) return undefined
  const [, protocol = 'tcp', host = '', port = ''] = match
  const name = host.includes('\0') ? 'unknown' : host.toLowerCase()
  return { host: name, url: `${protocol}://${name}${port === '' ? '' : `:${port.replaceAll('\0', '?')}`}` }
}
