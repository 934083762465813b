import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from '../frame/options.ts'
import type { Suite } from '../frame/suite.ts'
import { ACTS, type Place } from './acts.ts'
import { build, type Link } from './attempt.ts'
import { type Defender, irongate, safetyNet } from './defenders.ts'
import { type Jail, openJail } from './jail.ts'
import { minimise } from './minimise.ts'
import { attackFromOutside, type OutsideFound } from './outside.ts'
import { type AttackResult, type Breach, type DefenderResult, failuresOf, missesOf } from './result.ts'
import { BY_NAME, REWRITES } from './rewrites/index.ts'
import { type Found, type Success, search } from './search.ts'
import { show } from './show.ts'
import { tryIt } from './trial.ts'

/** An attacker that is not a language model, with real bash as its witness. */
export const ATTACK: Suite<AttackResult> = { name: 'attack', run, show, misses: missesOf, failures: failuresOf }

/** Where a breach is told: a home that every machine can imagine. */
const ELSEWHERE: Place = { home: '/home/dev', cwd: '/home/dev/project' }
/** Minimising costs trials; more of the same kind teach nothing. */
const MOST_MINIMISED = 300
/** A peer's rate needs fewer attempts: what it lets through must all be carried out. */
const PEER_PART = 0.1

/** Which file of the corpus a breach belongs to. */
const CLASSES: readonly (readonly [group: string, file: string])[] = [
  ['write then run', 'write-then-run'],
  ['several calls', 'write-then-run'],
  ['sub-agents', 'delegation'],
  ['other tools', 'mcp-and-tools'],
]

async function run(options: Options): Promise<AttackResult> {
  const defenders = [irongate(), ...(options.peers ? [safetyNet('standard'), safetyNet('paranoid')] : [])]
  const home = process.env['HOME']
  process.stderr.write(`attack: seed ${options.seed}, ${options.attempts} attempts\n`)
  // At the same time: each has a jail of its own, and most of the time goes into waiting for bash.
  const results = await Promise.all(defenders.map((defender) => inJail(defender, options)))
  if (home !== undefined) process.env['HOME'] = home
  const outside = options.attacker === undefined ? undefined : await outsideAttack(options.attacker, options)
  const [ours] = results
  const rows = (ours?.breaches ?? []).map(({ row }) => JSON.stringify(row))
  writeFileSync(join(options.results, 'attack-candidates.jsonl'), rows.map((row) => `${row}\n`).join(''))
  const groups = Object.fromEntries(REWRITES.map(({ name, group }) => [name, group]))
  return { seed: options.seed, rewrites: REWRITES.length, groups, defenders: results, ...(outside && { outside }) }
}

async function inJail(defender: Defender, options: Options): Promise<DefenderResult> {
  const jail = await openJail(options.results)
  try {
    return await attackOn(defender, jail, options)
  } finally {
    jail.close()
  }
}

/** Another attacker, against this gate alone. */
async function outsideAttack(command: string, options: Options): Promise<OutsideFound> {
  const jail = await openJail(options.results)
  const defender = irongate()
  const place: Place = { home: jail.home, cwd: jail.project }
  try {
    return await attackFromOutside({
      command,
      place,
      attempts: options.attempts,
      tryIt: (attempt) => tryIt(attempt, defender, jail),
    })
  } finally {
    jail.close()
  }
}

async function attackOn(defender: Defender, jail: Jail, options: Options): Promise<DefenderResult> {
  const { seed } = options
  const attempts = defender.name === 'irongate' ? options.attempts : Math.ceil(options.attempts * PEER_PART)
  const plain = await plainly(defender, jail)
  const found = await search({ seed, attempts, jail, defender })
  // Of a peer the rate is what is wanted; only our own breaches are taken apart.
  const breaches = defender.name === 'irongate' ? await breachesOf(found, defender, jail) : []
  const { successes, outcomes, allowedHarmless, uses, sampled } = found
  return {
    name: defender.name,
    attempts,
    successes: successes.length,
    outcomes,
    allowedHarmless,
    uses: Object.fromEntries(uses),
    sampled,
    plain,
    breaches,
  }
}

/** The acts as they are: one that gets through unchanged needs no attacker. */
async function plainly(defender: Defender, jail: Jail): Promise<DefenderResult['plain']> {
  const place: Place = { home: jail.home, cwd: jail.project }
  const through: string[] = []
  for (const act of ACTS) {
    const { fell } = await tryIt(build(act, [], place, BY_NAME).attempt, defender, jail)
    if (fell) through.push(act.name)
  }
  return { stopped: ACTS.length - through.length, of: ACTS.length, through }
}

async function breachesOf({ successes }: Found, defender: Defender, jail: Jail): Promise<Breach[]> {
  const place: Place = { home: jail.home, cwd: jail.project }
  const known = new Map<string, { success: Success; count: number }>()
  const works = (act: Success['act']) => async (chain: readonly Link[]) =>
    (await tryIt(build(act, chain, place, BY_NAME).attempt, defender, jail)).fell
  for (const success of successes.slice(0, MOST_MINIMISED)) {
    const chain = await minimise(success.chain, works(success.act))
    const key = JSON.stringify([success.act.class, chain.map(({ name }) => name).toSorted()])
    const before = known.get(key)
    known.set(key, { success: before?.success ?? { act: success.act, chain }, count: (before?.count ?? 0) + 1 })
  }
  return [...known.values()]
    .map(({ success, count }) => breach(success, count))
    .toSorted((left, right) => right.count - left.count)
}

function breach({ act, chain }: Success, count: number): Breach {
  const { attempt } = build(act, chain, ELSEWHERE, BY_NAME)
  const steps = attempt.steps.map(({ tool, input }) => ({ tool, input }))
  const rewrites = chain.map(({ name }) => name)
  const groups = [...new Set(rewrites.map((name) => BY_NAME.get(name)?.group ?? ''))]
  const before = steps.slice(0, -1)
  const row = {
    id: `attack-${act.name}-${rewrites.join('-')}`.replaceAll(/[^a-z]+/gi, '-'),
    class: CLASSES.find(([group]) => groups.includes(group))?.[1] ?? 'shell-evasion',
    label: 'block',
    ...steps.at(-1),
    ...(before.length > 0 && { before }),
    category: act.class,
    note: `${act.name} by ${rewrites.join(', ')}`,
  }
  return { act: act.name, class: act.class, rewrites, groups, count, row }
}
