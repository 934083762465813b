import type { JudgeSettings } from '../../settings/policy.ts'
import type { StageName } from '../judge.ts'
import type { ModelCapabilities } from './models.ts'
import { type ReplyShape, STOP_SEQUENCE } from './parse.ts'

export type StageMode = JudgeSettings['mode']

/** One call to the model. */
export interface ClaudeStage {
  readonly name: StageName
  readonly shape: ReplyShape
  readonly suffix: 'fast' | 'thinking'
  readonly maxTokens: number
  readonly stopSequences: readonly string[]
  readonly deadlineMs: number
}

const FAST_STAGE: ClaudeStage = {
  name: 'fast',
  shape: 'first',
  suffix: 'fast',
  maxTokens: 64,
  stopSequences: [STOP_SEQUENCE],
  deadlineMs: 10_000,
}

const SINGLE_STAGE: ClaudeStage = { ...FAST_STAGE, shape: 'only', maxTokens: 256, stopSequences: [] }

const THINKING_STAGE: ClaudeStage = {
  name: 'thinking',
  shape: 'thinking',
  suffix: 'thinking',
  maxTokens: 4_096,
  stopSequences: [],
  deadlineMs: 40_000,
}

/** The stages of a mode, in order. A stage that is not the last hands on what it does not allow; the last is final. */
export function stagesOf(mode: StageMode): readonly ClaudeStage[] {
  switch (mode) {
    case 'both':
      return [FAST_STAGE, THINKING_STAGE]
    case 'fast':
      return [SINGLE_STAGE]
    case 'thinking':
      return [THINKING_STAGE]
  }
}

/** The parameters of a stage that depend on the model. */
export function stageParameters(stage: ClaudeStage, capabilities: ModelCapabilities): StageParameters {
  return {
    max_tokens: stage.maxTokens + capabilities.padding,
    ...(stage.stopSequences.length > 0 && { stop_sequences: stage.stopSequences }),
    ...(capabilities.temperature && { temperature: 0 as const }),
    ...thinkingSwitch(capabilities),
  }
}

export interface StageParameters {
  readonly max_tokens: number
  readonly stop_sequences?: readonly string[]
  readonly temperature?: 0
  readonly thinking?: { readonly type: 'disabled' | 'between_tools' }
}

function thinkingSwitch({ thinking }: ModelCapabilities): Pick<StageParameters, 'thinking'> {
  switch (thinking) {
    case 'switch':
      return { thinking: { type: 'disabled' } }
    case 'between-tools':
      return { thinking: { type: 'between_tools' } }
    case 'off':
    case 'always':
    case 'none':
      return {}
  }
}
