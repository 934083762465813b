import { tokensOf, type WireRequest } from './wire.ts'

/** What the server is to answer. */
export type Scripted =
  /** The model writes this; stop sequences and the token limit cut it as they would. */
  | { readonly says: string; readonly thinks?: string }
  /** Exactly these fields, whatever was asked. */
  | { readonly answers: Readonly<Record<string, unknown>> }
  | { readonly fault: Fault }

export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly type?: string
      readonly message?: string
      readonly retryAfter?: number
    }
  /** Answers as the next part says, but late. */
  | { readonly kind: 'slow'; readonly ms: number; readonly next: Scripted }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Sends headers and a part of the body, and never the rest. */
  | { readonly kind: 'stall' }
  /** Closes the connection before, or in the middle of, the answer. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'reset-body' }
  | { readonly kind: 'truncated-json' }
  | { readonly kind: 'page' }
  | { readonly kind: 'redirect'; readonly to: string }

export type Script = (request: WireRequest, at: number) => Scripted

/** The message a scripted text becomes. */
export function messageFor(
  scripted: Exclude<Scripted, { fault: Fault }>,
  request: WireRequest,
): Record<string, unknown> {
  const base = {
    id: 'msg_test',
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [],
    stop_sequence: null,
  }
  if ('answers' in scripted) return { ...base, stop_reason: 'end_turn', ...scripted.answers }
  const thinking =
    scripted.thinks === undefined ? [] : [{ type: 'thinking', thinking: scripted.thinks, signature: 's' }]
  const cut = cutAsAsked(scripted.says, scripted.thinks ?? '', request)
  const text = cut.text === '' ? [] : [{ type: 'text', text: cut.text }]
  return { ...base, content: [...thinking, ...text], stop_reason: cut.reason, stop_sequence: cut.sequence }
}

interface Cut {
  readonly text: string
  readonly reason: string
  readonly sequence: string | null
}

function cutAsAsked(said: string, thought: string, request: WireRequest): Cut {
  for (const sequence of request.stop_sequences ?? []) {
    const at = said.indexOf(sequence)
    if (at >= 0) return limited({ text: said.slice(0, at), reason: 'stop_sequence', sequence }, thought, request)
  }
  return limited({ text: said, reason: 'end_turn', sequence: null }, thought, request)
}

/** Thinking counts towards the limit: a model that thinks too long has no room for its answer. */
function limited(cut: Cut, thought: string, { max_tokens }: WireRequest): Cut {
  const room = (max_tokens - tokensOf(thought)) * 4
  if (Buffer.byteLength(cut.text) <= room) return cut
  return { text: cut.text.slice(0, Math.max(0, room)), reason: 'max_tokens', sequence: null }
}
