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
    ['svn delete -m old https://svn.example.com/app/branches/old', { kind: 'git-push', deletes: true }],
    ['svn cp ^/trunk ^/tags/v2 -m v2', { kind: 'git-push', deletes: false }],
    ['hg push -f', { kind: 'git-push', force: true }],
    ['jj git push', { kind: 'git-push' }],
    ['jj workspace add ../other-tree -r main', { kind: 'write-path', how: 'create' }],
    ['hg clone . ../other-tree', { kind: 'write-path', how: 'create' }],
    ['git-lfs migrate import', { kind: 'git-discard', what: 'history' }],
  ])('%s', (command, fields) => expect(effectsOf(command)).toContainEqual(expect.objectContaining(fields)))
  it.each(['hg status', 'svn diff', 'jj log', 'hg --version'])('proven: %s', (command) =>
    expect(reading(command).grade).toBe('proven'),
  )
  it.each(['hg update tip', 'svn update', 'svn rm src/old.c', 'jj new', 'hg commit -m x'])('expected: %s', (command) =>
    expect(reading(command).grade).toBe('expected'),
  )
  it('takes a copy from elsewhere for none of the project', () =>
    expect(effectsOf('hg clone ssh://hg.example/x ../other-tree')).not.toContainEqual(
      expect.objectContaining({ kind: 'write-path' }),
    ))
  it('trusts no setting on the command line', () =>
    expect(reading('hg --config alias.x=!sh status').grade).toBeUndefined())
})
