/** The parts of the Messages API that this server speaks. */
export interface WireBlock {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '5m' | '1h' }
}

export interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly WireBlock[]
}

export interface WireRequest {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly WireMessage[]
  readonly system?: string | readonly WireBlock[]
  readonly stop_sequences?: readonly string[]
  readonly temperature?: number
  readonly thinking?: { readonly type: string }
  readonly stream?: boolean
}

export interface WireUsage {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_creation: { readonly ephemeral_5m_input_tokens: number; readonly ephemeral_1h_input_tokens: number }
  readonly cache_read_input_tokens: number
  readonly output_tokens: number
}

/** Every text of a request in the order in which the model reads it. */
export function blocksOf({ system, messages }: Pick<WireRequest, 'system' | 'messages'>): readonly PlacedBlock[] {
  const place = (where: string, content: string | readonly WireBlock[] | undefined): PlacedBlock[] => {
    const blocks: readonly WireBlock[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
    return blocks.map((block) => ({ where, ...block }))
  }
  return [...place('system', system), ...messages.flatMap(({ role, content }) => place(role, content))]
}

export interface PlacedBlock extends WireBlock {
  readonly where: string
}

/** A rough count: four bytes are a token. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** How models differ, stated here on its own so that the judge's table is checked against something. */
export interface ModelTraits {
  readonly temperature: boolean
  readonly thinking: readonly string[]
  readonly minimumCached: number
  readonly context: number
}

export function traitsOf(model: string): ModelTraits {
  const always = /opus-5-5|fable|mythos/.test(model)
  const sampling = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8})?$)/.test(model)
  return {
    temperature: sampling || !model.startsWith('claude'),
    thinking: always
      ? ['adaptive']
      : /sonnet-5-5/.test(model)
        ? ['adaptive', 'between_tools']
        : ['adaptive', 'disabled', 'enabled'],
    minimumCached: minimumOf(model),
    context: /-4-[678]|-5|fable|mythos/.test(model) && !/haiku-4|-4-5/.test(model) ? 1_000_000 : 200_000,
  }
}

function minimumOf(model: string): number {
  if (/opus-4-[56]|haiku-4-5/.test(model)) return 4_096
  if (/opus-4-7/.test(model)) return 2_048
  return /(?:opus|fable|mythos)-5|-5-5/.test(model) ? 512 : 1_024
}
