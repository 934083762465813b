import { describe, expect, it } from 'vitest'
import { bashAction, matchFixture, outcome, toolAction } from './testing.ts'

const READ = 'Read(./secrets/**)'
const EDIT = 'Edit(./config/**)'

type Row = readonly [rule: string, command: string, expected: 'deny' | 'ask' | 'none']

const ROWS: readonly Row[] = [
  // what names the file, and may read it
  [READ, 'frobnicate secrets/key', 'ask'],
  [READ, 'frobnicate --in=secrets/key', 'ask'],
  [READ, 'frobnicate -x @secrets/key', 'ask'],
  [READ, 'pax -w secrets', 'ask'],
  [READ, 'gcc -E secrets/key', 'ask'],
  [READ, 'kubectl create secret generic a --from-file=secrets/key', 'ask'],
  [READ, 'docker run -v $PWD/secrets:/s alpine ls', 'ask'],
  [READ, 'podman unshare cat secrets/key', 'deny'],
  [READ, 'look a secrets/key', 'deny'],
  [READ, 'bsdtar -cf - secrets', 'deny'],
  [READ, 'git log -p -- secrets/key', 'deny'],
  [READ, 'git hash-object -w secrets/key', 'deny'],
  [READ, `lua -e 'for l in io.lines("secrets/key") do print(l) end'`, 'ask'],
  [READ, `tclsh <<< 'puts [read [open secrets/key]]'`, 'ask'],
  // what runs it reads it
  [READ, 'source secrets/key', 'deny'],
  [READ, 'bash secrets/key', 'deny'],
  // lists of files
  [READ, 'find . -type f | xargs cat', 'ask'],
  [READ, 'find . -name key | xargs cat', 'ask'],
  [READ, 'find secrets | cpio -o', 'deny'],
  [READ, 'find . | cpio -o', 'ask'],
  [READ, 'find src -type f | xargs cat', 'none'],
  // a part of the path is not known
  [READ, 'cat $X/secrets/key', 'ask'],
  [READ, 'cat "$X"/other/key', 'none'],
  [READ, 'cat src/$X', 'none'],
  [READ, 'cat "$X"', 'none'],
  // second names
  [READ, 'ln -s secrets s; cat s/key', 'deny'],
  [READ, 'ln -s $PWD/secrets /tmp/s; cat /tmp/s/key', 'deny'],
  [READ, 'ln secrets/key k', 'ask'],
  [READ, 'ln -s src s', 'none'],
  // and what only sounds like it
  [READ, 'kubectl get secrets', 'none'],
  [READ, 'git commit -m "read secrets/key"', 'none'],
  [READ, 'echo secrets/key', 'none'],
  [READ, 'ls -l secrets', 'none'],
  [READ, 'test -f secrets/key', 'none'],
  [READ, 'frobnicate src/key', 'none'],
  [READ, 'frobnicate secrets', 'none'],
  [READ, 'gcc -E src/secrets.c', 'none'],
  [READ, 'grep secrets/key README.md', 'none'],
  [READ, 'frobnicate --message secrets/key', 'none'],
  [EDIT, 'frobnicate config/a.yml', 'ask'],
  [EDIT, 'frobnicate -o config/a.yml x', 'ask'],
  [EDIT, 'pandoc -o config/a.yml x', 'ask'],
  [EDIT, 'esbuild x --outfile=config/a.yml', 'ask'],
  [EDIT, 'crudini --set config/a.yml a b c', 'ask'],
  [EDIT, `sqlite3 config/a.db 'create table a(b)'`, 'ask'],
  [EDIT, 'docker run -v $PWD/config:/c alpine ls', 'ask'],
  [EDIT, `tclsh <<< 'open config/a.yml w'`, 'ask'],
  [EDIT, 'nano config/a.yml', 'ask'],
  [EDIT, 'mktemp config/XXXX', 'ask'],
  [EDIT, 'git checkout HEAD~1 config/a.yml', 'ask'],
  [EDIT, 'git checkout .', 'ask'],
  [EDIT, 'git checkout-index -f config/a.yml', 'deny'],
  [EDIT, 'git stash -- config/a.yml', 'deny'],
  [EDIT, 'git clean -fdx', 'ask'],
  [EDIT, 'git clean -fdx config', 'deny'],
  [EDIT, 'git reset --hard HEAD~1', 'ask'],
  [EDIT, 'git apply fix.patch', 'ask'],
  [EDIT, 'patch -p1 < fix.patch', 'ask'],
  [EDIT, 'unzip -o a.zip', 'ask'],
  [EDIT, 'tar xf a.tar', 'ask'],
  [EDIT, 'tar xf a.tar -C /tmp/x', 'none'],
  [EDIT, `find . -name '*.yml' | xargs sed -i s/a/b/`, 'ask'],
  [EDIT, 'grep -rl a . | xargs sed -i s/a/b/', 'ask'],
  [EDIT, 'grep -rl a src | xargs sed -i s/a/b/', 'none'],
  [EDIT, 'cp -l config/a.yml h; echo x > h', 'deny'],
  [EDIT, 'ln config/a.yml h; echo x > h', 'deny'],
  [EDIT, 'echo x > $D/config/a.yml', 'ask'],
  [EDIT, 'echo x > $D/other/a.yml', 'none'],
  [EDIT, 'mylint config/a.yml', 'none'],
  [EDIT, 'frobnicate check config/a.yml', 'none'],
  [EDIT, 'frobnicate config set a b', 'none'],
  [EDIT, 'frobnicate --config config/a.yml', 'none'],
  [EDIT, 'eslint config/a.js', 'none'],
  [EDIT, 'cat config/a.yml', 'none'],
  [EDIT, 'git log -p config/a.yml', 'none'],
  [EDIT, 'git add config/a.yml', 'none'],
  [EDIT, 'git checkout main', 'none'],
  [EDIT, 'git clean -n', 'none'],
  [EDIT, 'node app.js', 'none'],
]

describe('a deny rule on files goes by what reaches them', () => {
  it.each(ROWS)('%s · %s → %s', (text, command, expected) => {
    expect(outcome(matchFixture({ deny: [text] }, bashAction(command)))).toBe(expected)
  })

  const foreign = (tool: string, input: Record<string, unknown>) => ({ ...toolAction(tool, input), judgeText: 'x' })

  it.each([
    ['mcp__fs__read', { file: 'secrets/key' }, READ, 'ask'],
    ['mcp__fs__read_many', { paths: ['a', 'secrets/key'] }, READ, 'ask'],
    ['mcp__fs__read', { uri: 'file:///home/dev/project/secrets/key' }, READ, 'ask'],
    ['mcp__x__search', { query: 'a', options: { dir: 'secrets' } }, READ, 'ask'],
    ['unheard_of', { a: './secrets/key' }, READ, 'ask'],
    ['mcp__fs__edit', { file: 'config/a.yml' }, EDIT, 'ask'],
    ['mcp__fs__move', { source: 'x', destination: 'config/a.yml' }, EDIT, 'ask'],
    ['mcp__fs__read', { file: 'config/a.yml' }, EDIT, 'none'],
    ['mcp__fs__read', { file: 'src/key' }, READ, 'none'],
    ['mcp__chat__send', { text: 'see secrets/key, please' }, READ, 'none'],
    ['mcp__k8s__list', { kind: 'secrets' }, READ, 'none'],
  ] as const)('%s %j under %s → %s', (tool, input, text, expected) => {
    expect(outcome(matchFixture({ deny: [text] }, foreign(tool, input)))).toBe(expected)
  })
})
