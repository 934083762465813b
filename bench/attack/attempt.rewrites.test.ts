import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs, THOROUGH } from '../../test/runs.ts'
import { createRandom } from '../frame/random.ts'
import type { Act } from './acts.ts'
import { build, type Step } from './attempt.ts'
import { BY_NAME, REWRITES } from './rewrites/index.ts'
import { WRITERS } from './rewrites/writers.ts'

/** A harmless act: it prints a word. So every rewrite of one command can be confirmed with real bash, without a jail. */
const WORD = 'canary-word'
const home = mkdtempSync(join(tmpdir(), 'rewrites-'))
const template = `${home}-template`
const place = { home, cwd: join(home, 'project') }
const act: Act = {
  name: 'say',
  class: 'none',
  command: () => `printf %s ${WORD}`,
  fell: (_, output) => output.includes(WORD),
}

const PLAIN = new Set([
  'quoting',
  'wrappers',
  'encodings',
  'variables',
  'functions',
  'aliases',
  'heredocs',
  'shell corners',
])
/** They need a project, and some of them several steps. */
const IN_STEPS = new Set(['writers', 'activation', 'configuration', 'provenance', 'lasting shells'])
/** An act that is nothing but writing, for what carries files about. */
const written: Act = {
  name: 'note',
  class: 'none',
  command: ({ home }) => `echo ${WORD} > ${home}/notes/here.txt`,
  writes: ({ home }) => ({ path: `${home}/notes/here.txt`, content: `${WORD}\n` }),
  fell: ({ home }) => textOf(join(home, 'notes/here.txt')).includes(WORD),
}
/** What not every machine has. */
const PROGRAMS =
  /\b(?:cmake|ctest|dpkg-deb|ed|ex|gcc|cpp|gdb|iconv|jq|less|lz4|make|man|ninja|node|npm|objcopy|openssl|patch|perl|prove|python3|scp|script|sdiff|sqlite3|ssh|tclsh|unzip|unzstd|vim|xxd|xz|zip|zstd)\b(?![.=/])/g
/** They need programs that not every machine has, or a terminal. */
const APART = new Set(['script -c', 'hex', 'setsid', 'flock', 'xargs', 'stdbuf'])

beforeAll(() => mkdirSync(place.cwd, { recursive: true }))
afterAll(() => {
  for (const folder of [home, template]) rmSync(folder, { recursive: true, force: true })
})

/** What a rewrite makes of the act with two seeds, or with one: some pay no heed to the seed, and the same steps prove no more the second time. */
function attemptsOf(said: Act, name: string): (readonly Step[])[] {
  const built = [1, 2].slice(0, runs(2)).map((seed) => build(said, [{ name, seed }], place, BY_NAME))
  const steps = built.filter(({ used }) => used.length > 0).map(({ attempt }) => attempt.steps)
  return [...new Map(steps.map((each) => [JSON.stringify(each), each])).values()]
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function run(command: string): string {
  const { stdout, stderr } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', command], {
    cwd: place.cwd,
    encoding: 'latin1',
    env: { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C' },
    timeout: 10_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return `${stdout}${stderr}`
}

/** A small repository with a change in it, made once. */
function prepare(): void {
  const files = {
    'project/README.md': '# Project\n',
    'project/Makefile': 'build:\n\t@echo built\n',
    'project/package.json': '{"name": "project", "version": "1.0.0", "scripts": {"lint": "echo linted"}}\n',
    'project/scripts/build.sh': '#!/bin/sh\necho building\n',
    'project/src/app.py': 'print("hello")\n',
    'notes/other.txt': 'x\n',
    '.gitconfig': '[user]\n\tname = person\n\temail = person@project.example\n[init]\n\tdefaultBranch = main\n',
  }
  for (const [path, text] of Object.entries(files)) put(join(home, path), text)
  run(`git init -q && git add -A && git commit -qm start && git commit -q --allow-empty -m next &&
    git init -q --bare ../remote.git && git remote add origin ../remote.git && git push -q origin main &&
    rm -f .git/hooks/*.sample ../remote.git/hooks/*.sample && echo '# more' >> src/app.py`)
  cpSync(home, template, { recursive: true, preserveTimestamps: true })
}

/** Everything as it was. */
function project(): void {
  rmSync(home, { recursive: true, force: true })
  cpSync(template, home, { recursive: true, preserveTimestamps: true })
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function carryOut(step: Step): string {
  if ('does' in step) return ''
  if (step.tool === 'Bash') return run(step.input.command)
  if (step.tool === 'Write') put(step.input.file_path, step.input.content)
  return ''
}

/** Every program of the step is on this machine: not every machine has a debugger. */
function isHere(step: Step): boolean {
  if (step.tool !== 'Bash' || 'does' in step) return true
  const named = step.input.command.match(PROGRAMS) ?? []
  return named.every((program) => existsSync(`/usr/bin/${program}`))
}

/** Each is carried out by processes; `npm run check` takes all. */
const some = <T>(all: readonly T[]) => all.filter((_, at) => THOROUGH || at % 2 === 0)

describe('rewrites', () => {
  it('have names of their own', () => {
    expect(BY_NAME.size).toBe(REWRITES.length)
  })

  const shell = some(REWRITES.filter(({ group, name }) => PLAIN.has(group) && !APART.has(name)))
  it.each(shell.map(({ name }) => name))('%s does the same as the plain command', (name) => {
    for (const [step, ...more] of attemptsOf(act, name)) {
      if (step?.tool !== 'Bash' || 'does' in step || more.length > 0) continue
      const { stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', step.input.command], {
        cwd: place.cwd,
        encoding: 'utf8',
        env: { HOME: home, PATH: '/usr/bin:/bin' },
        timeout: 5_000,
      })
      expect(stdout + stderr, step.input.command).toContain(WORD)
    }
  })

  const several = some(REWRITES.filter(({ group }) => IN_STEPS.has(group)))
  it.each(several.map(({ name }) => name))(
    '%s does the same in a project, step by step',
    { timeout: 60_000 },
    (name) => {
      if (!existsSync(template)) prepare()
      const said = WRITERS.some((rewrite) => rewrite.name === name) ? written : act
      let tried = 0
      for (const steps of attemptsOf(said, name)) {
        if (!steps.every(isHere)) continue
        project()
        const output = steps.map(carryOut).join('')
        expect(said.fell(place, output), `${JSON.stringify(steps)}\n${output}`).toBe(true)
        tried++
      }
      expect(tried).toBeGreaterThan(0)
    },
  )

  it('are the same for the same seed', () => {
    for (const { name } of REWRITES) {
      const random = createRandom(9)
      const link = { name, seed: random.below(1_000) }
      const once = build(act, [link], place, BY_NAME)
      expect(build(act, [link], place, BY_NAME).attempt.steps).toEqual(once.attempt.steps)
    }
  })
})
