import { basename, dirname, join } from 'node:path'
import type { RanCall, RanCalls } from '../integration.ts'
import { isFields, own } from '../seat/fields.ts'
import { changedIn, namesIn } from '../seat/ungated.ts'
import { blocksOf, callIn, parsed } from './blocks.ts'

/** Refused before any hook was asked: not a tool of the host, not its input, or a person said no. */
const NEVER_RAN = /^(?:<tool_use_error>|The user doesn't want to )/

/** What ran, as the host's own record tells. The text is hostile; what is not of its shape tells nothing. */
export const RAN: RanCalls = {
  callsIn: (text) => {
    const called = new Map<string, RanCall>()
    const ran: RanCall[] = []
    for (const line of text.split('\n')) {
      if (!line.includes('"tool_use"') && !line.includes('"tool_result"')) continue
      const fields = parsed(line)
      for (const block of blocksOf(fields)) {
        const call = callIn(block, fields)
        if (call) called.set(call.id, call)
        const done = own(block, 'type') === 'tool_result' ? called.get(String(own(block, 'tool_use_id'))) : undefined
        if (done && !NEVER_RAN.test(textIn(own(block, 'content')))) ran.push(done)
      }
    }
    return ran
  },
  beside: (file, since) => conversationsIn(dirname(file), since).filter((other) => other !== file),
}

/** The conversations of one project, and those of their sub-agents. */
function conversationsIn(folder: string, since: number): readonly string[] {
  const own = changedIn(folder, since)
  return own.flatMap((file) => [file, ...changedIn(join(folder, basename(file, '.jsonl'), 'subagents'), since)])
}

const MAX_FILES = 200

/** The conversations of every project. */
export function allConversations(configDir: string, since: number): readonly string[] {
  const projects = join(configDir, 'projects')
  return namesIn(projects)
    .flatMap((name) => conversationsIn(join(projects, name), since))
    .slice(0, MAX_FILES)
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  const [first] = Array.isArray(content) ? content : []
  const text = isFields(first) ? own(first, 'text') : undefined
  return typeof text === 'string' ? text : ''
}
