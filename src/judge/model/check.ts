import { createHash, randomBytes } from 'node:crypto'
import type { Facts } from '../../analysis/facts.ts'
import type { Policy } from '../../settings/policy.ts'
import { createEncoder, type EncoderOptions, type TranscriptEncoder } from '../../transcript/encode.ts'
import type { LineFormat } from '../../transcript/line.ts'
import type { JudgeRequest } from '../judge.ts'
import { collectEvidence, writeEvidence } from './evidence.ts'
import { type PromptParts, type PromptRule, rulesInForce, systemPrompt } from './prompt.ts'
import { type CheckText, checkTokens, safeFence } from './request.ts'
import type { ModelSettings } from './settings.ts'

/** A check, ready to be sent: the text both stages share, and our own count of its tokens. */
export interface PreparedCheck {
  readonly text: CheckText
  readonly tokens: number
  readonly rules: ReadonlyMap<string, PromptRule>
  readonly label: string
}

export interface CheckSources {
  readonly encodeCall: EncoderOptions['encodeCall']
  readonly categories: PromptParts['categories']
  readonly exceptions: PromptParts['exceptions']
}

export interface CheckBuilder {
  build(request: JudgeRequest, settings: Pick<ModelSettings, 'evidence' | 'format' | 'cacheLife'>): PreparedCheck
}

/** Sessions whose encoding is kept; an older one is encoded again when it comes back. */
const MAX_ENCODERS = 64

/** Builds checks, keeping what does not change between them: the prompt of a policy, the encoding of a session. */
export function createCheckBuilder(sources: CheckSources): CheckBuilder {
  const prompts = new WeakMap<Policy, Prompt>()
  const encoders = new Map<string, TranscriptEncoder>()
  // For sessions that bring no fence of their own: as random, and the same for all checks of one.
  const salt = randomBytes(16).toString('hex')

  const promptOf = (policy: Policy): Prompt => {
    const known = prompts.get(policy)
    if (known) return known
    const parts: PromptParts = { ...sources, autoMode: policy.autoMode }
    const prompt = { system: systemPrompt(parts), rules: rulesInForce(parts) }
    prompts.set(policy, prompt)
    return prompt
  }

  const encoderOf = (key: string, format: LineFormat): TranscriptEncoder => {
    const encoder = encoders.get(key) ?? createEncoder({ encodeCall: sources.encodeCall, format })
    encoders.delete(key)
    encoders.set(key, encoder)
    const [oldest] = encoders.keys()
    if (encoders.size > MAX_ENCODERS && oldest !== undefined) encoders.delete(oldest)
    return encoder
  }

  return {
    build: (request, { evidence, format, cacheLife }) => {
      const { action, policy, transcript, facts } = request
      const { call } = action
      const { system, rules } = promptOf(policy)
      const encoder = encoderOf(JSON.stringify([call.sessionId, call.agentId ?? null, format]), format)
      const encoded = encoder.encode(transcript)
      const fence = safeFence(request.fence) ?? hashOfParts(salt, call.sessionId)
      const text: CheckText = {
        system,
        claudeMd: request.claudeMd ?? instructionsIn(facts),
        blocks: encoded.blocks,
        action: encoder.action(call.tool, action.judgeText),
        evidence: evidence ? writeEvidence(collectEvidence(action, facts), fence) : '',
        fence,
        cacheLife,
        session: hashOfParts('session', call.sessionId),
      }
      return {
        text,
        rules,
        tokens: checkTokens(text, encoded.tokens),
        label: call.callId ?? hashOfParts(call.tool, action.judgeText),
      }
    },
  }
}

/** The project's own CLAUDE.md, where the host did not hand one over. */
function instructionsIn(facts: Facts | undefined): string | undefined {
  if (facts === undefined) return undefined
  const path = `${facts.projectRoot}/CLAUDE.md`
  const read = isOwnPage(path, facts) ? facts.text(path) : undefined
  return read?.kind === 'text' ? read.text : undefined
}

/** A repository may link its instructions, but not to what lies elsewhere or is no page: that would be sent away. */
function isOwnPage(path: string, facts: Facts): boolean {
  const real = facts.realPath(path)
  if (real === undefined) return !facts.live
  const root = facts.realPath(facts.projectRoot) ?? facts.projectRoot
  return real.startsWith(`${root}/`) && real.endsWith('.md')
}

interface Prompt {
  readonly system: string
  readonly rules: ReadonlyMap<string, PromptRule>
}

/** Short, and safe in a mark. */
export function hashOfParts(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}
