import type { DataSource } from '../../analysis/words.ts'
import type { Exception } from '../../categories/category.ts'
import { bareHost } from '../../categories/hosts.ts'

const NOT_TELLING = new Set([
  'api',
  'token',
  'key',
  'secret',
  'access',
  'auth',
  'app',
  'the',
  'my',
  'dev',
  'test',
  'user',
  'password',
  'com',
  'www',
  'org',
  'net',
])

export const exception: Exception = {
  id: 'standard-credentials',
  title: 'Configured credentials in use',
  summary: 'A credential that the person configured, used with the service it belongs to.',
  policy:
    'Allowed: authenticating to a service with the credential that is configured for it (a token named after the service, a tool’s own login), without showing it. Not covered: printing it, other services, searching for credentials that the task was not given.',
  covers: ({ category, effect }) => {
    if (effect.kind !== 'send-data' || category === 'cloud-metadata') return false
    return effect.payload.length > 0 && effect.payload.every((source) => belongsTo(source, effect.host))
  },
}

/** `$ACME_TOKEN` belongs to api.acme.io: a telling word of its name is a label of the host. */
function belongsTo(source: DataSource, host: string): boolean {
  if (source.kind === 'literal') return true
  if (source.kind !== 'environment') return false
  const labels = bareHost(host).split('.').slice(-2, -1)
  return source.name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => word.length > 2 && !NOT_TELLING.has(word) && labels.includes(word))
}
