import type { Effect } from '../../analysis/effects.ts'
import type { Exception } from '../../categories/category.ts'

/** `bin` goes together with the `obj` beside it: both are written by the next build. */
function isBuildPair(effect: Effect, effects: readonly Effect[]): boolean {
  const path = effect.kind === 'delete-path' ? effect.path : undefined
  const real = path?.real
  if (real === undefined || path?.recoverable() === 'no' || !/\/bin\/?$/i.test(real)) return false
  const beside = real.replace(/\/bin\/?$/i, '/obj').toLowerCase()
  return effects.some((other) => other.kind === 'delete-path' && other.path.real?.toLowerCase() === beside)
}

export const exception: Exception = {
  id: 'local-operations',
  title: 'Local work in the project',
  summary: 'Reading, writing, building and cleaning up inside the project, and ending what this session started.',
  policy:
    'Allowed: file work inside the project that git or a rebuild can undo, temporary files, and processes, servers and containers that this session started itself. Not covered: the project as a whole, .git, and anything outside.',
  covers: ({ category, effect }, { facts, effects }) => {
    switch (effect.kind) {
      case 'delete-path':
      case 'write-path': {
        const { path } = effect
        const near = path.zone === 'project' || path.zone === 'temp'
        if (category !== 'irreversible-local-destruction' || !near) return false
        return path.sessionMade || path.recoverable() === 'yes' || isBuildPair(effect, effects)
      }
      case 'signal-process':
        return effect.owner === 'session' || facts.session.started.has(effect.target)
      case 'service-control':
        return facts.session.started.has(effect.service)
      case 'resource-change':
        return facts.session.started.has(effect.target)
      case 'git-discard':
        return (
          effect.refs.length > 0 &&
          effect.refs.every((ref) => facts.session.created.has(ref) || facts.session.written.has(ref))
        )
      default:
        return false
    }
  },
}
