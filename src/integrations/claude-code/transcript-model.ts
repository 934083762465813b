import { isFields, ownField } from '../hook-runtime/fields.ts'
import { parseTranscriptLine } from '../hook-runtime/transcript-line.ts'

const MODEL_NAME = /^[\w.:@/[\]-]{1,100}$/

const MODEL_LINE = /"type"\s*:\s*"(?:model|assistant)"/

/** The model that a line of the host's file tells the agent runs on: the host's own note, or who gave the agent's message. */
export function modelIn(text: string): string | undefined {
  if (!MODEL_LINE.test(text)) return undefined
  const line = parseTranscriptLine(text)
  if (ownField(line, 'isSidechain') === true) return undefined
  const told =
    ownField(line, 'type') === 'assistant'
      ? nestedField(line, 'message', 'model')
      : attachedModel(ownField(line, 'attachment'))
  return typeof told === 'string' && MODEL_NAME.test(told) ? told : undefined
}

function attachedModel(attachment: unknown): unknown {
  return isFields(attachment) && ownField(attachment, 'type') === 'model'
    ? nestedField(attachment, 'identity', 'modelId')
    : undefined
}

function nestedField(fields: Readonly<Record<string, unknown>>, outer: string, inner: string): unknown {
  const found = ownField(fields, outer)
  return isFields(found) ? ownField(found, inner) : undefined
}
