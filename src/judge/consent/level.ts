import type { Effect, Stage } from '../../analysis/effects.ts'

/** Where an act happens, or where a person wants it: close to home, or where others depend on it. */
export type Level = 'near' | 'shared'

const NEAR =
  /\b(?:dev|develop|development|workbench|sandbox|scratch|local|private|personal|working[- ]copy|working tree|staging|stage|stg|test|testing|qa|preview|lower[- ]risk|low[- ]risk|safer|non[- ]?prod(?:uction)?)\b/
const SHARED =
  /\b(?:prod|production|prd|live|shared(?:[- ]\w+)?|remote|upstream|origin|higher[- ]risk|high[- ]risk|customer[- ]facing|public|team[- ]wide)\b/
/** "the staging lane", "on the shared side", "in the dev namespace": a phrase that says where. */
const PLACE =
  /\b((?:[\w-]+ ){0,4}?[\w-]+) (?:lane|side|environment|env|namespace|cluster|queue|tier|stage|account|region|workspace|database|db|partition)\b/g
const RESTRICTS =
  /\b(?:only|just|keep|contained|limited|confined|restrict(?:ed)?|intended|stay|within|nothing else|not the|(?:on|in|to) (?:the|my|our))\b/

/** Which side a person's words restrict the act to; undefined when they say none, or both. */
export function levelOf(names: string): Level | undefined {
  if (!RESTRICTS.test(names)) return undefined
  let near = false
  let shared = false
  for (const match of names.matchAll(PLACE)) {
    const phrase = match[1] ?? ''
    // "shared" is the stronger word: a shared test lane is shared.
    if (SHARED.test(phrase)) shared = true
    else if (NEAR.test(phrase)) near = true
  }
  if (near === shared) return undefined
  return near ? 'near' : 'shared'
}

export function effectLevel(effect: Effect): Level | undefined {
  switch (effect.kind) {
    case 'git-push':
      return 'shared'
    case 'git-discard':
      return 'near'
    case 'database-change':
      return effect.reach === 'remote' ? 'shared' : effect.reach === 'unknown' ? undefined : 'near'
    case 'resource-change':
      return stageLevel(effect.stage) ?? textLevel(effect.target)
    case 'deploy':
      return stageLevel(effect.stage)
    case 'service-control':
      return textLevel(effect.service)
    default:
      return undefined
  }
}

function stageLevel(stage: Stage): Level | undefined {
  if (stage === 'unknown') return undefined
  return stage === 'production' ? 'shared' : 'near'
}

function textLevel(target: string): Level | undefined {
  const words = target.toLowerCase().replace(/[^a-z]+/g, ' ')
  if (/\b(?:prod|production|prd|live)\b/.test(words)) return 'shared'
  return /\b(?:dev|development|staging|stg|test|qa|sandbox|preview)\b/.test(words) ? 'near' : undefined
}
