import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'

describe('other version-control systems', () => {
  it.each([
    ['hg update -C tip', { kind: 'git-discard', what: 'worktree' }],
    ['hg -R . update --clean', { kind: 'git-discard', what: 'worktree' }],
    ['hg strip tip', { kind: 'git-discard', what: 'commits' }],
    ['hg purge', { kind: 'git-discard', what: 'untracked' }],
    ['svn revert -R .', { kind: 'git-discard', what: 'worktree' }],
    ['svn commit -m x', { kind: 'git-push', toDefault: 'yes' }],
    ['cvs ci -m x', { kind: 'git-push', toDefault: 'yes' }],
    ['p4 -c mine submit -d x', { kind: 'git-push', toDefault: 'yes' }],
    ['fossil commit -m x', { kind: 'git-push', toDefault: 'yes' }],
    ['git svn dcommit', { kind: 'git-push', toDefault: 'yes' }],
    ['sl push --to remote/master', { kind: 'git-push', toDefault: 'yes' }],
    ['sl push --to next --force', { kind: 'git-push', toDefault: 'unknown', force: true }],
    ['p4 obliterate -y //depot/old/...', { kind: 'git-discard', what: 'history' }],
    ['git annex drop --force big.bin', { kind: 'git-discard', what: 'untracked' }],
    ['svn delete -m old https://svn.example.com/app/branches/old', { kind: 'git-push', deletes: true }],
    ['svn rm --force -m x --no-auth-cache svn+ssh://svn.example.com/app/tags/v1', { kind: 'git-push', deletes: true }],
    ['svn cp -m v2 ^/trunk --parents ^/tags/v2', { kind: 'git-push', deletes: false }],
    ['svn rm ^/branches/old --force -m x', { kind: 'git-push', deletes: true }],
    ['svn propset --revprop -r 7 svn:author mia ^/', { kind: 'git-push', deletes: true }],
    ['svn rm https://svn.example.com/app/tags/v1 -m x --username bob', { kind: 'git-push', deletes: true }],
    ['svn mv ^/a ^/b -m x --username bob --config-dir ./svn', { kind: 'git-push', deletes: false }],
    ['svn mkdir --parents ^/b --message x --password-from-stdin', { kind: 'git-push', deletes: false }],
    ['lerna version major', { kind: 'git-push', toDefault: 'yes' }],
    ['cargo release patch --execute --no-publish', { kind: 'git-push', toDefault: 'yes' }],
    ['hg push -f', { kind: 'git-push', force: true }],
    ['jj git push', { kind: 'git-push' }],
    ['jj workspace add ../other-tree -r main', { kind: 'write-path', how: 'create' }],
    ['hg clone . ../other-tree', { kind: 'write-path', how: 'create' }],
    ['git-lfs migrate import', { kind: 'git-discard', what: 'history' }],
  ])('%s', (command, fields) => expect(effectsOf(command)).toContainEqual(expect.objectContaining(fields)))
  it.each(['hg status', 'svn diff', 'jj log', 'hg --version', 'p4 opened', 'sl ssl', 'cvs log'])(
    'proven: %s',
    (command) => expect(readCommand(command).grade).toBe('proven'),
  )
  it.each([
    'hg update tip',
    'svn update',
    'svn rm src/old.c',
    'svn cp ^/trunk ./copy',
    'svn cp ^/trunk ./copy --username bob',
    'svn rm src/old.c --message https://x.example/7 --username bob',
    'svn rm src/old.c -m https://x.example/7',
    'lerna version major --no-push',
    'jj new',
    'hg commit -m x',
    'p4 obliterate //depot/old/...',
    'sl rebase -d main',
    'git svn rebase',
  ])('expected: %s', (command) => expect(readCommand(command).grade).toBe('expected'))
  it('lets git-annex drop what it finds elsewhere', () =>
    expect(effectsOf('git annex drop big.bin')).not.toContainEqual(expect.objectContaining({ kind: 'git-discard' })))
  it('takes a copy from elsewhere for none of the project', () =>
    expect(effectsOf('hg clone ssh://hg.example/x ../other-tree')).not.toContainEqual(
      expect.objectContaining({ kind: 'write-path' }),
    ))
  it('trusts no setting on the command line', () =>
    expect(readCommand('hg --config alias.x=!sh status').grade).toBeUndefined())
})
