import type { ToolCall } from '../analysis/action.ts'
import { stateFetch, stateText } from '../analysis/delegated.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Tool, ToolReading } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { requires, text } from './input.ts'

export const WEB_FETCH: Tool = {
  name: 'WebFetch',
  relevance: 'judged',
  kind: 'web',
  encode: (input) => {
    const prompt = text(input, 'prompt')
    return prompt === '' ? text(input, 'url') : `${text(input, 'url')}: ${prompt}`
  },
  check: (call) => {
    const there = requires('url')(call)
    return there.type === 'pass' && !isAddress(text(call.input, 'url'))
      ? { type: 'deny', check: 'input', message: 'WebFetch needs a url that is an address' }
      : there
  },
  read: (call: ToolCall, facts: Facts): ToolReading => {
    const notes = toolNotes('WebFetch', facts)
    stateFetch(text(call.input, 'url'), notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
}

/** With a scheme, or a host's name without one; a word alone is none. */
function isAddress(url: string): boolean {
  const trimmed = url.trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^(?:\[|[^\s/]+[.:]\S|localhost\b)/i.test(trimmed)
}

export const WEB_SEARCH: Tool = {
  name: 'WebSearch',
  relevance: 'judged',
  kind: 'web',
  encode: (input) => text(input, 'query'),
  read: (call: ToolCall, facts: Facts): ToolReading => {
    const notes = toolNotes('WebSearch', facts)
    stateText(text(call.input, 'query'), 'a search engine', notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
}
