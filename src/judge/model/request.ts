import { createHash } from 'node:crypto'
import { ENTRY_BUDGETS } from '../../transcript/budget.ts'
import { cutTo } from '../../transcript/cut-text.ts'
import { quoteJson } from '../../transcript/escape.ts'
import { estimateTokens } from '../../transcript/token-estimate.ts'
import { type CacheControl, type CacheLifetime, cacheControl } from './cache-life.ts'
import type { ModelCapabilities } from './models.ts'
import { PROMPT_TEXTS } from './prompt/texts.ts'
import { type ClaudeStage, type StageParameters, stageParameters } from './stages.ts'

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: CacheControl
}

export interface UserMessage {
  readonly role: 'user'
  readonly content: readonly TextBlock[]
}

/** The body of a call. What stages share comes first, so that the bytes of two requests part as late as possible. */
export interface RequestBody extends StageParameters {
  readonly system: readonly TextBlock[]
  readonly messages: readonly UserMessage[]
  readonly model: string
}

/** What both stages of a check have in common. */
export interface CheckText {
  readonly system: string
  readonly claudeMd: string | undefined
  /** The transcript before the action. */
  readonly blocks: () => readonly string[]
  readonly action: string
  /** May be empty. */
  readonly evidence: string
  readonly fence: string
  readonly cacheLife: CacheLifetime
}

/** Builds a body in the same time for any session: its thousands of blocks are put together when it is written out. */
export function buildBody(
  text: CheckText,
  stage: ClaudeStage,
  model: string,
  capabilities: ModelCapabilities,
): RequestBody {
  let made: readonly UserMessage[] | undefined
  const { max_tokens, stop_sequences, ...same } = stageParameters(stage, capabilities)
  return {
    model,
    ...same,
    system: [cachedBlock(text.system, cacheControl(text.cacheLife))],
    get messages() {
      made ??= [...instructions(text), { role: 'user', content: conversation(text, stage) }]
      return made
    },
    max_tokens,
    ...(stop_sequences && { stop_sequences }),
  }
}

function conversation({ blocks, action, evidence, fence, cacheLife }: CheckText, stage: ClaudeStage): TextBlock[] {
  return [
    textBlock(`<transcript fence="${fence}">\n`),
    ...blocks().map(textBlock),
    cachedBlock(action, cacheControl(cacheLife)),
    ...(evidence === '' ? [] : [textBlock(evidence)]),
    textBlock(`</transcript fence="${fence}">\n`),
    textBlock(PROMPT_TEXTS[stage.suffix === 'fast' ? 'suffix-fast' : 'suffix-thinking']),
  ]
}

/**
 * The repository's instructions, encoded and named for what they are. Their fence is a hash of them: no text can hold its own,
 * and all sessions of a project share the cached block.
 */
function instructions({ claudeMd, cacheLife }: CheckText): UserMessage[] {
  if (claudeMd === undefined || claudeMd.trim() === '') return []
  const body = cutTo(claudeMd, ENTRY_BUDGETS.claudeMd)
  const text =
    'whole' in body
      ? quoteJson(body.whole)
      : `${quoteJson(body.head)}\n(${body.cut} characters left out)\n${quoteJson(body.tail)}`
  const fence = shortHash(claudeMd)
  const wrapped = `${PROMPT_TEXTS['claude-md']}\n<repository fence="${fence}">\n${text}\n</repository fence="${fence}">\n`
  return [{ role: 'user', content: [cachedBlock(wrapped, cacheControl(cacheLife))] }]
}

function textBlock(text: string): TextBlock {
  return { type: 'text', text }
}

function cachedBlock(text: string, cache_control: CacheControl): TextBlock {
  return { type: 'text', text, cache_control }
}

/** Our own estimate of a check; `transcriptTokens` is what the encoder counted. */
export function checkTokens(text: CheckText, transcriptTokens: number): number {
  const rest = [text.system, text.claudeMd?.slice(0, ENTRY_BUDGETS.claudeMd) ?? '', text.action, text.evidence]
  return rest.reduce((sum, part) => sum + estimateTokens(part), transcriptTokens + 256)
}

/** The session's fence, if it is safe to write into a mark. */
export function safeFence(given: string | undefined): string | undefined {
  return given !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : undefined
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
