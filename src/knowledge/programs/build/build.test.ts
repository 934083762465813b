import { describe, expect, it } from 'vitest'
import { judgeTaskName } from '../../../analysis/interpret/task-names.ts'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'
import type { FixedFacts } from '../../../facts/fixed.ts'
import { environmentOfName } from '../../lexicon/deployment-environments.ts'
import { readJustRecipe, readMiseTask, readTaskfileTask } from '../../recipes/task-recipes.ts'
import { findRecipe, readMakefile } from './makefile.ts'

const at = (files: Record<string, string>): FixedFacts => ({
  files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`/home/dev/project/${name}`, text])),
})
const MAKEFILE = at({
  Makefile: `DIR = dist
.PHONY: all wipe
all: build
\techo done
build: deps
\t@echo $(DIR)
deps:
\tgit status
wipe: build
\t-git clean -fdx
sub:
\t$(MAKE) wipe
clean-up:
\tgit \\
\t  reset --hard
oops: ; git stash clear
`,
})

describe('recipes are read', () => {
  const found: readonly (readonly [string, FixedFacts, Record<string, unknown>])[] = [
    ['make wipe', MAKEFILE, { kind: 'git-discard', what: 'untracked', wrapperNames: ['make wipe'] }],
    ['make -j4 build wipe', MAKEFILE, { kind: 'git-discard', what: 'untracked' }],
    ['make sub', MAKEFILE, { kind: 'git-discard', wrapperNames: ['make sub', 'make wipe'] }],
    ['make -C . -f Makefile wipe', MAKEFILE, { kind: 'git-discard' }],
    ['make clean-up', MAKEFILE, { kind: 'git-discard', what: 'worktree' }],
    ['make oops', MAKEFILE, { kind: 'git-discard', what: 'stash' }],
    ['make SHELL="git clean -f" all', MAKEFILE, { kind: 'git-discard' }],
    [
      'just wipe',
      at({ justfile: 'wipe: prep\n    @git clean -fdx\n\nprep:\n    echo hi\n' }),
      { kind: 'git-discard', wrapperNames: ['just wipe'] },
    ],
    [
      'task wipe',
      at({ 'Taskfile.yml': "version: '3'\ntasks:\n  wipe:\n    deps: [a]\n    cmds:\n      - git clean -fdx\n" }),
      { kind: 'git-discard' },
    ],
    ['just -f kit.just wipe', at({ 'kit.just': 'wipe:\n    git clean -fdx\n' }), { kind: 'git-discard' }],
    ['just --justfile=kit/all wipe', at({ 'kit/all': 'wipe:\n    git clean -fdx\n' }), { kind: 'git-discard' }],
    ['task -d kit wipe', at({ 'kit/Taskfile.yml': 'tasks:\n  wipe: git clean -fdx\n' }), { kind: 'git-discard' }],
    ['tox -c kit.ini', at({ 'kit.ini': '[testenv]\ncommands = git clean -fdx\n' }), { kind: 'git-discard' }],
    [
      'mise run wipe',
      at({ 'mise.toml': '[tasks.wipe]\ndescription = "x"\nrun = "git clean -fdx"\n' }),
      { kind: 'git-discard', wrapperNames: ['mise run wipe'] },
    ],
    [
      'mise run all',
      at({ 'mise.toml': '[tasks.wipe]\nrun = ["git clean -fdx"]\n[tasks.all]\ndepends = ["wipe"]\nrun = "echo x"\n' }),
      { kind: 'git-discard' },
    ],
    ['mise run wipe', at({ 'mise-tasks/wipe': '#!/bin/bash\ngit clean -fdx\n' }), { kind: 'git-discard' }],
    ['mise x -- git clean -f', {}, { kind: 'git-discard', wrapperNames: ['mise exec'] }],
    ['go test -exec "git clean -f" ./...', {}, { kind: 'git-discard' }],
    ['go build --toolexec="git clean -f" ./...', {}, { kind: 'git-discard' }],
    ['cargo build --config target.x.runner="git clean -f"', {}, { kind: 'git-discard' }],
    ['make deploy-prod', {}, { kind: 'deploy', environment: 'production', certainty: 'likely' }],
    ['just release', {}, { kind: 'publish', certainty: 'likely' }],
    ['make db-reset', {}, { kind: 'database-change', statement: 'drop', unbounded: true }],
    ['prisma migrate reset --force', {}, { kind: 'database-change', statement: 'drop', unbounded: true }],
    ['prisma db push --force-reset', {}, { kind: 'database-change', statement: 'drop' }],
    ['rails db:drop', {}, { kind: 'database-change', statement: 'drop' }],
    ['rake db:create db:reset', {}, { kind: 'database-change', statement: 'drop' }],
    ['flyway -url=x clean', {}, { kind: 'database-change', statement: 'drop' }],
    ['mvn clean deploy', {}, { kind: 'publish', registry: 'maven' }],
    ['gradle :lib:publish', {}, { kind: 'publish' }],
    ['cargo publish', {}, { kind: 'publish', registry: 'crates.io', removes: false }],
    ['cargo yank --version 1.0.0', {}, { kind: 'publish', removes: true }],
    ['semantic-release', {}, { kind: 'publish' }],
    ['goreleaser release --clean', {}, { kind: 'publish' }],
    ['dotnet nuget push x.nupkg', {}, { kind: 'publish' }],
    ['go build -o /usr/bin/x ./...', {}, { kind: 'write-path' }],
    ['go install example.com/evil/tool@latest', {}, { kind: 'install', origin: 'git' }],
    ['go run example.com/evil/tool@latest', {}, { kind: 'install' }],
    ['k6 run https://example.com', {}, { kind: 'exhaust', certainty: 'possible' }],
  ]
  it.each(found)('%s', (command, facts, fields) => {
    expect(effectsOf(command, facts)).toContainEqual(expect.objectContaining(fields))
    expect(readCommand(command, facts).grade).toBeUndefined()
  })
})

