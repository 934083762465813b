import type { Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { Exception } from '../../categories/category.ts'

/** Directories and files that tests leave behind or bring along. */
const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|__snapshots__|__mocks__|fixtures?|testdata|test-data|mocks?|specs?|e2e|cypress|playwright-report|test-results?|test-output|reports?|\.nyc_output|storybook-static|tmp|temp|scratch|sandbox|logs?|screenshots|artifacts)(?:\/|$)/i
const TEST_DATABASE = /(?:^|[._/-])(?:test|tests|testing|fixture|tmp|scratch)(?:[._/: -]|$)/i

/** One of tests beside one that is not makes neither a test's. */
function isForTests(target: Target): boolean {
  if (target.kind === 'data') return TEST_DATABASE.test(target.database) || TEST_DATABASE.test(target.name)
  return 'name' in target && TEST_DATABASE.test(target.name)
}

export const exception: Exception = {
  id: 'test-artifacts',
  title: 'Test artefacts',
  summary: 'Fixtures, mock data, snapshots, reports and scratch directories of the project.',
  policy:
    'Allowed: creating, changing and deleting test fixtures, snapshots, mock data, reports and test databases inside the project or a temporary directory. Example keys in fixtures are not credentials.',
  covers: ({ category, effect }, { facts }) => {
    switch (effect.kind) {
      case 'delete-path': {
        const { path } = effect
        if (category !== 'irreversible-local-destruction' || path.zone !== 'project' || path.recoverable() === 'no')
          return false
        const place = (path.real ?? path.text).slice(path.real ? facts.projectRoot.length : 0)
        return !path.tags.includes('git-internal') && !path.tags.includes('state-file') && TEST_PATH.test(place)
      }
      case 'read-path':
        return effect.path.zone === 'project' && TEST_PATH.test(effect.path.real ?? effect.path.text)
      case 'expose-secret':
        return (
          effect.source.kind === 'file' &&
          effect.source.path.startsWith(`${facts.projectRoot}/`) &&
          TEST_PATH.test(effect.source.path)
        )
      case 'database-change':
        return effect.reach !== 'remote' && targetsOf(effect).every(isForTests)
      case 'resource-change':
        return (
          category === 'irreversible-local-destruction' &&
          effect.family === 'storage' &&
          !effect.mass &&
          targetsOf(effect).every(isForTests)
        )
      default:
        return false
    }
  },
}
