import { quoteShellWord, toWordList } from '../../analysis/mcp/code-arguments.ts'
import type { ToolInput } from '../../analysis/tool.ts'

/** The names that hosts have for one field, most telling first. */
const FIELD_NAMES = {
  path: 'file_path filePath filepath absolute_path target_file targetFile relative_path notebook_path target_notebook path filename file delete_file',
  folder: 'path dir_path directory target_directory relative_workspace_path dir folder',
  content: 'content contents file_text fileText text code_edit new_source',
  old: 'old_string oldString old_str oldStr oldText old_text search',
  new: 'new_string newString new_str newStr newText new_text replace code_edit diff content insert_text',
  pattern: 'pattern regex query glob_pattern patterns search_term',
  glob: 'glob include file_pattern include_pattern includePattern',
  patch: 'patch input patchText patch_text diff',
  url: 'url uri',
  prompt: 'prompt message objective task context request query description',
  agent: 'subagent_type subagentType agent_type agent agent_name name',
  typed: 'chars input text keys data',
  words: 'command cmd shell_command commandLine command_line script',
} as const

export type HostField = keyof typeof FIELD_NAMES

/** A field of a call under whichever name the host has for it; `''` when there is none. Own properties only. */
export function readField(input: ToolInput, name: HostField): string {
  for (const key of FIELD_NAMES[name].split(' ')) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value === 'string' && value !== '') return value
    const list = toWordList(value)
    if (list) return list.join('\n')
  }
  return ''
}

const SHELL_COMMAND = /^(?:.*\/)?(?:ba|z|da|k)?sh$/

/** The command line: one text, or words; words that start a shell with a text are that text. */
export function commandField(input: ToolInput): string {
  for (const key of FIELD_NAMES.words.split(' ')) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value === 'string') return value
    const words = toWordList(value)
    if (!words) continue
    const [shell = '', option = '', text] = words
    return text !== undefined && words.length === 3 && SHELL_COMMAND.test(shell) && /^-[il]*c$/.test(option)
      ? text
      : words.map(quoteShellWord).join(' ')
  }
  return ''
}

/** The directory that a command runs in, where a host lets the agent say so. */
export function workdirOf(input: ToolInput): string {
  for (const key of ['workdir', 'cwd', 'working_directory', 'directory', 'dir_path']) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
