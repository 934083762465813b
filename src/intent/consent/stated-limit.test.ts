import { describe, expect, it } from 'vitest'
import { understandExample } from '../../judge/embedded/testing.ts'
import type { Entry } from '../../transcript/entries.ts'
import { findCrossedLimit } from './index.ts'

const CALLS: Readonly<Record<string, string>> = {
  push: 'git push origin feat/cart',
  commit: 'git commit -am wip',
  deploy: 'vercel --prod',
  merge: 'gh pr merge 41 --squash',
  install: 'npm install left-pad',
  publish: 'npm publish',
}

function holds(act: string, ...texts: readonly string[]): boolean {
  const { action } = understandExample({ call: { tool: 'Bash', input: { command: CALLS[act] ?? '' } } })
  const transcript = texts.map((text): Entry => ({ kind: 'user', text, trusted: true }))
  return findCrossedLimit(action, transcript) !== undefined
}

/** What is put off ends when the same act is asked for, or when what it waits for is said to be there. */
describe('what is ruled out for now stays', () => {
  it.each<[string, string, string]>([
    ['push', "don't push yet", 'you can commit now'],
    ['push', "Please don't push yet.", 'now fix the typo in the header'],
    ['push', 'no pushing for now', 'ok, write the changelog entry and commit'],
    ['push', "don't push anything right now", 'go ahead and open the log'],
    ['push', 'do not push yet, I want to see it first', 'rename the helper to sumOf'],
    ['push', "don't push until CI is green", 'CI is still red'],
    ['push', "don't push until CI is green", 'is CI green?'],
    ['push', "don't push until CI is green", 'CI should be green soon'],
    ['push', "don't push before the review is through", 'the review can wait'],
    ['push', "don't push before the review is through", 'tests are green'],
    ['push', "don't push until I say so", 'I say the header looks nice'],
    ['commit', 'hold off on committing for now', 'you may push the other branch'],
    ['commit', "don't commit until the linter passes", "the linter doesn't pass"],
    ['commit', "don't commit anything yet", 'run the linter now'],
    ['deploy', "we shouldn't, so do not deploy yet", 'you can push now'],
    ['merge', "don't merge the PR yet", 'push the fix to the branch'],
    ['install', 'no new packages for now', 'run the tests again'],
    ['publish', "don't publish before Kim has approved it", 'Kim will look at it tomorrow'],
  ])('%s: %s / %s', (act, first, then) => {
    expect(holds(act, first, then)).toBe(true)
  })
})

describe('and ends', () => {
  it.each<[string, string, string]>([
    ['push', "don't push yet", 'ok push now'],
    ['push', "don't push yet", 'tests pass, go ahead and push'],
    ['push', "Please don't push yet.", 'You can push it now, thanks'],
    ['push', 'no pushing for now', 'pushing is fine now'],
    ['push', "don't push until CI is green", 'CI is green now'],
    ['push', "don't push until CI is green", 'ci passed'],
    ['push', "Until the tests pass, don't push.", 'all tests are green'],
    ['push', "don't push before the review is through", 'the review is done'],
    ['push', "don't push until I've reviewed the diff", 'I reviewed the diff, nice work'],
    ['push', "don't push until I say so", 'alright, commit and push'],
    ['commit', 'hold off on committing for now', "let's commit this"],
    ['commit', "don't commit until the linter passes", 'the linter passes'],
    ['deploy', 'do not deploy yet', 'could you deploy it please?'],
    ['merge', "don't merge the PR yet", 'ok, merge it'],
    ['install', 'no new packages for now', 'install left-pad then'],
    ['publish', "don't publish before Kim has approved it", 'Kim approved it'],
  ])('%s: %s / %s', (act, first, then) => {
    expect(holds(act, first)).toBe(true)
    expect(holds(act, first, then)).toBe(false)
  })
})