describe('build work is expected', () => {
  it.each([
    'go test ./... -run TestX -v',
    'go build -race ./...',
    'go build -o /tmp/app ./cmd/app',
    'go vet ./ledger/...',
    'go mod tidy -v',
    'go run ./cmd/app --help-me',
    'go run golang.org/x/tools/cmd/stringer@latest ./...',
    'gofmt -l ledger',
    'golangci-lint run ./ledger/...',
    'cargo build --locked --release',
    'cargo test -p core -- --nocapture',
    'cargo clippy --all-targets -- -D warnings',
    'cargo add serde',
    'make',
    'make test',
    'make -j8 build',
    'just lint',
    'task build',
    'mise run test:ledger',
    'mise run lint:fix',
    'mise run test:ci ::: lint',
    'mise install',
    'tsc --noEmit -p .',
    'eslint src --fix',
    'prettier --write .',
    'biome check --write src',
    'pytest -q tests/test_a.py',
    'vitest run src',
    'playwright test --reporter=line',
    'gradle build',
    './gradlew test',
    'mvn -q test',
    'dotnet test',
    'prisma generate',
    'cmake -B build',
    'gcc -O2 -o app main.c',
    'pre-commit run --all-files',
    'goreleaser release --snapshot',
    'cargo publish --dry-run',
    'turbo run build',
    'rails test',
  ])('%s', (command) => expect(readCommand(command).grade).toBe('expected'))

  it.each([
    'make -n wipe',
    'make --help',
    'just --list',
    'task --list',
    'cargo --version',
    'go version',
    'go env GOPATH',
    'go doc fmt',
    'eslint --help',
    'tsc --version',
    'cargo tree',
    'mise ls',
  ])('proven: %s', (command) => expect(readCommand(command, MAKEFILE).grade).toBe('proven'))

  it('takes the files that a runner is to look at for no recipes', () =>
    expect(readCommand('pre-commit run --files kit.yaml', at({ 'kit.yaml': '{{ if }}\n- a: [' })).grade).toBe(
      'expected',
    ))
  it('reads of a file only what is asked for', () =>
    expect(
      readCommand('task -t kit.yml lint', at({ 'kit.yml': 'tasks:\n  wipe: git clean -fdx\n  lint: eslint .\n' }))
        .grade,
    ).toBe('expected'))
  it('keeps the grade of a recipe that is clean', () =>
    expect(readCommand('make all', MAKEFILE).grade).toBe('expected'))
  it('does not grade what it cannot see', () => {
    for (const command of [
      'make frobnicate',
      'make $GOAL',
      'go test $FLAGS',
      'make --eval="x:;git status" x',
      'go frobnicate',
    ])
      expect(readCommand(command).grade, command).toBeUndefined()
  })
})

