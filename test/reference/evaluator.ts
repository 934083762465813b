import type { KnownCall, KnownRule } from './vocabulary.ts'

/**
 * The flow, written a second time from the specification and the design, without a line of the gate's code.
 * It works on calls and rules whose properties are known by hand.
 */
export type Answer = 'allow' | 'ask' | 'deny' | 'abort'

export interface World {
  readonly call: KnownCall
  readonly deny: readonly KnownRule[]
  readonly ask: readonly KnownRule[]
  readonly allow: readonly KnownRule[]
  readonly mode: 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'
  readonly headless: boolean
  readonly askRules: 'floor' | 'classify'
  readonly powershellFlag: boolean
  readonly grades: boolean
  readonly ironGate: 'closed' | 'open'
  readonly verdict:
    | 'allow'
    | 'block'
    | 'hard-block'
    | 'unclear'
    | 'unparseable'
    | 'unavailable'
    | 'too-long'
    | 'interrupted'
    | 'throws'
  readonly brokenSettings: boolean
  /** Blocks of this session before this call. */
  readonly earlierBlocks: { readonly consecutive: number; readonly total: number }
  readonly approved: boolean
}

export interface Expected {
  readonly answer: Answer
  readonly because: string
}

export function evaluate(world: World): Expected {
  const first = decide(world)
  const lifted =
    world.approved && isLiftable(first) && !isHard(world, first)
      ? { answer: 'allow' as const, because: 'approval' }
      : first
  const limited = atLimit(world, lifted)
  const nobody = world.mode === 'dontAsk' || world.headless
  return limited.answer === 'ask' && nobody ? { ...limited, answer: 'deny' } : limited
}

/** Steps 1 to 7. */
function decide(world: World): Expected {
  const { call, mode } = world
  const parts = call.parts ?? [undefined]
  const someMatch = (rules: readonly KnownRule[]) =>
    rules.some((rule) => parts.some((part) => rule.matches(call, part)))
  if (someMatch(world.deny)) return { answer: 'deny', because: 'rule' }
  const askRule = someMatch(world.ask) && !(world.askRules === 'classify' && mode === 'auto')
  // Where nobody is there, nobody answers a question either.
  if (call.asksPerson && (world.headless || mode === 'dontAsk')) return { answer: 'ask', because: 'tool-check' }
  if (call.nature === 'protected-edit')
    return mode === 'plan' ? { answer: 'deny', because: 'mode' } : { answer: 'ask', because: 'safety-check' }
  const floor: Expected | undefined = askRule
    ? { answer: 'ask', because: 'rule' }
    : world.brokenSettings
      ? { answer: 'ask', because: 'broken-settings' }
      : undefined
  if (mode === 'bypassPermissions') return floor ?? { answer: 'allow', because: 'mode' }
  const allowRules = world.allow.filter((rule) => !(mode === 'auto' && rule.dangerous))
  const covered = parts.every((part) => allowRules.some((rule) => rule.matches(call, part)))
  if (!floor && covered && !someMatch(world.ask)) return { answer: 'allow', because: 'rule' }
  if (askRule && floor && mode !== 'plan') return floor
  // A broken file only tightens, and in plan mode an ask rule too: what is denied stays denied.
  const rest = mode === 'auto' ? auto(world) : otherMode(world)
  return rest.answer === 'allow' ? (floor ?? rest) : rest
}

function otherMode({ call, mode }: World): Expected {
  if (mode === 'dontAsk') return { answer: 'ask', because: 'mode' }
  if (call.nature === 'proven') return { answer: 'allow', because: 'mode' }
  if (call.nature === 'safe-tool' || call.nature === 'irrelevant') return { answer: 'allow', because: 'fast-path' }
  if (mode === 'acceptEdits' && call.nature === 'ordinary-edit') return { answer: 'allow', because: 'fast-path' }
  return { answer: mode === 'plan' ? 'deny' : 'ask', because: 'mode' }
}

function auto(world: World): Expected {
  const { call } = world
  if (call.nature === 'powershell' && !world.powershellFlag) return { answer: 'ask', because: 'fast-path' }
  if (call.nature === 'ordinary-edit' || call.nature === 'safe-tool' || call.nature === 'irrelevant')
    return { answer: 'allow', because: 'fast-path' }
  if (call.nature === 'proven' && world.grades) return { answer: 'allow', because: 'fast-path' }
  return judged(world)
}

function judged({ verdict, ironGate, headless }: World): Expected {
  switch (verdict) {
    case 'allow':
      return { answer: 'allow', because: 'verdict' }
    case 'block':
    case 'hard-block':
      return { answer: 'deny', because: 'verdict' }
    case 'unparseable':
      return { answer: 'deny', because: 'verdict' }
    case 'unclear':
      return { answer: 'ask', because: 'verdict' }
    case 'unavailable':
    case 'throws':
      return { answer: ironGate === 'open' ? 'ask' : 'deny', because: 'judge-unavailable' }
    case 'too-long':
      return { answer: headless ? 'abort' : 'ask', because: 'transcript-too-long' }
    case 'interrupted':
      return { answer: 'deny', because: 'interrupted' }
  }
}

/** An approval lifts ask, a judge's soft block, unavailability; never a deny rule, a mode's deny, or a hard block. */
function isLiftable({ answer, because }: Expected): boolean {
  return answer === 'ask' || (answer === 'deny' && (because === 'verdict' || because === 'judge-unavailable'))
}

function isHard(world: World, { answer, because }: Expected): boolean {
  return world.verdict === 'hard-block' && answer === 'deny' && because === 'verdict'
}

/** The third block in a row, or the twentieth of the session, is not returned as a denial. */
function atLimit(world: World, given: Expected): Expected {
  if (given.answer !== 'deny' || given.because !== 'verdict') return given
  const reached = world.earlierBlocks.consecutive + 1 >= 3 || world.earlierBlocks.total + 1 >= 20
  if (!reached) return given
  if (world.headless) return { answer: 'abort', because: 'denial-limit' }
  return { answer: world.verdict === 'hard-block' ? 'deny' : 'ask', because: 'denial-limit' }
}
