import { expect, it } from 'vitest'
import { readCommand } from '../testing.ts'
import { createdRepositories, placedThings } from './session-repositories.ts'

it.each([
  ['git init --bare /tmp/a.git', ['repository /tmp/a.git']],
  ['git clone /tmp/a.git /tmp/b', ['repository /tmp/b', 'remote origin of /tmp/b at /tmp/a.git']],
  ['git -C /tmp clone -o up a.git', ['repository /tmp/a', 'remote up of /tmp/a at /tmp/a.git']],
  [
    'git clone git@github.com:quux/a.git',
    ['repository /home/dev/project/a', 'remote origin of /home/dev/project/a at git@github.com:quux/a.git'],
  ],
  ['git clone --template=t /tmp/a.git /tmp/b', ['remote origin of /tmp/b at /tmp/a.git']],
  ['git --git-dir=/tmp/a.git init', []],
  ['git clone "$URL" /tmp/b', []],
  ['git status', []],
])('%s makes %j', (text, marks) => {
  expect(readCommand(text).commands.flatMap(createdRepositories)).toEqual(marks)
})

it.each([
  ['cp -r x /tmp/b', '/tmp/b'],
  ['git clone "$URL" /tmp/b', '/tmp/b'],
  ['gh repo clone quux/b', '/home/dev/project/b'],
  ['git worktree add /tmp/b main', '/tmp/b'],
  ['sed -i s/a/b/ /tmp/b/.git/config', '/tmp/b'],
  ['printf x > /tmp/b.git/hooks/post-receive', '/tmp/b.git'],
  ['git -C /tmp/b remote rename origin old', '/tmp/b'],
])('%s leaves %s in doubt', (text, path) => {
  expect(readCommand(text).commands.flatMap(placedThings)).toContain(`something put at ${path}`)
})
