import { describe, expect, it } from 'vitest'
import { bash, CWD } from './gate-for-tests.ts'

const REFUSED = { outcome: 'deny', reason: { type: 'safety-check', check: 'gate-own' } }

describe('where no place is known, names and shapes tell', () => {
  it.each([
    'rm -rf node_modules/irongate',
    'rm -rf node_modules/iron*',
    'sed -i s/a/b/ /opt/tools/lib/node_modules/irongate/dist/hook.cjs',
    'sed -i s/a/b/ $(npm root -g)/irongate/dist/hook.cjs',
    'echo x > "$SOMEWHERE/irongate/bin/irongate.js"',
    'rm ~/.npm-global/bin/irongate',
    'rm -rf ~/.npm/_npx/0a1b/node_modules/irongate',
    'rm -rf ~/.volta/tools/image/packages/irongate',
    'rm -rf ~/.claude/plugins/marketplaces/irongate',
    'mv /etc/irongate /tmp',
    'cp -r /usr/lib/node_modules/irongate /tmp/x',
    'ln -s /usr/lib/node_modules/irongate/bin/irongate.js ig',
    'npm i -g irongate@0.0.1',
    'yarn global remove irongate',
    `node -e "require('irongate/dist/cli.cjs')"`,
    'node -r irongate/dist/hook.cjs x.js',
    'NODE_OPTIONS="--import /usr/lib/node_modules/irongate/dist/cli.cjs" npm test',
    'cat ~/.irongate/run/*',
    'tar cO ~/.irongate',
    'cat /root/.irongate/state/approval-secret',
  ])('%s is refused', async (command) => {
    expect(await bash(command, { mode: 'bypassPermissions' })).toMatchObject(REFUSED)
  })

  it.each([
    'rm -rf node_modules',
    'rm -rf node_modules/*',
    'rm -rf "$DIR/node_modules"',
    'rm -rf ~/.npm-global/lib/node_modules/tool',
    'npm update -g',
    'cat .irongate/settings.json',
    'cat node_modules/irongate/README.md',
    'rm -rf /tmp/irongate',
    'npm uninstall irongate-theme',
    'cp -r docs/irongate /tmp/x',
  ])('%s is nothing to it', async (command) => {
    expect(await bash(command, { mode: 'bypassPermissions' })).toMatchObject({ outcome: 'allow' })
  })
})

describe('a gate that runs from a project’s own packages', () => {
  const own = [{ path: `${CWD}/node_modules/irongate`, kind: 'package' }] as const
  const declared = { [`${CWD}/package.json`]: '{"devDependencies":{"irongate":"1.0.0"}}' }
  const at = (files: Record<string, string>) => ({ mode: 'bypassPermissions', facts: { own, files } }) as const

  it.each(['rm -rf node_modules', 'rm -rf node_modules/*', 'mv node_modules old', 'npm i irongate@0.0.1'])(
    '%s is refused',
    async (command) => expect(await bash(command, at(declared))).toMatchObject(REFUSED),
  )

  it.each(['npm ci', 'npm install', 'npm i left-pad', 'rm -rf node_modules/.cache', 'rm -rf dist'])(
    '%s passes',
    async (command) => expect(await bash(command, at(declared))).toMatchObject({ outcome: 'allow' }),
  )

  it('is taken away by an install where nothing declares it', async () => {
    expect(await bash('npm ci', at({ [`${CWD}/package.json`]: '{}' }))).toMatchObject(REFUSED)
  })
})

describe('a gate that runs from a checkout', () => {
  const root = '/home/dev/src/irongate'
  const own = ['bin', 'dist', 'package.json'].map((part) => ({ path: `${root}/${part}`, kind: 'package' }) as const)
  const at = { mode: 'bypassPermissions', facts: { own, cwd: root, projectRoot: root } } as const

  it.each(['rm -rf dist', 'echo > dist/hook.cjs', 'node dist/cli.cjs uninstall', `mv ${root} /tmp`])(
    '%s is refused',
    async (command) => expect(await bash(`cd ${root} && ${command}`, at)).toMatchObject(REFUSED),
  )

  it.each(['sed -i s/a/b/ src/gate.ts', 'node dist/cli.cjs status', 'npm test', 'git commit -am x'])(
    '%s passes',
    async (command) => expect(await bash(`cd ${root} && ${command}`, at)).toMatchObject({ outcome: 'allow' }),
  )
})
