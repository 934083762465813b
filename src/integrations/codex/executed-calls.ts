import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { changedLogsIn } from '../hook-runtime/unchecked-calls.ts'
import type { ExecutedCall, ExecutedCalls } from '../integration.ts'
import { readItem, readSessionMeta, readTypedInput, type TranscriptItem } from './transcript-items.ts'

/** What ran, as the host's own record tells. The text is hostile; what is not of its shape tells nothing. */
export const CODEX_EXECUTED_CALLS: ExecutedCalls = {
  callsIn: (text) => {
    let told = { session: '', cwd: '' }
    const ran: ExecutedCall[] = []
    for (const line of text.split('\n')) {
      told = readSessionMeta(line) ?? told
      const item = readItem(line) ?? readTypedInput(line)
      const call = item && callOfItem(item)
      if (item && call) ran.push({ id: item.id, ...call, at: item.at, ...told })
    }
    return ran
  },
  beside: (file, since) => {
    const here = folderOf(file)
    return changedLogsIn(dirname(file), since).filter((other) => other !== file && folderOf(other) === here)
  },
}

/** The call that an item is the end of, under the names that the agent has for its tools. */
export function callOfItem({ fields }: TranscriptItem): Pick<ExecutedCall, 'tool' | 'input'> | undefined {
  switch (ownField(fields, 'type')) {
    case 'CommandExecution': {
      const words = ownField(fields, 'command')
      return { tool: 'exec_command', input: { cmd: Array.isArray(words) ? words.map(String) : String(words) } }
    }
    case 'FileChange':
      return { tool: 'apply_patch', input: { patch: patchOf(ownField(fields, 'changes')) } }
    case 'McpToolCall': {
      const input = ownField(fields, 'arguments')
      return {
        tool: `mcp__${String(ownField(fields, 'server'))}__${String(ownField(fields, 'tool'))}`,
        input: isFields(input) ? input : {},
      }
    }
    case 'Typed':
      return { tool: 'write_stdin', input: { chars: ownField(fields, 'chars') } }
    default:
      return undefined
  }
}

const PATCH_VERBS: Readonly<Record<string, string>> = { add: 'Add', delete: 'Delete', update: 'Update' }

/** The record names what was changed, by path. */
function patchOf(changes: unknown): string {
  const sections = Object.entries(isFields(changes) ? changes : {}).map(([path, change]) => {
    const kind = isFields(change) ? String(ownField(change as Fields, 'type')) : ''
    return `*** ${Object.hasOwn(PATCH_VERBS, kind) ? PATCH_VERBS[kind] : 'Update'} File: ${path}`
  })
  return ['*** Begin Patch', ...sections, '*** End Patch'].join('\n')
}

const MAX_FIRST_LINE = 256 * 1024

/** The folder of a conversation, from its first line. */
function folderOf(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const buffer = Buffer.alloc(MAX_FIRST_LINE)
    const length = readSync(handle, buffer, 0, buffer.length, 0)
    return readSessionMeta(buffer.subarray(0, length).toString('utf8').split('\n', 1)[0] ?? '')?.cwd ?? ''
  } catch {
    // A record that is gone or closed to us tells nothing.
    return ''
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const MAX_FILES = 200

/** Every conversation that was written to since; they lie in a folder for each day. */
export function allConversations(configDir: string, since: number): readonly string[] {
  const below = (folder: string) => listFolderSafely(folder).map((name) => join(folder, name))
  return below(join(configDir, 'sessions'))
    .flatMap(below)
    .flatMap(below)
    .flatMap((day) => changedLogsIn(day, since))
    .slice(-MAX_FILES)
}
