import type { ToolCall } from '../analysis/action.ts'
import { stateFetch, stateText } from '../analysis/delegated.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Tool, ToolReading } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { text } from './input.ts'
import { requires } from './required.ts'

export const WEB_FETCH: Tool = {
  name: 'WebFetch',
  relevance: 'judged',
  kind: 'web',
  encode: (input) => {
    const prompt = text(input, 'prompt')
    return prompt === '' ? text(input, 'url') : `${text(input, 'url')}: ${prompt}`
  },
  check: requires('url'),
  read: (call: ToolCall, facts: Facts): ToolReading => {
    const notes = toolNotes('WebFetch', facts)
    stateFetch(text(call.input, 'url'), notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
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
