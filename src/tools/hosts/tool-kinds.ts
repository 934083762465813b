import { isPathKey, normalizeKey } from '../../analysis/mcp/argument-keys.ts'
import { isCommandKey, quoteShellWord } from '../../analysis/mcp/code-arguments.ts'
import type { Tool, ToolInput } from '../../analysis/tool.ts'
import { AGENT_TOOL, SEND_MESSAGE_TOOL } from '../agent.ts'
import { BASH_TOOL } from '../bash.ts'
import { createQuestionTool, createTalkTool } from '../conversation-tools.ts'
import { EDIT_TOOL, NOTEBOOK_EDIT_TOOL, WRITE_TOOL } from '../edit.ts'
import { POWERSHELL_TOOL } from '../powershell.ts'
import { GLOB_TOOL, GREP_TOOL, LS_TOOL, READ_TOOL } from '../read.ts'
import { SKILL_TOOL } from '../skill.ts'
import { WEB_FETCH_TOOL, WEB_SEARCH_TOOL } from '../web.ts'
import { commandField, readField, workdirOf } from './fields.ts'
import { DELETE_FILE_TOOL, PATCH_TOOL } from './patch.ts'
import { STDIN_TOOL } from './stdin-tool.ts'

/**
 * What a host's own tool does. `quiet` tools only talk, plan, think, look at the conversation or wait; what they say is the
 * agent's prose. A `question` is one that waits for the person's answer.
 */
export type HostToolKind =
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
export function hostTool(name: string, act: HostToolKind): Tool {
  switch (act) {
    case 'shell':
      return aliasTool(name, BASH_TOOL, shellInput, 'command')
    case 'powershell':
      return aliasTool(name, POWERSHELL_TOOL, (input) => ({ command: commandField(input) }), 'command')
    case 'read':
      return aliasTool(name, READ_TOOL, (input) => ({ ...input, file_path: readField(input, 'path') }), 'file_path')
    case 'list':
      return aliasTool(name, LS_TOOL, (input) => ({
        ...input,
        path: readField(input, 'folder') || readField(input, 'path'),
      }))
    case 'search':
      return aliasTool(
        name,
        GREP_TOOL,
        (input) => ({
          pattern: readField(input, 'pattern'),
          ...searchFolders(input),
          glob: readField(input, 'glob'),
          output_mode: 'content',
        }),
        'pattern',
      )
    case 'glob':
      return aliasTool(
        name,
        GLOB_TOOL,
        (input) => ({ pattern: readField(input, 'pattern'), ...searchFolders(input) }),
        'pattern',
      )
    case 'write':
      return aliasTool(name, WRITE_TOOL, writeInput, 'file_path')
    case 'edit':
      return aliasTool(name, EDIT_TOOL, editInput, 'file_path')
    case 'notebook':
      return aliasTool(
        name,
        NOTEBOOK_EDIT_TOOL,
        (input) => ({
          ...input,
          notebook_path: readField(input, 'path'),
          new_source: readField(input, 'new'),
        }),
        'notebook_path',
      )
    case 'delete':
      return aliasTool(name, DELETE_FILE_TOOL, (input) => ({ file_path: readField(input, 'path') }), 'file_path')
    case 'patch':
      return aliasTool(name, PATCH_TOOL, (input) => ({
        patch: readField(input, 'patch'),
        delete_file: deletedPaths(input),
        ...(Object.keys(input).length === 0 && { empty: 'true' }),
      }))
    case 'editor':
      return createEditorTool(name)
    case 'fetch':
      return aliasTool(
        name,
        WEB_FETCH_TOOL,
        (input) => ({ ...input, url: readField(input, 'url') || urlIn(readField(input, 'prompt')) }),
        'url',
      )
    case 'web-search':
      return aliasTool(
        name,
        WEB_SEARCH_TOOL,
        (input) => ({ query: readField(input, 'pattern') || readField(input, 'prompt') }),
        'query',
      )
    case 'agent':
      return aliasTool(
        name,
        AGENT_TOOL,
        (input) => ({
          ...input,
          prompt: readField(input, 'prompt'),
          subagent_type: readField(input, 'agent'),
        }),
        'prompt',
      )
    case 'message':
      return aliasTool(name, SEND_MESSAGE_TOOL, (input) => ({
        to: readField(input, 'agent'),
        message: readField(input, 'prompt'),
      }))
    case 'skill':
      return aliasTool(name, SKILL_TOOL, (input) => input)
    case 'typed':
      return aliasTool(name, STDIN_TOOL, (input) => ({ text: readField(input, 'typed') }))
    case 'quiet':
      return { ...createTalkTool(name, 'irrelevant'), fits: isProseOnly }
    case 'question':
      return { ...createQuestionTool(name, 'irrelevant'), fits: isProseOnly }
    case 'finish':
      return createFinishTool(name)
  }
}

