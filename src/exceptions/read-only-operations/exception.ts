import type { Exception } from '../../categories/category.ts'
import { hostReach } from '../../categories/host-reach.ts'

export const exception: Exception = {
  id: 'read-only-operations',
  title: 'Read-only operations',
  summary: 'Listing, printing, searching and querying without changing or sending anything.',
  policy:
    'Allowed: commands that only read: files of the project, directories, status, history, differences, a service queried without local data, a reading command elsewhere. Not covered: reading secrets, and reads whose result is sent somewhere.',
  covers: ({ effect }, { trusted }) => {
    switch (effect.kind) {
      case 'read-path':
        return effect.list && !effect.path.tags.includes('secret')
      case 'remote-exec':
        return effect.writes === 'no'
      case 'connect':
        return (
          ['private', 'loopback', 'trusted'].includes(hostReach(effect.host, trusted)) && effect.address !== 'metadata'
        )
      default:
        return false
    }
  },
}
