import type { StageRecord, Verdict } from '../judge.ts'
import { declinedVerdict, failureVerdict, unavailableVerdictFor } from './failure.ts'
import { isAskedModel } from './models.ts'
import type { Need } from './need/need.ts'
import { cleanReason, type ParsedReply, parseReply } from './parse.ts'
import type { PromptRule } from './prompt.ts'
import type { ModelStage } from './stages.ts'
import type { ModelAnswer, ModelReply, TransportTraits } from './transport.ts'

/** What was asked, as far as the answer must fit it. */
export interface ExpectedAnswer {
  readonly model: string
  readonly aliases: readonly string[]
  readonly rules: ReadonlyMap<string, PromptRule>
  readonly secrets: readonly string[]
  readonly traits: TransportTraits
  /** The request had a stop sequence. */
  readonly stops: boolean
}

export interface AnswerReading {
  readonly verdict: Verdict
  readonly record: Omit<StageRecord, 'ms' | 'transport'>
  /** What it asks for, where that could release a block: never one by a hard rule, a limit of the user or an unknown rule. */
  readonly needs?: readonly Need[]
}

/** Reads what a client gave for a stage: the verdict, and what the Record keeps of it. */
export function readAnswer(run: ExpectedAnswer, stage: ModelStage, answer: ModelAnswer): AnswerReading {
  if ('failure' in answer) {
    const { failure } = answer
    const record = { stage: stage.name, outcome: 'failed' as const, detail: `${failure.kind} ${failure.detail}`.trim() }
    return { verdict: failureVerdict(failure), record }
  }
  const { reply } = answer
  const noted = {
    stage: stage.name,
    usage: reply.usage,
    ...(typeof reply.requestId === 'string' && { requestId: reply.requestId.slice(0, 80) }),
  }
  const named = otherModel(run, reply)
  if (named !== undefined)
    return { verdict: otherModelVerdict(named), record: { ...noted, outcome: 'wrong-model', detail: named } }
  // Where nothing stops an answer at the end of its verdict, a missing end is a cut.
  const shape = stage.shape === 'first' && !(run.stops && run.traits.stop) ? 'only' : stage.shape
  const parsed = parseReply(reply, shape)
  const needs = releasableNeeds(parsed, run.rules)
  const detail = parsed.kind === 'unparseable' ? { detail: parsed.why } : needsDetail(needs)
  return {
    verdict: verdictOf(parsed, stage, run),
    record: { ...noted, outcome: parsed.kind, ...detail },
    ...(needs.length > 0 && { needs }),
  }
}

function releasableNeeds(parsed: ParsedReply, rules: ExpectedAnswer['rules']): readonly Need[] {
  if (parsed.kind !== 'block' || parsed.rule === undefined) return []
  return rules.get(parsed.rule)?.hard === false ? (parsed.needs ?? []) : []
}

function needsDetail(needs: readonly Need[]): { readonly detail?: string } {
  if (needs.length === 0) return {}
  return { detail: cleanReason(`asks for ${needs.map(({ kind, target }) => `${kind}:${target}`).join(', ')}`) }
}

/** The name of a model that answered in place of the one that was asked. */
export function otherModel(
  { model, aliases, traits }: Pick<ExpectedAnswer, 'model' | 'aliases' | 'traits'>,
  reply: Pick<ModelReply, 'model'>,
): string | undefined {
  if (!traits.namesModel || isAskedModel(model, reply.model, aliases)) return undefined
  return cleanReason(String(reply.model)).slice(0, 80)
}

export function otherModelVerdict(named: string): Verdict {
  return unavailableVerdictFor('wrong-model', `another model answered than the one asked for (${named})`)
}

function verdictOf(parsed: ParsedReply, stage: ModelStage, { rules, secrets }: ExpectedAnswer): Verdict {
  switch (parsed.kind) {
    case 'allow':
      return { type: 'allow', stage: stage.name }
    case 'block':
      return blockVerdict(parsed, stage, rules, secrets)
    case 'refused':
      return declinedVerdict()
    case 'too-long':
      return { type: 'too-long', reason: 'the conversation is too long for the model' }
    case 'unparseable':
      return { type: 'unparseable', reason: `the model's answer was not a verdict (${parsed.why})` }
  }
}

function blockVerdict(
  { rule, reason }: Extract<ParsedReply, { kind: 'block' }>,
  stage: ModelStage,
  rules: ReadonlyMap<string, PromptRule>,
  secrets: readonly string[],
): Verdict {
  const known = rule === undefined ? undefined : rules.get(rule)
  return {
    type: 'block',
    stage: stage.name,
    category: known?.id,
    hard: known?.hard ?? false,
    reason: cleanReason(reason, secrets) || known?.title || 'the judge blocks it',
  }
}
