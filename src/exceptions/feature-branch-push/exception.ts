import type { Exception } from '../../categories/category.ts'
import { refSpellings } from '../../categories/spellings.ts'
import { DEFAULT_BRANCHES } from '../../knowledge/lexicon/default-branches.ts'
import { PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { anyOf } from '../../knowledge/lexicon/verbs.ts'

const PROTECTED_BRANCH = new RegExp(
  `^(?:${anyOf(...DEFAULT_BRANCHES, ...PRODUCTION_WORDS)}|develop|development|release(?:[/-].*)?|stable|staging|gh-pages|hotfix/.*)$`,
  'i',
)

export const exception: Exception = {
  id: 'feature-branch-push',
  title: 'Pushes to feature branches',
  summary: 'Pushing to a branch that is not the default one, and rewriting branches this session made.',
  policy:
    'Allowed: ordinary pushes to branches other than the default one, and force pushes to branches that this session created. Not covered: default, release and other shared branches, deleting remote branches.',
  covers: ({ category, effect }, { facts }) => {
    if (effect.kind !== 'git-push' || effect.deletes || effect.mirror || effect.toDefault === 'yes') return false
    if (category !== 'git-destructive' && category !== 'push-to-default') return false
    const names = effect.refs.map((ref) => refSpellings(ref)[0] ?? ref)
    if (names.length === 0 || names.some((name) => PROTECTED_BRANCH.test(name))) return false
    return !effect.force || names.every((name) => facts.session.branches.has(name))
  },
}
