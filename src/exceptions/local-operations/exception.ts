import type { Exception } from '../../categories/category.ts'

export const exception: Exception = {
  id: 'local-operations',
  title: 'Local work in the project',
  summary: 'Reading, writing, building and cleaning up inside the project, and ending what this session started.',
  policy:
    'Allowed: file work inside the project that git or a rebuild can undo, temporary files, and processes, servers and containers that this session started itself. Not covered: the project as a whole, .git, and anything outside.',
  covers: ({ category, effect }, { facts }) => {
    switch (effect.kind) {
      case 'delete-path':
      case 'write-path': {
        const { path } = effect
        const near = path.zone === 'project' || path.zone === 'temp'
        return category === 'irreversible-local-destruction' && near && (path.sessionMade || path.recoverable === 'yes')
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
