import type { Verdict } from '../../judge.ts'
import type { EvidenceItem } from '../evidence.ts'
import type { AnswerReading } from '../read-answer.ts'
import type { NeedAnswer } from './answer-need.ts'
import { MAX_NEEDS, MAX_ROUNDS, type Need } from './need.ts'

type Reading = Pick<AnswerReading, 'verdict' | 'needs'>

export interface NeedWork {
  readonly lookUp: (need: Need) => NeedAnswer
  /** Judges again with all that was found so far; `last`: nothing more may be asked for. */
  readonly judgeAgain: (found: readonly EvidenceItem[], last: boolean) => Promise<Reading>
}

/**
 * Answers what a block asks for, and lets the model judge again.
 * INVARIANT: only an allow releases the block. Whatever else comes of it leaves a block.
 */
export async function answerNeeds(first: Reading, { lookUp, judgeAgain }: NeedWork): Promise<Verdict> {
  const asked = new Set<string>()
  const found: EvidenceItem[] = []
  let { verdict, needs = [] } = first
  for (let round = 1; round <= MAX_ROUNDS && needs.length > 0; round++) {
    const fresh = needs.filter((need) => isNew(need, asked))
    const answers = fresh.map(lookUp)
    if (answers.some(({ kind }) => kind === 'speaks')) return verdict
    if (!answers.some(({ kind }) => kind === 'shown')) return verdict
    found.push(...answers.flatMap(({ items }) => items))
    const last = round === MAX_ROUNDS || asked.size >= MAX_NEEDS
    const next = await judgeAgain(found, last)
    if (next.verdict.type === 'allow' || next.verdict.type === 'interrupted') return next.verdict
    if (next.verdict.type !== 'block') return verdict
    verdict = next.verdict
    needs = last ? [] : (next.needs ?? [])
  }
  return verdict
}

function isNew({ kind, target }: Need, asked: Set<string>): boolean {
  const name = `${kind}:${target}`
  if (asked.has(name) || asked.size >= MAX_NEEDS) return false
  asked.add(name)
  return true
}
