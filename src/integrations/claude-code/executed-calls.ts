import { basename, dirname, join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { isFields, ownField } from '../hook-runtime/fields.ts'
import { parseTranscriptLine } from '../hook-runtime/transcript-line.ts'
import { changedLogsIn } from '../hook-runtime/unchecked-calls.ts'
import type { ExecutedCall, ExecutedCalls } from '../integration.ts'
import { blocksOf, callOfBlock } from './record-blocks.ts'

/** Refused before any hook was asked: not a tool of the host, not its input, or a person said no. */
const REFUSED_RESULT = /^(?:<tool_use_error>|The user doesn't want to )/
const ANSWERED_NO = /^The user doesn't want to /

/** The calls in a line that a person answered with no. A result may say so of itself: what is made of it may only tighten. */
export function refusedCallsIn(line: string): readonly string[] {
  if (!line.includes('"tool_result"') || !line.includes("The user doesn't want to ")) return []
  return blocksOf(parseTranscriptLine(line)).flatMap((block) => {
    const id = ownField(block, 'tool_use_id')
    const isNo = ownField(block, 'is_error') === true && ANSWERED_NO.test(textIn(ownField(block, 'content')))
    return ownField(block, 'type') === 'tool_result' && typeof id === 'string' && isNo ? [id] : []
  })
}

/** What ran, as the host's own record tells. The text is hostile; what is not of its shape tells nothing. */
export const CLAUDE_CODE_EXECUTED_CALLS: ExecutedCalls = {
  callsIn: (text) => {
    const called = new Map<string, ExecutedCall>()
    const ran: ExecutedCall[] = []
    for (const line of text.split('\n')) {
      if (!line.includes('"tool_use"') && !line.includes('"tool_result"')) continue
      const fields = parseTranscriptLine(line)
      for (const block of blocksOf(fields)) {
        const call = callOfBlock(block, fields)
        if (call) called.set(call.id, call)
        const done =
          ownField(block, 'type') === 'tool_result' ? called.get(String(ownField(block, 'tool_use_id'))) : undefined
        if (done && !REFUSED_RESULT.test(textIn(ownField(block, 'content')))) ran.push(done)
      }
    }
    return ran
  },
  beside: (file, since) => conversationsIn(dirname(file), since).filter((other) => other !== file),
}

/** The conversations of one project, and those of their sub-agents. */
function conversationsIn(folder: string, since: number): readonly string[] {
  const own = changedLogsIn(folder, since)
  return own.flatMap((file) => [file, ...changedLogsIn(join(folder, basename(file, '.jsonl'), 'subagents'), since)])
}

const MAX_FILES = 200

/** The conversations of every project. */
export function allConversations(configDir: string, since: number): readonly string[] {
  const projects = join(configDir, 'projects')
  return listFolderSafely(projects)
    .flatMap((name) => conversationsIn(join(projects, name), since))
    .slice(0, MAX_FILES)
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  const [first] = Array.isArray(content) ? content : []
  const text = isFields(first) ? ownField(first, 'text') : undefined
  return typeof text === 'string' ? text : ''
}
