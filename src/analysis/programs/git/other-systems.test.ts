import { describe, expect, it } from 'vitest'
import { effectsOf, reading } from '../../testing.ts'

describe('other version-control systems', () => {
  it.each([
    ['hg update -C tip', { kind: 'git-discard', what: 'worktree' }],
    ['hg -R . update --clean', { kind: 'git-discard', what: 'worktree' }],
    ['hg strip tip', { kind: 'git-discard', what: 'commits' }],
    ['hg purge', { kind: 'git-discard', what: 'untracked' }],
    ['svn revert -R .', { kind: 'git-discard', what: 'worktree' }],
    ['svn commit -m x', { kind: 'git-push' }],
    ['hg push -f', { kind: 'git-push', force: true }],
    ['jj git push', { kind: 'git-push' }],
    ['git-lfs migrate import', { kind: 'git-discard', what: 'history' }],
  ])('%s', (command, fields) => expect(effectsOf(command)).toContainEqual(expect.objectContaining(fields)))
  it.each(['hg status', 'svn diff', 'jj log', 'hg --version'])('proven: %s', (command) =>
    expect(reading(command).grade).toBe('proven'),
  )
  it.each(['hg update tip', 'svn update', 'jj new', 'hg commit -m x'])('expected: %s', (command) =>
    expect(reading(command).grade).toBe('expected'),
  )
  it('trusts no setting on the command line', () =>
    expect(reading('hg --config alias.x=!sh status').grade).toBeUndefined())
})
