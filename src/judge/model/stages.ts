import type { JudgeSettings } from '../../settings/policy.ts'
import type { StageName } from '../judge.ts'
import { type ReplyShape, STOP_SEQUENCE } from './parse.ts'
import type { ModelSettings } from './settings.ts'
import type { TransportId } from './transport-id.ts'

export type StageMode = JudgeSettings['mode']

/** One call to the model. */
export interface ModelStage {
  readonly name: StageName
  readonly shape: ReplyShape
  readonly suffix: 'fast' | 'thinking' | 'thinking-needs'
  readonly maxTokens: number
  /** Where the answer may end early. */
  readonly stop: string | undefined
  readonly deadlineMs: number
}

const FAST_STAGE: ModelStage = {
  name: 'fast',
  shape: 'first',
  suffix: 'fast',
  maxTokens: 64,
  stop: STOP_SEQUENCE,
  deadlineMs: 10_000,
}

const SINGLE_STAGE: ModelStage = { ...FAST_STAGE, shape: 'only', maxTokens: 256, stop: undefined }

const THINKING_STAGE: ModelStage = {
  name: 'thinking',
  shape: 'thinking',
  suffix: 'thinking',
  maxTokens: 4_096,
  stop: undefined,
  deadlineMs: 40_000,
}

/** The stages of a mode, in order. A stage that is not the last hands on what it does not allow; the last is final. */
export function stagesOf(mode: StageMode): readonly ModelStage[] {
  switch (mode) {
    case 'both':
      return [FAST_STAGE, THINKING_STAGE]
    case 'fast':
      return [SINGLE_STAGE]
    case 'thinking':
      return [THINKING_STAGE]
  }
}

/** The same stage, where it may ask for facts before it decides. */
export function askingStage(stage: ModelStage): ModelStage {
  return { ...stage, shape: 'asking', suffix: 'thinking-needs' }
}

/** Facts on request cost further requests: where each is paid for, a person must have said so. */
export function asksForFacts(
  { name }: Pick<ModelStage, 'name'>,
  { facts, billing }: Pick<ModelSettings, 'facts' | 'billing'>,
  transport: TransportId,
): boolean {
  return name === 'thinking' && (facts ?? (billing[transport] ?? 'metered') !== 'metered')
}
