import type { ToolCall } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { recordFetchEffect, recordSentText } from '../analysis/interpret/delegation.ts'
import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import type { Tool, ToolReading } from '../analysis/tool.ts'
import { requireFields, textField } from './input.ts'

export const WEB_FETCH_TOOL: Tool = {
  name: 'WebFetch',
  relevance: 'judged',
  kind: 'web',
  encode: (input) => {
    const prompt = textField(input, 'prompt')
    return prompt === '' ? textField(input, 'url') : `${textField(input, 'url')}: ${prompt}`
  },
  check: (call) => {
    const there = requireFields('url')(call)
    return there.type === 'pass' && !isAddress(textField(call.input, 'url'))
      ? { type: 'deny', check: 'input', message: 'WebFetch needs a url that is an address' }
      : there
  },
  read: (call: ToolCall, facts: Facts): ToolReading => {
    const notes = createToolRecorder('WebFetch', facts)
    recordFetchEffect(textField(call.input, 'url'), notes.recorder)
    return { ...notes.reading(), grade: undefined }
  },
}

/** With a scheme, or a host's name without one; a word alone is no host. */
function isAddress(url: string): boolean {
  const trimmed = url.trim()
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^(?:\[|[^\s/]+[.:]\S|localhost\b)/i.test(trimmed)
}

export const WEB_SEARCH_TOOL: Tool = {
  name: 'WebSearch',
  relevance: 'judged',
  kind: 'web',
  encode: (input) => textField(input, 'query'),
  read: (call: ToolCall, facts: Facts): ToolReading => {
    const notes = createToolRecorder('WebSearch', facts)
    recordSentText(textField(call.input, 'query'), 'a search engine', notes.recorder)
    return { ...notes.reading(), grade: undefined }
  },
}
