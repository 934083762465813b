import { isCommandKey, quoted } from '../../analysis/mcp/code-arguments.ts'
import { isPathKey, keyOf } from '../../analysis/mcp/keys.ts'
import type { Input, Tool } from '../../analysis/tool.ts'
import { AGENT, SEND_MESSAGE } from '../agent.ts'
import { BASH } from '../bash.ts'
import { EDIT, NOTEBOOK_EDIT, WRITE } from '../edit.ts'
import { asking, talking } from '../plain.ts'
import { POWERSHELL } from '../powershell.ts'
import { GLOB, GREP, LS, READ } from '../read.ts'
import { SKILL } from '../skill.ts'
import { WEB_FETCH, WEB_SEARCH } from '../web.ts'
import { commandOf, field, workdirOf } from './fields.ts'
import { DELETE_FILE, PATCH } from './patch.ts'
import { TYPED } from './typed.ts'

/**
 * What a host's own tool does. `quiet` tools only talk, plan, think, look at the conversation or wait; what they say is the
 * agent's prose. A `question` is one that waits for the person's answer.
 */
export type HostDeed =
  | 'shell'
  | 'powershell'
  | 'read'
  | 'list'
  | 'search'
  | 'glob'
  | 'write'
  | 'edit'
  | 'notebook'
  | 'delete'
  | 'patch'
  | 'editor'
  | 'fetch'
  | 'web-search'
  | 'agent'
  | 'message'
  | 'skill'
  | 'typed'
  | 'quiet'
  | 'question'
  | 'finish'

/** A host's tool under its own name: one of ours, given its fields under our names. */
export function hostTool(name: string, deed: HostDeed): Tool {
  switch (deed) {
    case 'shell':
      return as(name, BASH, shellInput, 'command')
    case 'powershell':
      return as(name, POWERSHELL, (input) => ({ command: commandOf(input) }), 'command')
    case 'read':
      return as(name, READ, (input) => ({ ...input, file_path: field(input, 'path') }), 'file_path')
    case 'list':
      return as(name, LS, (input) => ({ ...input, path: field(input, 'folder') || field(input, 'path') }))
    case 'search':
      return as(
        name,
        GREP,
        (input) => ({
          pattern: field(input, 'pattern'),
          ...placesOf(input),
          glob: field(input, 'glob'),
          output_mode: 'content',
        }),
        'pattern',
      )
    case 'glob':
      return as(name, GLOB, (input) => ({ pattern: field(input, 'pattern'), ...placesOf(input) }), 'pattern')
    case 'write':
      return as(name, WRITE, writeInput, 'file_path')
    case 'edit':
      return as(name, EDIT, editInput, 'file_path')
    case 'notebook':
      return as(
        name,
        NOTEBOOK_EDIT,
        (input) => ({
          ...input,
          notebook_path: field(input, 'path'),
          new_source: field(input, 'new'),
        }),
        'notebook_path',
      )
    case 'delete':
      return as(name, DELETE_FILE, (input) => ({ file_path: field(input, 'path') }), 'file_path')
    case 'patch':
      return as(name, PATCH, (input) => ({
        patch: field(input, 'patch'),
        delete_file: deletedIn(input),
        ...(Object.keys(input).length === 0 && { empty: 'true' }),
      }))
    case 'editor':
      return editor(name)
    case 'fetch':
      return as(
        name,
        WEB_FETCH,
        (input) => ({ ...input, url: field(input, 'url') || urlIn(field(input, 'prompt')) }),
        'url',
      )
    case 'web-search':
      return as(name, WEB_SEARCH, (input) => ({ query: field(input, 'pattern') || field(input, 'prompt') }), 'query')
    case 'agent':
      return as(
        name,
        AGENT,
        (input) => ({
          ...input,
          prompt: field(input, 'prompt'),
          subagent_type: field(input, 'agent'),
        }),
        'prompt',
      )
    case 'message':
      return as(name, SEND_MESSAGE, (input) => ({ to: field(input, 'agent'), message: field(input, 'prompt') }))
    case 'skill':
      return as(name, SKILL, (input) => input)
    case 'typed':
      return as(name, TYPED, (input) => ({ text: field(input, 'typed') }))
    case 'quiet':
      return { ...talking(name, 'irrelevant'), fits: isProse }
    case 'question':
      return { ...asking(name, 'irrelevant'), fits: isProse }
    case 'finish':
      return finish(name)
  }
}

