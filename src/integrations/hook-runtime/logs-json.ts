import { isFields, ownField } from './fields.ts'
import { type EnteredLine, readHistory } from './input-history.ts'

/**
 * What was entered in a session, by a `logs.json` as some hosts keep one: a list of objects, written before the hook is
 * asked. Only its window writes it. Pasted text stands in it as if it had been typed.
 */
export function readLogsJson(file: string, sessionId: string): readonly EnteredLine[] {
  return objectsOf(readHistory(file)).flatMap((line): readonly EnteredLine[] => {
    const [text, session, type] = [ownField(line, 'message'), ownField(line, 'sessionId'), ownField(line, 'type')]
    return typeof text === 'string' && session === sessionId && type === 'user' ? [{ text }] : []
  })
}

const OBJECT_START = '\n  {'

/** The list is indented, and no text in it holds a line break: an object begins where the line does. */
function objectsOf(text: string) {
  const start = text.startsWith('[') ? 0 : text.indexOf(OBJECT_START)
  try {
    const list: unknown = JSON.parse(start <= 0 ? text : `[${text.slice(start)}`)
    return Array.isArray(list) ? list.filter(isFields) : []
  } catch {
    // It is being written, or not of the host's shape.
    return []
  }
}
