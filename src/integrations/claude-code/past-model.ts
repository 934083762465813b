import { isFields, own } from '../seat/fields.ts'
import { parsed } from './blocks.ts'

const NAME = /^[\w.:@/[\]-]{1,100}$/

const TELLS_MODEL = /"type"\s*:\s*"(?:model|assistant)"/

/** The model that a line of the host's file tells the agent runs on: the host's own note, or who gave the agent's message. */
export function modelIn(text: string): string | undefined {
  if (!TELLS_MODEL.test(text)) return undefined
  const line = parsed(text)
  if (own(line, 'isSidechain') === true) return undefined
  const told = own(line, 'type') === 'assistant' ? within(line, 'message', 'model') : noted(own(line, 'attachment'))
  return typeof told === 'string' && NAME.test(told) ? told : undefined
}

function noted(attachment: unknown): unknown {
  return isFields(attachment) && own(attachment, 'type') === 'model'
    ? within(attachment, 'identity', 'modelId')
    : undefined
}

function within(fields: Readonly<Record<string, unknown>>, outer: string, inner: string): unknown {
  const found = own(fields, outer)
  return isFields(found) ? own(found, inner) : undefined
}
