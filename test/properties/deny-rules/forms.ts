import { type Attempt, build, type Step } from '../../../bench/attack/attempt.ts'
import { REWRITES } from '../../../bench/attack/rewrites/index.ts'
import { createRandom, type Random } from '../../../bench/frame/random.ts'
import { asAct, type DeniedAct } from './acts.ts'
import { OWN_REWRITES } from './carriers.ts'

/** What says the same in another form, and needs nothing but a shell and the programs of a machine. */
const GROUPS = new Set([
  'quoting',
  'wrappers',
  'encodings',
  'variables',
  'functions',
  'aliases',
  'heredocs',
  'shell corners',
  'texts through filters',
  'interpreters',
  'launchers',
  'write then run',
  'several calls',
])
const POOL = [...REWRITES.filter(({ group }) => GROUPS.has(group)), ...OWN_REWRITES, ...OWN_REWRITES]
const BY_NAME = new Map(POOL.map((rewrite) => [rewrite.name, rewrite]))

export interface Form {
  readonly steps: readonly Step[]
  readonly chain: readonly string[]
}

const MOST_TRIES = 40

/** So many different forms of a denied act, the same for the same seed. */
export function formsOf(act: DeniedAct, count: number, seed: number, place: Attempt['place']): readonly Form[] {
  const random = createRandom(seed)
  const forms = new Map<string, Form>()
  for (let tries = 0; forms.size < count && tries < count * MOST_TRIES; tries++) {
    const form = formOf(act, random, place)
    if (form) forms.set(JSON.stringify(form.steps), form)
  }
  return [...forms.values()]
}

function formOf(act: DeniedAct, random: Random, place: Attempt['place']): Form | undefined {
  const command = random.pick(act.commands)
  const links = Array.from({ length: random.below(4) }, () => ({
    name: random.pick(POOL).name,
    seed: random.below(1_000),
  }))
  const { attempt, used } = build(asAct(act, command), links, place, BY_NAME)
  if (attempt.steps.some((step) => 'does' in step) || attempt.together) return undefined
  return { steps: attempt.steps, chain: [command, ...used.map(({ name }) => name)] }
}
