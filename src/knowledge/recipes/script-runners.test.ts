import { describe, expect, it } from 'vitest'
import { readCommand } from '../../analysis/testing.ts'

const ROOT = '/home/dev/project'
const BAD = 'rm -rf /home/dev/notes'
const at = (files: Record<string, string>) => ({
  files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`${ROOT}/${name}`, text])),
})
const manifest = (scripts: object, more: object = {}) => JSON.stringify({ name: 'x', scripts, ...more })
const deleted = (command: string, files: Record<string, string>) =>
  readCommand(command, at(files)).effects.flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.real] : []))

const TOX = `[tox]\nenvlist = py\n[testenv]\ncommands = pytest {posargs}\n[testenv:wipe]\ncommands =\n    -${BAD}\n`
const NOX = `import nox\n\n@nox.session(name="wipe")\ndef w(session):\n    session.run("rm", "-rf", "/home/dev/notes")\n\n@nox.session\ndef tests(session):\n    session.install(".")\n    session.run("pytest", "-q")\n`
const RAKE = `task :test do\n  sh "rspec"\nend\n\ntask wipe: [:test] do\n  sh "${BAD}"\nend\n`
const POE = `[tool.poe.tasks]\ntest = "pytest"\nwipe = { shell = "${BAD}" }\n[tool.poe.tasks.all]\nsequence = ["test", "wipe"]\n`
const HOOKS = `repos:\n- repo: https://github.com/x/y\n  hooks:\n  - id: a\n    entry: nothing\n- repo: local\n  hooks:\n  - id: b\n    entry: bash -c "${BAD}"\n`

describe('recipes are read, whoever runs them', () => {
  it.each<[string, Record<string, string>]>([
    ['tox -e wipe', { 'tox.ini': TOX }],
    ['tox', { 'tox.ini': TOX }],
    ['tox -e wipe', { 'tox.toml': '[env.wipe]\ncommands = [["rm", "-rf", "/home/dev/notes"]]\n' }],
    ['nox -s wipe', { 'noxfile.py': NOX }],
    ['poe wipe', { 'pyproject.toml': POE }],
    ['poetry run poe all', { 'pyproject.toml': POE }],
    ['hatch run wipe', { 'pyproject.toml': `[tool.hatch.envs.default.scripts]\nwipe = ["${BAD}"]\n` }],
    ['pdm run wipe', { 'pyproject.toml': `[tool.pdm.scripts]\nwipe = {cmd = "${BAD}"}\n` }],
    ['pipenv run wipe', { Pipfile: `[scripts]\nwipe = "${BAD}"\n` }],
    ['deno task wipe', { 'deno.json': JSON.stringify({ tasks: { wipe: BAD } }) }],
    [
      'deno task all',
      {
        'deno.jsonc': `{ // tasks\n "tasks": { "wipe": "${BAD}", "all": { "command": "true", "dependencies": ["wipe"] }, } }`,
      },
    ],
    ['composer run-script all', { 'composer.json': JSON.stringify({ scripts: { all: ['@wipe'], wipe: BAD } }) }],
    ['composer install', { 'composer.json': JSON.stringify({ scripts: { 'post-install-cmd': BAD } }) }],
    ['pre-commit run --all-files', { '.pre-commit-config.yaml': HOOKS }],
    ['lefthook run pre-push', { 'lefthook.yml': `pre-push:\n  commands:\n    a:\n      run: ${BAD}\n` }],
    ['npx lint-staged', { 'package.json': manifest({}, { 'lint-staged': { '*.ts': ['eslint --fix', BAD] } }) }],
    ['rake wipe', { Rakefile: RAKE }],
    ['make wipe', { Makefile: 'include mk/more.mk\n', 'mk/more.mk': `wipe:\n\t${BAD}\n` }],
    ['npx turbo run wipe', { 'package.json': manifest({ wipe: BAD }) }],
    ['npx turbo web#wipe', { 'package.json': manifest({ wipe: BAD }) }],
    ['npx lerna run wipe', { 'package.json': manifest({ wipe: BAD }) }],
    ['npx nx run app:wipe', { 'project.json': JSON.stringify({ targets: { wipe: { options: { command: BAD } } } }) }],
    ['npx nx run-many -t test,wipe', { 'package.json': manifest({ wipe: BAD }) }],
    [
      'npm run wipe --workspaces',
      { 'package.json': manifest({}, { workspaces: ['a'] }), 'a/package.json': manifest({ wipe: BAD }) },
    ],
    ['npm run x', { 'package.json': manifest({ x: 'wireit' }, { wireit: { x: { command: BAD } } }) }],
    ['npm run x', { 'package.json': manifest({ x: `concurrently "vite" "${BAD}"` }) }],
    ['npm run x', { 'package.json': manifest({ x: 'run-p "do:*"', 'do:it': BAD }) }],
    ['npm run x', { 'package.json': manifest({ x: `cross-env A=1 ${BAD}` }) }],
    ['npm run x', { 'package.json': manifest({ x: `env-cmd -f .env ${BAD}` }) }],
    ['npm run x', { 'package.json': manifest({ x: `nodemon --exec "${BAD}"` }) }],
    ['npm install', { 'package.json': manifest({ postinstall: BAD }) }],
    ['npm ci', { 'package.json': manifest({ prepare: BAD }) }],
    ['npm version patch', { 'package.json': manifest({ postversion: BAD }) }],
    ['npm pack', { 'package.json': manifest({ prepack: BAD }) }],
    ['node --run x', { 'package.json': manifest({ x: BAD }) }],
    ['coverage run wipe.py', { 'wipe.py': 'import shutil\nshutil.rmtree("/home/dev/notes")\n' }],
  ])('%s', (command, files) => {
    expect(deleted(command, files)).toContain('/home/dev/notes')
  })

  it.each<[string, Record<string, string>]>([
    ['tox -e py', { 'tox.ini': TOX }],
    ['tox list', { 'tox.ini': TOX }],
    ['nox -s tests', { 'noxfile.py': NOX }],
    ['poe test', { 'pyproject.toml': POE }],
    ['rake test', { Rakefile: RAKE }],
    ['pre-commit install', { '.pre-commit-config.yaml': HOOKS }],
    ['npm ci --ignore-scripts', { 'package.json': manifest({ postinstall: BAD }) }],
    [
      'npm run dev',
      { 'package.json': manifest({ dev: 'concurrently -k "npm:dev:*"', 'dev:a': 'vite', 'dev:b': 'tsc -w' }) },
    ],
    ['npx turbo run build', { 'package.json': manifest({ build: 'tsc', wipe: BAD }) }],
    ['npm install', { 'package.json': manifest({ prepare: 'husky', postinstall: 'patch-package' }) }],
    ['composer run test', { 'composer.json': JSON.stringify({ scripts: { test: 'phpunit' } }) }],
  ])('ordinary: %s', (command, files) => {
    expect(deleted(command, files)).toEqual([])
    expect(readCommand(command, at(files)).grade).toBe('expected')
  })

  it('recipes that call each other end', () => {
    const files = {
      'pyproject.toml': '[tool.poe.tasks]\na = "b"\nb = "a"\n',
      'package.json': manifest({ a: 'run-s b', b: 'run-s a' }),
      Makefile: 'include Makefile\nall:\n\techo\n',
    }
    for (const command of ['poe a', 'npm run a', 'make all'])
      expect(() => readCommand(command, at(files))).not.toThrow()
  })
})
