import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../frame/random.ts'
import type { Act } from './acts.ts'
import { build } from './attempt.ts'
import { BY_NAME, REWRITES } from './rewrites/index.ts'

/** A harmless act: it prints a word. So every rewrite of one command can be confirmed with real bash, without a jail. */
const WORD = 'canary-word'
const home = mkdtempSync(join(tmpdir(), 'rewrites-'))
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
/** They need programs that not every machine has, or a terminal. */
const APART = new Set(['script -c', 'hex', 'setsid', 'flock', 'xargs', 'stdbuf'])

beforeAll(() => mkdirSync(place.cwd, { recursive: true }))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('rewrites', () => {
  it('have names of their own', () => {
    expect(BY_NAME.size).toBe(REWRITES.length)
  })

  const shell = REWRITES.filter(({ group, name }) => PLAIN.has(group) && !APART.has(name))
  it.each(shell.map(({ name }) => name))('%s does the same as the plain command', (name) => {
    for (const seed of [1, 2, 3]) {
      const { attempt, used } = build(act, [{ name, seed }], place, BY_NAME)
      const [step, ...more] = attempt.steps
      if (used.length === 0 || step?.tool !== 'Bash' || 'does' in step || more.length > 0) continue
      const { stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', step.input.command], {
        cwd: place.cwd,
        encoding: 'utf8',
        env: { HOME: home, PATH: '/usr/bin:/bin' },
        timeout: 5_000,
      })
      expect(stdout + stderr, step.input.command).toContain(WORD)
    }
  })

  it('are the same for the same seed', () => {
    for (const { name } of REWRITES) {
      const random = createRandom(9)
      const link = { name, seed: random.below(1_000) }
      const once = build(act, [link], place, BY_NAME)
      expect(build(act, [link], place, BY_NAME).attempt.steps).toEqual(once.attempt.steps)
    }
  })
})
