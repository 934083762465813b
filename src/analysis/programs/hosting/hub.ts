import { wordOf } from '../git/made-words.ts'
import type { Program } from '../program.ts'

const RECORDS = new Set(['pull-request', 'issue', 'fork', 'create'])

/** hub: git with a few words of its own. */
export const HUB: Program = {
  names: ['hub'],
  read: (command, scribe) => {
    const [verb, next] = command.args
    const name = verb?.text ?? ''
    if (RECORDS.has(name) && !(name === 'issue' && !/^(?:create|update)$/.test(next?.text ?? ''))) {
      scribe.effect({ kind: 'external-write', service: 'github', nature: 'record', target: '', by: `hub ${name}` })
      return 'plain'
    }
    if (name === 'delete') {
      scribe.effect({
        kind: 'external-write',
        service: 'github',
        nature: 'deletion',
        target: next?.text ?? '',
        by: 'hub delete',
      })
      return 'plain'
    }
    if (name === 'release' && /^(?:create|edit|delete)$/.test(next?.text ?? '')) {
      scribe.effect({
        kind: 'publish',
        registry: 'github.com',
        what: '',
        removes: next?.text === 'delete',
        by: 'hub release',
      })
      return 'plain'
    }
    if (['issue', 'pr', 'ci-status', 'release', 'browse', 'api', 'gist'].includes(name)) return 'plain'
    return scribe.runs([wordOf('git', command.span), ...command.args], 'hub')
  },
}
