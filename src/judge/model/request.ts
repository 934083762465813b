import { createHash } from 'node:crypto'
import { ENTRY_BUDGETS } from '../../transcript/budget.ts'
import { cutTo } from '../../transcript/cut-text.ts'
import { quoteJson } from '../../transcript/escape.ts'
import { estimateTokens } from '../../transcript/token-estimate.ts'
import type { CacheLifetime } from './cache-life.ts'
import type { ModelCapabilities } from './models.ts'
import { PROMPT_TEXTS } from './prompt/texts.ts'
import type { ModelStage } from './stages.ts'
import type { ModelRequest, RequestBlock } from './transport.ts'

/** What both stages of a check have in common. */
export interface CheckText {
  readonly system: string
  readonly claudeMd: string | undefined
  /** The transcript before the action. */
  readonly blocks: () => readonly string[]
  readonly action: string
  /** May be empty. */
  readonly evidence: string
  /** What the model asked for, as another evidence entry. */
  readonly found?: string
  readonly fence: string
  readonly cacheLife: CacheLifetime
  /** A hash of the session's id. */
  readonly session?: string
}

/** What a stage asks. What stages share comes first, so that two requests part as late as possible. */
export function buildRequest(
  text: CheckText,
  stage: ModelStage,
  model: string,
  capabilities: ModelCapabilities,
): ModelRequest {
  return {
    model,
    system: text.system,
    blocks: () => [...instructions(text), ...conversation(text, stage)],
    limit: stage.maxTokens + capabilities.padding,
    stop: capabilities.stop ? stage.stop : undefined,
    capabilities,
    cacheLife: text.cacheLife,
    session: text.session,
  }
}

function conversation({ blocks, action, evidence, found = '', fence }: CheckText, stage: ModelStage): RequestBlock[] {
  return [
    { text: `<transcript fence="${fence}">\n` },
    ...blocks().map((text) => ({ text })),
    { text: action, mark: 'action' },
    ...[evidence, found].flatMap((text) => (text === '' ? [] : [{ text }])),
    { text: `</transcript fence="${fence}">\n` },
    { text: PROMPT_TEXTS[`suffix-${stage.suffix}`] },
  ]
}

/**
 * The repository's instructions, encoded and named for what they are. Their fence is a hash of them: no text can hold its own,
 * and all sessions of a project share the cached block.
 */
function instructions({ claudeMd }: CheckText): RequestBlock[] {
  if (claudeMd === undefined || claudeMd.trim() === '') return []
  const body = cutTo(claudeMd, ENTRY_BUDGETS.claudeMd)
  const text =
    'whole' in body
      ? quoteJson(body.whole)
      : `${quoteJson(body.head)}\n(${body.cut} characters left out)\n${quoteJson(body.tail)}`
  const fence = shortHash(claudeMd)
  const wrapped = `${PROMPT_TEXTS['claude-md']}\n<repository fence="${fence}">\n${text}\n</repository fence="${fence}">\n`
  return [{ text: wrapped, mark: 'instructions' }]
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
