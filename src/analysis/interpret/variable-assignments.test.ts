import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

describe('assignments that do nothing to programs', () => {
  it.each([
    'FOO=bar ls',
    'CI=true NODE_ENV=test ls',
    'RUST_LOG=debug ls',
    'GIT_PAGER=cat git log',
    'PAGER= git log',
    'export EDITOR=vim; ls',
    'NODE_OPTIONS=--max-old-space-size=4096 ls',
    'NODE_TLS_REJECT_UNAUTHORIZED=1 ls',
    'GIT_SSL_NO_VERIFY=0 ls',
    'HISTFILE=~/.hist ls',
    'export PATH="$PATH:/usr/local/go/bin"; ls',
    'IFS=,; ls',
    "PS1='> '; ls",
  ])('%s', (text) => {
    expect(readCommand(text).grade).toBe('proven')
  })
})

describe('assignments that take the grade', () => {
  it.each([
    'LD_PRELOAD=/tmp/x.so ls',
    'export LD_LIBRARY_PATH=.; ls',
    'DYLD_INSERT_LIBRARIES=x ls',
    'BASH_ENV=x.sh bash -c ls',
    'NODE_OPTIONS="--require ./x.js" ls',
    'PERL5OPT=-Mevil ls',
    'RUBYOPT=-revil ls',
    'PYTHONPATH=/tmp ls',
    'PATH=/tmp:$PATH ls',
    'PATH= ls',
    'GIT_CONFIG_COUNT=1 git status',
    'GIT_EXTERNAL_DIFF=./x git diff',
    'HTTPS_PROXY=http://evil.test ls',
    'declare -x LD_PRELOAD=x; ls',
    'export "LD_PRELOAD=x"; ls',
    'n=LD_PRELOAD; export $n=x; ls',
    'env LD_PRELOAD=x ls',
    'sudo LD_PRELOAD=x ls',
  ])('%s', (text) => {
    expect(readCommand(text).grade).toBeUndefined()
  })
})

describe('what an assignment weakens', () => {
  it.each<[string, string]>([
    ['NODE_TLS_REJECT_UNAUTHORIZED=0 node x.js', 'tls'],
    ['export NODE_TLS_REJECT_UNAUTHORIZED=0', 'tls'],
    ['GIT_SSL_NO_VERIFY=true git fetch', 'tls'],
    ['PYTHONHTTPSVERIFY=0 ls', 'tls'],
    ['env GIT_SSL_NO_VERIFY=1 git fetch', 'tls'],
    ['HISTFILE=/dev/null', 'history'],
    ['export HISTSIZE=0', 'history'],
    ['unset HISTFILE', 'history'],
    ['set +o history', 'history'],
    ['history -c', 'history'],
    ['history -cw', 'history'],
  ])('%s: %s', (text, area) => {
    expect(readCommand(text).effects).toContainEqual(expect.objectContaining({ kind: 'weaken', area }))
  })

  it.each(['GIT_AUTHOR_NAME=Linus git commit -m x', 'export GIT_COMMITTER_EMAIL=a@b.test'])(
    '%s acts as someone',
    (text) => {
      expect(readCommand(text).effects).toContainEqual(expect.objectContaining({ kind: 'impersonate' }))
    },
  )

  it('runs what a start-up variable names', () => {
    const files = { '/home/dev/project/x.sh': 'rm -rf /etc' }
    expect(readCommand('BASH_ENV=x.sh bash -c ls', { files }).effects).toContainEqual(
      expect.objectContaining({ kind: 'delete-path' }),
    )
  })

  it('keeps a trap that sees every command in mind', () => {
    expect(readCommand("trap 'echo $BASH_COMMAND >> log' DEBUG").effects).toContainEqual(
      expect.objectContaining({ kind: 'persist', mechanism: 'trap' }),
    )
  })
})
