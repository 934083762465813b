/** What a request to a model may and must say. */
export interface ModelCapabilities {
  /** Accepts `temperature`. */
  readonly temperature: boolean
  /** Ends an answer at a stop sequence. */
  readonly stop: boolean
  /**
   * The Messages API. `off`: thinks only when told to, nothing is sent. `switch`: must be told not to. `between-tools`: that
   * is its lowest setting. `always`: cannot be switched off. `none`: knows no such switch.
   */
  readonly thinking: 'off' | 'switch' | 'between-tools' | 'always' | 'none'
  /**
   * Chat Completions. The lowest `reasoning_effort` it accepts; `template`: an open model that is steered by its chat template;
   * `unsent`: nothing is sent.
   */
  readonly reasoning: 'none' | 'minimal' | 'low' | 'template' | 'unsent'
  /** Chat Completions: the field that limits an answer. */
  readonly limitField: 'max_tokens' | 'max_completion_tokens'
  /** Added to the answer's limit, so that reasoning nobody sees cannot starve the verdict. */
  readonly padding: number
  readonly contextTokens: number
}

export const THINKING_PADDING = 2_048

/** A model that samples as it is told to, and reasons only if it says so. */
const PLAIN: ModelCapabilities = {
  temperature: true,
  stop: true,
  thinking: 'none',
  reasoning: 'unsent',
  limitField: 'max_tokens',
  padding: 0,
  contextTokens: 128_000,
}

const claude = (
  thinking: ModelCapabilities['thinking'],
  contextTokens: number,
  more: Partial<ModelCapabilities> = {},
): ModelCapabilities => ({ ...PLAIN, temperature: false, thinking, contextTokens, ...more })

const thinkingClaude = (thinking: 'always' | 'between-tools', contextTokens = 1_000_000): ModelCapabilities =>
  claude(thinking, contextTokens, { padding: THINKING_PADDING })

const samplingClaude = (contextTokens: number): ModelCapabilities =>
  claude('switch', contextTokens, { temperature: true })

/** It refuses `stop`, `temperature` and `max_tokens`, and its limit counts what it reasons. */
const openAiReasoning = (reasoning: ModelCapabilities['reasoning'], contextTokens = 272_000): ModelCapabilities => ({
  ...PLAIN,
  temperature: false,
  stop: false,
  reasoning,
  limitField: 'max_completion_tokens',
  padding: THINKING_PADDING,
  contextTokens,
})

const plain = (contextTokens: number): ModelCapabilities => ({ ...PLAIN, contextTokens })

/** Takes a stop sequence and a temperature, and may reason before it answers. */
const reasoning = (how: ModelCapabilities['reasoning'], contextTokens = 128_000): ModelCapabilities => ({
  ...PLAIN,
  reasoning: how,
  padding: THINKING_PADDING,
  contextTokens,
})

/** Families, most exact first; a name belongs to the first whose pattern ends at a word boundary of it. */
const MODEL_FAMILIES: readonly (readonly [pattern: string, capabilities: ModelCapabilities])[] = [
  ['claude-opus-5-5', thinkingClaude('always')],
  ['claude-sonnet-5-5', thinkingClaude('between-tools')],
  ['claude-haiku-5-5', claude('switch', 1_000_000)],
  ['claude-opus-5', claude('switch', 1_000_000)],
  ['claude-sonnet-5', claude('switch', 1_000_000)],
  ['claude-haiku-5', claude('switch', 200_000)],
  ['claude-fable', thinkingClaude('always')],
  ['claude-mythos', thinkingClaude('always')],
  ['claude-opus-4-8', claude('off', 1_000_000)],
  ['claude-opus-4-7', claude('off', 1_000_000)],
  ['claude-opus-4-6', samplingClaude(1_000_000)],
  ['claude-sonnet-4-6', samplingClaude(1_000_000)],
  ['claude-opus-4', samplingClaude(200_000)],
  ['claude-sonnet-4', samplingClaude(200_000)],
  ['claude-haiku-4', samplingClaude(200_000)],
  ['claude-3', samplingClaude(200_000)],
  // A Claude model that is newer than this table: nothing is sent that it might reject, and it has room to think.
  ['claude', thinkingClaude('always', 200_000)],

  ['gpt-oss', reasoning('low')],
  ['gpt-3-5', plain(16_000)],
  ['gpt-4-1', plain(1_000_000)],
  ['gpt-4(?:o|-turbo|-\\d{4}-preview)', plain(128_000)],
  ['gpt-4', plain(8_000)],
  ['chatgpt-4o', plain(128_000)],
  ['gpt-\\d+(?:-\\d)?(?:-[a-z]+)*-(?:chat|pro)', openAiReasoning('unsent')],
  ['gpt-5(?:-\\d)?-codex', openAiReasoning('low')],
  ['gpt-5-[1-5]', openAiReasoning('none')],
  ['gpt-5(?=$|-mini|-nano|-20\\d\\d)', openAiReasoning('minimal')],
  // Every reasoning model of OpenAI knows this effort, newer ones than this table, too.
  ['(?:gpt|codex)-.*|o\\d', openAiReasoning('low', 200_000)],

  ['gemini-(?:1|2-0)', plain(1_000_000)],
  ['gemini-2-5-flash', reasoning('none', 1_000_000)],
  ['gemini-2-5', reasoning('low', 1_000_000)],
  ['gemini-(?:\\d+(?:-\\d+)?-)?flash', reasoning('minimal', 1_000_000)],
  ['gemini', reasoning('low', 1_000_000)],

  ['qwen[\\w-]*-(?:coder|instruct|thinking)', reasoning('unsent')],
  ['qwq', reasoning('unsent')],
  ['qwen-?(?:[12]|[a-z].*|$)', plain(128_000)],
  ['qwen', reasoning('template')],

  ['(?:meta-)?(?:code)?llama', PLAIN],
  ['(?:mistral|ministral|mixtral|codestral|devstral)', PLAIN],
  ['deepseek-(?:chat|coder)', PLAIN],
]

/** Another model behind either protocol (a gateway, a local server): asked as most are, with room to reason. */
const OTHER_CAPABILITIES: ModelCapabilities = { ...PLAIN, padding: THINKING_PADDING }

/** `llama` is of `llama3`, but `gpt-4` not of `gpt-41`, nor `gemini` of `geminis`. */
const WORD_END = '(?![a-z]|(?<=\\d)\\d)'

const PATTERNS = MODEL_FAMILIES.map(
  ([pattern, capabilities]) => [new RegExp(`^(?:${pattern})${WORD_END}`), capabilities] as const,
)

/** The table's row for a family's name. */
export function capabilitiesOfFamily(name: string): ModelCapabilities {
  return PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? OTHER_CAPABILITIES
}
