import { createToolRecorder } from '../../analysis/interpret/tool-recorder.ts'
import { recordCodeText, UNKNOWN_CODE_CONTEXT } from '../../analysis/mcp/code-languages.ts'
import type { Tool } from '../../analysis/tool.ts'
import { textField } from '../input.ts'

/** An answer or a key rather than a line that something would run. */
const PROMPT_ANSWER = /^[\s\u0000-\u001f]*(?:\S{0,3}|yes|no|quit|exit|help|\d{1,9})[\s\u0000-\u001f]*$/i

/** Text typed into a program that runs: a shell or an interpreter would run it, so it is read as what it looks like. */
export const STDIN_TOOL: Tool = {
  name: 'Typed',
  relevance: 'irrelevant',
  kind: 'shell',
  encode: (input) => (PROMPT_ANSWER.test(textField(input, 'text')) ? '' : textField(input, 'text')),
  read: (call, facts) => {
    const notes = createToolRecorder('typed text', facts)
    const typed = textField(call.input, 'text')
    if (!PROMPT_ANSWER.test(typed)) recordCodeText('code', typed, UNKNOWN_CODE_CONTEXT, notes.recorder)
    return { ...notes.reading(), grade: undefined }
  },
}