/** Talk has no place, address or command among its fields; with one, the name is another tool's. */
function isProse(input: Input): boolean {
  return !Object.keys(input).some((name) => {
    const key = keyOf(name)
    return isCommandKey(key) || isPathKey(key) || /(?:^|_)(?:url|sql|code|script)$/.test(key)
  })
}

/** One of our tools under another name; from here on it is ours: rules, memory and judges see our name and fields. A call without
 * the field that it `needs` is not this tool's. */
function as(name: string, tool: Tool, ours: (input: Input) => Input, needs?: string): Tool {
  const read = tool.read?.bind(tool)
  return {
    ...tool,
    ...(needs !== undefined && { fits: (input: Input) => ours(input)[needs] !== '' }),
    aliases: [name],
    encode: (input) => tool.encode(ours(input)),
    own: (call) => ({ ...call, tool: tool.name, input: ours(call.input) }),
    ...(read && {
      read: (call, facts, options) => read({ ...call, tool: tool.name, input: ours(call.input) }, facts, options),
    }),
  }
}

/** A search looks through one folder, or through several. */
function placesOf(input: Input): Input {
  const several = Object.hasOwn(input, 'paths') ? input['paths'] : undefined
  const path = field(input, 'folder')
  if (several === undefined || several === null) return { path }
  const [first = path, ...paths] = [several].flat().map(String)
  return path === '' ? { path: first, paths } : { path, paths: [first, ...paths] }
}

function shellInput(input: Input): Input {
  const command = commandOf(input)
  const folder = workdirOf(input)
  return { ...input, command: folder === '' || command === '' ? command : `cd ${quoted(folder)} && ${command}` }
}

function writeInput(input: Input): Input {
  return { file_path: field(input, 'path'), content: field(input, 'content') }
}

function editInput(input: Input): Input {
  return { ...input, file_path: field(input, 'path'), old_string: field(input, 'old'), new_string: field(input, 'new') }
}

function deletedIn(input: Input): unknown {
  return Object.hasOwn(input, 'delete_file') ? input['delete_file'] : ''
}

function urlIn(text: string): string {
  return /\bhttps?:\/\/[^\s"'<>]{1,2000}/i.exec(text)?.[0] ?? ''
}

/** A file editor with a verb in `command`: view, create, str_replace, insert, undo_edit. */
function editor(name: string): Tool {
  const deedOf = (input: Input): Tool => {
    const verb = Object.hasOwn(input, 'command') ? input['command'] : ''
    if (verb === 'view') return hostTool(name, 'read')
    if (verb === 'delete' || verb === 'remove') return hostTool(name, 'delete')
    return hostTool(name, verb === 'create' || verb === 'write' ? 'write' : 'edit')
  }
  return {
    ...hostTool(name, 'edit'),
    encode: (input) => deedOf(input).encode(input),
    own: (call) => deedOf(call.input).own?.(call) ?? call,
    read: (call, facts, options) =>
      deedOf(call.input).read?.(call, facts, options) ?? {
        commands: [],
        effects: [],
        unknowns: [],
        reads: [],
        grade: undefined,
      },
  }
}

/** The last word of a task; some hosts let it name a command that shows the result. */
function finish(name: string): Tool {
  const shell = hostTool(name, 'shell')
  return {
    name,
    relevance: 'irrelevant',
    kind: 'plain',
    encode: commandOf,
    read: (call, facts, options) => {
      const reading = commandOf(call.input) === '' ? undefined : shell.read?.(call, facts, options)
      return reading ?? { commands: [], effects: [], unknowns: [], reads: [], grade: undefined }
    },
  }
}
