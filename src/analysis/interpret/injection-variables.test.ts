import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

const deletions = (command: string): string[] =>
  effectsOf(command).flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.text] : []))

const unseen = (command: string): boolean =>
  effectsOf(command).some((effect) => effect.kind === 'run-code' && !effect.read && effect.origin === 'dynamic')

describe('variables whose code is at hand', () => {
  it.each([
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.tidy GIT_CONFIG_VALUE_0='!rm -rf ~/notes' git tidy",
    "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.tidy GIT_CONFIG_VALUE_0='!rm -rf ~/notes'; git tidy",
    'GIT_CONFIG_PARAMETERS="\'alias.tidy=!rm -rf ~/notes\'" git tidy',
    "GIT_CONFIG_PARAMETERS=\"'alias.tidy'='!rm -rf ~/notes'\" git tidy",
    "export V='!rm -rf ~/notes'; git --config-env=alias.tidy=V tidy",
    "env 'BASH_FUNC_ls%%=() { rm -rf ~/notes; }' bash -c ls",
    'GOFLAGS="-toolexec=\'rm -rf /home/dev/notes\'" go build',
  ])('%s', (command) => {
    expect(deletions(command)).toContain('/home/dev/notes')
  })
})

describe('variables that name code nobody has read', () => {
  it.each([
    'PYTHONBREAKPOINT=os.system python3 tool.py',
    'BASH_ENV=./start bash -c ls',
    'BASH_ENV=/tmp/start bash -c ls',
    "NODE_OPTIONS='--require /tmp/hook.js' node app.js",
    'NODE_OPTIONS=--import=/tmp/hook.mjs npm test',
    'RUSTC_WRAPPER=/tmp/wrap cargo build',
    'npm_config_script_shell=/tmp/shell npm test',
    'GIT_PROXY_COMMAND=./proxy git fetch',
    'GOFLAGS=-toolexec=/tmp/wrap go build',
    'LD_PRELOAD=./hook.so ls',
    'LD_PRELOAD=/tmp/hook.so ls',
    'LD_PRELOAD=/tmp/build/hook.so ls',
    'LD_PRELOAD=./lib/hook.so ls',
    'MAKEFILES=/tmp/more.mk make',
    'PYTHONPATH=/tmp/modules python3 tool.py',
    'export LD_AUDIT=/tmp/hook.so',
  ])('%s', (command) => {
    expect(unseen(command)).toBe(true)
    expect(readCommand(command).grade).toBeUndefined()
  })
})

describe('ordinary values', () => {
  it.each([
    'PYTHONBREAKPOINT=0 python3 tool.py',
    'PYTHONBREAKPOINT=ipdb.set_trace pytest',
    "NODE_OPTIONS='--max-old-space-size=4096' npm test",
    "NODE_OPTIONS='--import tsx' node app.ts",
    'PYTHONPATH=src pytest',
    'PYTHONPATH=. python3 -m app',
    'LD_PRELOAD=/usr/lib/libjemalloc.so ls',
    'LD_PRELOAD=libfaketime.so.1 date',
    'RUSTC_WRAPPER=sccache cargo build',
    'GIT_PAGER=cat git log',
    'GOFLAGS=-mod=mod go build',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=color.ui GIT_CONFIG_VALUE_0=never git status',
  ])('%s runs nothing that is not known', (command) => {
    expect(unseen(command)).toBe(false)
  })

  it('a start-up file that can be read is read', () => {
    const facts = { files: { '/home/dev/project/start': 'rm -rf ~/notes\n' } }
    const paths = effectsOf('BASH_ENV=./start bash -c ls', facts).flatMap((effect) =>
      effect.kind === 'delete-path' ? [effect.path.text] : [],
    )
    expect(paths).toContain('/home/dev/notes')
  })
})
