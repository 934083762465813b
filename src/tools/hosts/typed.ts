import { stateHandedCode, UNTOLD } from '../../analysis/mcp/handed-code.ts'
import type { Tool } from '../../analysis/tool.ts'
import { toolNotes } from '../../analysis/tool-scribe.ts'
import { text } from '../input.ts'

/** An answer or a key rather than a line that something would run. */
const ANSWER = /^[\s\u0000-\u001f]*(?:\S{0,3}|yes|no|quit|exit|help|\d{1,9})[\s\u0000-\u001f]*$/i

/** Text typed into a program that runs: a shell or an interpreter would run it, so it is read as what it looks like. */
export const TYPED: Tool = {
  name: 'Typed',
  relevance: 'irrelevant',
  kind: 'shell',
  encode: (input) => (ANSWER.test(text(input, 'text')) ? '' : text(input, 'text')),
  read: (call, facts) => {
    const notes = toolNotes('typed text', facts)
    const typed = text(call.input, 'text')
    if (!ANSWER.test(typed)) stateHandedCode('code', typed, UNTOLD, notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
}