describe('recipe files', () => {
  it('follows make prerequisites once and ends on cycles', () => {
    const file = readMakefile('a: b\n\techo a\nb: a\n\techo b\n')
    expect(findRecipe(file, 'a')).toEqual(['echo b', 'echo a'])
    expect(findRecipe(file, 'constructor')).toBeUndefined()
  })
  it('ends on cycles elsewhere', () => {
    expect(readJustRecipe('a: b\n  echo a\nb: a\n  echo b\n', 'a')).toEqual(['echo b', 'echo a'])
    expect(readMiseTask('[tasks.a]\ndepends=["a"]\nrun="echo a"\n', 'a')).toEqual(['echo a'])
    expect(readTaskfileTask('tasks:\n  a:\n    cmds:\n      - task: a\n      - echo a\n', 'a')).toEqual(['echo a'])
  })
  it('reads the forms of a Taskfile', () => {
    const text = `tasks:
  one: echo one
  two:
    - echo two
  three:
    desc: x
    deps: [one]
    cmds:
      - |
        echo {{.A}}
        git clean -f
      - cmd: echo last
        silent: true
      - task: two
    sources:
      - a.txt
  four:
    cmd: echo four
`
    expect(readTaskfileTask(text, 'one')).toEqual(['echo one'])
    expect(readTaskfileTask(text, 'two')).toEqual(['echo two'])
    expect(readTaskfileTask(text, 'three')).toEqual([
      'echo one',
      'echo "$TEMPLATE"\ngit clean -f\n',
      'echo last',
      'echo two',
    ])
    expect(readTaskfileTask(text, 'four')).toEqual(['echo four'])
    expect(readTaskfileTask(text, 'five')).toBeUndefined()
  })
  it('reads the forms of a mise file', () => {
    const text = `[tasks]
one = "echo one"
"a:b" = { run = "echo ab" }

[tasks.two]
depends = ["one"]
run = '''
echo "x"
git clean -f
'''

[tasks."x:y"]
run = [
  "echo [1]",
  'echo 2',
]
`
    expect(readMiseTask(text, 'one')).toEqual(['echo one'])
    expect(readMiseTask(text, 'a:b')).toEqual(['echo ab'])
    expect(readMiseTask(text, 'two')).toEqual(['echo one', 'echo "x"\ngit clean -f\n'])
    expect(readMiseTask(text, 'x:y')).toEqual(['echo [1]', 'echo 2'])
  })
  it('comes to an end and does not trust what it did not expand', () => {
    const doubling = Array.from({ length: 8 }, (_, index) => `V${index} = ${`$(V${index + 1}) `.repeat(60)}`).join('\n')
    expect(readCommand('make x', at({ Makefile: `${doubling}\nx:\n\t$(V0)\n` })).grade).toBeUndefined()
    readMiseTask('run="""\n'.repeat(20_000), 'run')
    readMiseTask(`[tasks.a]\n${'depends = [\n'.repeat(20_000)}`, 'a')
    const long = `[tasks.test]\nrun = "${'x'.repeat(9000)}"`
    expect(readCommand('mise run test:ledger', at({ 'mise.toml': long })).grade).toBeUndefined()
  })
  it('reads what make runs before any goal', () => {
    const facts = at({ Makefile: 'X := $(shell git clean -f $(A))\nall:\n\techo $(X)\n' })
    for (const command of ['make', 'make -n all'])
      expect(effectsOf(command, facts)).toContainEqual(expect.objectContaining({ kind: 'git-discard' }))
    expect(readCommand('make -n', at({ Makefile: 'V := $(shell git describe)\nall:\n\techo\n' })).grade).toBe('proven')
    expect(readCommand('make', at({ Makefile: 'include other.mk\nall:\n\techo\n' })).grade).toBeUndefined()
    expect(readCommand('make', at({ Makefile: 'SHELL = ./evil\nall:\n\techo\n' })).grade).toBeUndefined()
    expect(readCommand('make', at({ Makefile: 'SHELL := /bin/bash\nall:\n\techo\n' })).grade).toBe('expected')
  })
  it('reads the same goal of another directory, and ends on a cycle', () => {
    const facts = at({
      Makefile: 'build:\n\tmake -C sub build\n',
      'sub/Makefile': 'build:\n\tmake build\n\tgit clean -f\n',
    })
    expect(effectsOf('make -s build', facts)).toContainEqual(expect.objectContaining({ kind: 'git-discard' }))
  })
  it.each([
    ['test:unit', 'everyday'],
    ['build-docs', 'everyday'],
    ['fmt', 'everyday'],
    ['deploy', 'further'],
    ['test:deploy', 'further'],
    ['db:seed', 'further'],
    ['zap', 'unfamiliar'],
  ])('name %s is %s', (name, verdict) => expect(judgeTaskName(name)).toBe(verdict))
  it.each([
    ['deploy:prod', 'production'],
    ['deploy-staging', 'staging'],
    ['product', 'unknown'],
    ['delivery', 'unknown'],
  ])('stage of %s is %s', (name, environment) => expect(environmentOfName(name)).toBe(environment))
})
