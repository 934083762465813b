import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../analysis/testing.ts'

const unread = (text: string) =>
  effectsOf(text).filter((effect) => effect.kind === 'run-code' && effect.origin === 'dynamic' && !effect.read)

describe('a file that runs in place of a known tool', () => {
  it.each([
    'make SHELL=/tmp/x all',
    'make CC=./x',
    'npm --script-shell=/tmp/x test',
    "npm --node-options='--require /tmp/x.js' test",
    `cargo --config 'build.rustc-wrapper="/tmp/x"' build`,
    'CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=/tmp/x cargo test',
    'go build -toolexec /tmp/x ./...',
    'go vet -vettool=/tmp/x ./...',
    'git -c core.pager=/tmp/x log',
    'git -c core.fsmonitor=/tmp/x status',
    'git difftool -x /tmp/x',
    'git --exec-path=./g status',
    'helm template . --post-renderer ./x',
    'tar -I /tmp/x -cf a.tar src',
    'sort --compress-program=/tmp/x a',
    'rg --pre /tmp/x needle',
    'mysql --pager=/tmp/x',
    'cmake -DCMAKE_C_COMPILER=/tmp/x -B build',
    'eslint -c /tmp/x.config.js .',
    'gradle -I /tmp/x.gradle build',
    'node -r /tmp/x.js app.js',
    'JAVA_TOOL_OPTIONS=-javaagent:/tmp/x.jar java -jar app.jar',
    'RUBYOPT=-r/tmp/x rake test',
    `sqlite3 a.db "select load_extension('/tmp/x')"`,
  ])('%s is not known', (text) => {
    expect(unread(text)).not.toEqual([])
  })

  it.each([
    'make SHELL=/bin/bash all',
    'make CC=clang',
    'go vet -vettool=/usr/local/bin/shadow ./...',
    'git -c core.pager=cat log',
    'git -c core.pager=less log',
    'tar -I zstd -cf a.tar.zst src',
    'tar --use-compress-program="pigz -9" -cf a.tgz src',
    'cmake -DCMAKE_C_COMPILER=clang -B build',
    'eslint -c eslint.config.js .',
    'vitest run --config ./vitest.config.ts',
    'node -r dotenv/config app.js',
    'node -r ./scripts/setup.js app.js',
    'RUBYOPT=-W0 rake test',
  ])('%s is usual', (text) => {
    expect(unread(text)).toEqual([])
  })

  it('one that this session wrote is read instead', () => {
    const written = new Map([['/tmp/x', '#!/bin/sh\nexec "$@"']])
    const effects = effectsOf('go build -toolexec /tmp/x ./...', { session: { written } })
    expect(effects.filter((effect) => effect.kind === 'run-code' && effect.origin === 'dynamic')).toEqual([])
  })
})
