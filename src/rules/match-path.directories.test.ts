import { describe, expect, it } from 'vitest'
import type { FixedFacts } from '../facts/fixed.ts'
import { bashAction, matchFixture, outcome, toolAction } from './testing.ts'

const VAULT = 'Read(./vault/**)'
const CORE = 'Edit(core/**)'
const PUSH = 'Bash(git push *)'

describe('a deny rule on what lies in a directory', () => {
  it.each([
    [VAULT, 'grep -rn token vault', 'deny'],
    [VAULT, 'tar czf - vault | wc -c', 'deny'],
    [VAULT, 'diff -r vault old', 'deny'],
    [VAULT, 'cp -R vault copy', 'deny'],
    [VAULT, 'mv vault attic', 'deny'],
    [VAULT, 'rsync -a vault/ copy/', 'deny'],
    [VAULT, 'git grep token -- vault', 'deny'],
    [VAULT, 'git show HEAD:vault/key', 'deny'],
    [VAULT, 'sort --files0-from=vault/list', 'deny'],
    [VAULT, 'grep -rn token .', 'ask'],
    [VAULT, 'grep -rn token', 'ask'],
    [VAULT, 'rg token', 'ask'],
    ['Read(./.vault/**)', 'rg token', 'none'],
    ['Read(./.vault/**)', 'grep -r token .', 'ask'],
    [VAULT, 'ls vault', 'none'],
    [VAULT, 'rg vault src', 'none'],
    [VAULT, 'git grep vault -- src', 'none'],
    [VAULT, 'mkdir -p vault', 'none'],
    [VAULT, 'grep -rn token src', 'none'],
    [CORE, 'cp new.ts core', 'deny'],
    [CORE, 'mv new.ts core', 'deny'],
    [CORE, 'mv core attic', 'deny'],
    [CORE, 'mv new.ts .', 'none'],
    [CORE, 'rsync -a fresh/ core/', 'deny'],
    [CORE, 'unzip -o fresh.zip -d core', 'deny'],
    [CORE, 'tar xf fresh.tar -C core', 'deny'],
    [CORE, 'git mv core/a.ts a.ts', 'deny'],
    [CORE, 'git rm --cached core/a.ts', 'deny'],
    [CORE, 'rm -rf core', 'deny'],
    [CORE, 'npx prettier --write core', 'deny'],
    [CORE, 'npx prettier --check core', 'none'],
    [CORE, 'npx prettier --write .', 'ask'],
    ['Edit(package-lock.json)', 'npx prettier --write .', 'none'],
    ['Edit(./package-lock.json)', 'npx prettier --write .', 'none'],
    [CORE, 'rm -rf .', 'ask'],
    ['Edit(./core/**)', 'rm -rf .', 'deny'],
    [CORE, 'npx eslint core', 'none'],
    [CORE, 'cat core/a.ts', 'none'],
    [CORE, 'cp core/a.ts /tmp/a.ts', 'none'],
    ['Edit(core/**/*.sql)', 'cp new.ts core', 'ask'],
    ['Edit(core/**/*.sql)', 'touch core/new.ts', 'none'],
  ] as const)('%s · %s → %s', (text, command, expected) => {
    expect(outcome(matchFixture({ deny: [text] }, bashAction(command)))).toBe(expected)
  })

  it.each([
    [{ pattern: 'x', path: 'vault' }, 'deny'],
    [{ pattern: 'x' }, 'ask'],
    [{ pattern: 'x', path: 'src' }, 'none'],
    [{ pattern: 'x', glob: '*.ts' }, 'none'],
  ] as const)('Grep %j → %s', (input, expected) => {
    expect(outcome(matchFixture({ deny: [VAULT] }, toolAction('Grep', input)))).toBe(expected)
  })

  it('a directory that does not exist is not searched', () => {
    const facts: FixedFacts = { file: () => ({ kind: 'missing' }) }
    expect(outcome(matchFixture({ deny: [VAULT] }, toolAction('Grep', { pattern: 'x' }), facts))).toBe('none')
  })

  it('a name at any depth counts where it was seen', () => {
    const facts: FixedFacts = { files: { '/home/dev/project/.env': 'A=1' } }
    expect(outcome(matchFixture({ deny: ['Read(.env)'] }, bashAction('grep -r A .', facts), facts))).toBe('ask')
    expect(outcome(matchFixture({ deny: ['Read(.env)'] }, bashAction('grep -r A .')))).toBe('none')
  })
})

describe('a deny rule on a git command', () => {
  it.each([
    ['git-push origin topic', 'deny'],
    ['/usr/lib/git-core/git-push origin topic', 'deny'],
    ['git -c alias.up=push up origin topic', 'deny'],
    ['git -c alias.a=b -c alias.b="push -q" a origin', 'deny'],
    ["git -c alias.up='!git push' up origin", 'deny'],
    ['git -C sub push', 'deny'],
    ['git -c user.name=x push origin topic', 'deny'],
    ['git --git-dir .git --work-tree . push', 'deny'],
    ['git send-pack origin topic', 'deny'],
    ['git lfs push origin topic', 'deny'],
    ['git subtree push --prefix=docs origin pages', 'deny'],
    ['frobnicate --fast git push origin topic', 'ask'],
    ['git -c alias.up=pull up origin topic', 'none'],
    ['git log --grep "git push"', 'none'],
    ['git-pull origin', 'none'],
  ] as const)('%s → %s', (command, expected) => {
    expect(outcome(matchFixture({ deny: [PUSH] }, bashAction(command)))).toBe(expected)
  })
})
