import { type Fields, isFields, optionalText, ownField } from '../hook-runtime/fields.ts'
import type { StreamFrame } from './frames.ts'
import { type TurnVerdict, type UnavailableReason, unavailableVerdict } from './verdict.ts'

/** A call that the model makes. */
export interface TurnToolUse {
  readonly id: string
  readonly name: string
  readonly input: Fields
}

/** Judges one call; never throws. Called in the order of the turn. */
export type JudgeUse = (use: TurnToolUse) => Promise<TurnVerdict>

interface Block {
  readonly id: string
  readonly name: string
  readonly input: Fields
  json: string
  isTooLong: boolean
}

const MOST_INPUT = 8 * 1024 * 1024
const MOST_USES = 200
/** Events that say something of a turn. */
const TURN_EVENT_TYPES: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
])

/** What one event is for whoever passes it on: the end of a message, its content, or nothing that belongs to it. */
export type TurnEvent = 'delta' | 'stop' | 'content' | 'other'

/**
 * The tool uses of one answer, gathered from its events as its client gathers them, and each judged as soon as it is whole: a judge works
 * while the model still writes. What could be read in two ways is not judged at all.
 */
export class ModelTurn {
  readonly #judge: JudgeUse
  readonly #open = new Map<number, Block>()
  readonly #verdicts = new Map<string, Promise<TurnVerdict>>()
  #last: Promise<unknown> = Promise.resolve()
  #fault: UnavailableReason | undefined

  constructor(judge: JudgeUse) {
    this.#judge = judge
  }

  /** Nothing of this answer can be relied on: whatever is asked of it is unavailable. */
  spoil(trouble: UnavailableReason = 'error'): void {
    this.#fault ??= trouble
  }

  read({ event, data }: StreamFrame): TurnEvent {
    const value = data === undefined ? undefined : parseJsonText(data)
    const type = isFields(value) ? ownField(value, 'type') : undefined
    if (!TURN_EVENT_TYPES.has(type) && !TURN_EVENT_TYPES.has(event)) return 'other'
    // A client goes by the name, by the type, or by both: where they differ, nobody knows what it took.
    if (!isFields(value) || type !== event) {
      this.spoil()
      return event === 'message_delta' || type === 'message_delta' ? 'delta' : 'content'
    }
    if (!this.#isUnderstood(type, value)) this.spoil()
    if (type === 'message_delta') return 'delta'
    return type === 'message_stop' ? 'stop' : 'content'
  }

  /** The blocks of an answer that came in one piece. */
  readWhole(content: unknown): void {
    const isUnderstood =
      Array.isArray(content) && content.every((block, index) => this.#begin(index, block) && this.#end(index))
    if (!isUnderstood) this.spoil()
  }

  /** The verdict on every tool use, when all are there. */
  async verdicts(): Promise<Map<string, TurnVerdict>> {
    for (const { id } of this.#open.values()) this.#verdicts.set(id, Promise.resolve(unavailableVerdict('truncated')))
    const found = new Map<string, TurnVerdict>()
    for (const [id, verdict] of this.#verdicts) found.set(id, await verdict)
    if (this.#fault === undefined) return found
    const trouble = unavailableVerdict(this.#fault)
    return new Map(
      [...found].map(([id, verdict]) => [
        id,
        verdict.type === 'evaluated' && verdict.outcome === 'flagged' ? verdict : trouble,
      ]),
    )
  }

  #isUnderstood(type: unknown, value: Fields): boolean {
    const index = ownField(value, 'index')
    switch (type) {
      case 'message_start':
        return this.#isFirst(ownField(value, 'message'))
      case 'content_block_start':
        return this.#begin(index, ownField(value, 'content_block'))
      case 'content_block_delta':
        return this.#add(index, ownField(value, 'delta'))
      case 'content_block_stop':
        return this.#end(index)
      default:
        return true
    }
  }

  /** An answer starts once, and empty. */
  #isFirst(message: unknown): boolean {
    const content = isFields(message) ? ownField(message, 'content') : undefined
    const isEmpty = !Array.isArray(content) || content.length === 0
    return this.#verdicts.size === 0 && this.#open.size === 0 && isEmpty
  }

  #begin(index: unknown, block: unknown): boolean {
    if (typeof index !== 'number' || !isFields(block) || this.#open.has(index)) return false
    if (ownField(block, 'type') !== 'tool_use') return true
    const id = optionalText(block, 'id') ?? ''
    const name = optionalText(block, 'name') ?? ''
    const input = ownField(block, 'input') ?? {}
    const isKnown = this.#verdicts.has(id) || [...this.#open.values()].some((other) => other.id === id)
    if (id === '' || name === '' || !isFields(input) || isKnown || this.#verdicts.size >= MOST_USES) {
      if (id !== '') this.#verdicts.set(id, Promise.resolve(unavailableVerdict('error')))
      return false
    }
    this.#open.set(index, { id, name, input, json: '', isTooLong: false })
    return true
  }

  #add(index: unknown, delta: unknown): boolean {
    if (typeof index !== 'number' || !isFields(delta)) return false
    if (ownField(delta, 'type') !== 'input_json_delta') return true
    const part = ownField(delta, 'partial_json')
    if (typeof part !== 'string') return false
    const block = this.#open.get(index)
    // Server tools stream their input in the same way; they are not the client's to run.
    if (block === undefined) return true
    if (block.json.length + part.length > MOST_INPUT) block.isTooLong = true
    else block.json += part
    return true
  }

  #end(index: unknown): boolean {
    if (typeof index !== 'number') return false
    const block = this.#open.get(index)
    this.#open.delete(index)
    if (block !== undefined) this.#verdicts.set(block.id, this.#judged(block))
    return true
  }

  #judged(block: Block): Promise<TurnVerdict> {
    // What was gathered may not be what the client has: there is nothing to judge.
    if (this.#fault !== undefined) return Promise.resolve(unavailableVerdict(this.#fault))
    if (block.isTooLong) return Promise.resolve(unavailableVerdict('input_too_long'))
    const input = block.json === '' ? block.input : parseJsonText(block.json)
    // An input in two places is read from either.
    const isTwofold = block.json !== '' && Object.keys(block.input).length > 0
    if (!isFields(input) || isTwofold) return Promise.resolve(unavailableVerdict(isTwofold ? 'error' : 'truncated'))
    const { id, name } = block
    // One after another: each is judged with what the ones before it would leave.
    const verdict = this.#last
      .then(yieldToEventLoop)
      .then(() => this.#judge({ id, name, input }))
      .catch(() => unavailableVerdict('error'))
    this.#last = verdict
    return verdict
  }
}

/** Lets what was written before go out: a judge that works in this process must not hold it back. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