/** Talk has no place, address or command among its fields; with one, the name is another tool's. */
function isProseOnly(input: ToolInput): boolean {
  return !Object.keys(input).some((name) => {
    const key = normalizeKey(name)
    return isCommandKey(key) || isPathKey(key) || /(?:^|_)(?:url|sql|code|script)$/.test(key)
  })
}

/** One of our tools under another name; from here on it is ours: rules, memory and judges see our name and fields. A call without
 * the field that it `needs` is not this tool's. */
function aliasTool(name: string, tool: Tool, ours: (input: ToolInput) => ToolInput, needs?: string): Tool {
  const read = tool.read?.bind(tool)
  return {
    ...tool,
    ...(needs !== undefined && { fits: (input: ToolInput) => ours(input)[needs] !== '' }),
    aliases: [name],
    encode: (input) => tool.encode(ours(input)),
    own: (call) => ({ ...call, tool: tool.name, input: ours(call.input) }),
    ...(read && {
      read: (call, facts, options) => read({ ...call, tool: tool.name, input: ours(call.input) }, facts, options),
    }),
  }
}

/** A search looks through one folder, or through several. */
function searchFolders(input: ToolInput): ToolInput {
  const several = Object.hasOwn(input, 'paths') ? input['paths'] : undefined
  const path = readField(input, 'folder')
  if (several === undefined || several === null) return { path }
  const [first = path, ...paths] = [several].flat().map(String)
  return path === '' ? { path: first, paths } : { path, paths: [first, ...paths] }
}

function shellInput(input: ToolInput): ToolInput {
  const command = commandField(input)
  const folder = workdirOf(input)
  return { ...input, command: folder === '' || command === '' ? command : `cd ${quoteShellWord(folder)} && ${command}` }
}

function writeInput(input: ToolInput): ToolInput {
  return { file_path: readField(input, 'path'), content: readField(input, 'content') }
}

function editInput(input: ToolInput): ToolInput {
  return {
    ...input,
    file_path: readField(input, 'path'),
    old_string: readField(input, 'old'),
    new_string: readField(input, 'new'),
  }
}

function deletedPaths(input: ToolInput): unknown {
  return Object.hasOwn(input, 'delete_file') ? input['delete_file'] : ''
}

function urlIn(text: string): string {
  return /\bhttps?:\/\/[^\s"'<>]{1,2000}/i.exec(text)?.[0] ?? ''
}

/** A file editor with a verb in `command`: view, create, str_replace, insert, undo_edit. */
function createEditorTool(name: string): Tool {
  const deedOf = (input: ToolInput): Tool => {
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
function createFinishTool(name: string): Tool {
  const shell = hostTool(name, 'shell')
  return {
    name,
    relevance: 'irrelevant',
    kind: 'plain',
    encode: commandField,
    read: (call, facts, options) => {
      const reading = commandField(call.input) === '' ? undefined : shell.read?.(call, facts, options)
      return reading ?? { commands: [], effects: [], unknowns: [], reads: [], grade: undefined }
    },
  }
}
