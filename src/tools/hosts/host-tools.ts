import type { Tool } from '../../analysis/tool.ts'
import { type HostToolKind, hostTool } from './tool-kinds.ts'

/** Agents whose own tools are known by name; Claude Code's are the ones everything is told in. */
export type HostName = 'claude-code' | 'codex' | 'gemini' | 'copilot' | 'opencode' | 'cursor' | 'pi' | 'cline'

type HostToolTable = Readonly<Partial<Record<HostToolKind, string>>>

const CODEX_TOOL_NAMES: HostToolTable = {
  shell: 'shell shell_command local_shell exec_command unified_exec container.exec',
  typed: 'write_stdin',
  patch: 'apply_patch',
  read: 'read_file view_image',
  list: 'list_dir',
  search: 'grep_files',
  'web-search': 'web_search',
  agent: 'spawn_agent',
  // Some of its names come with the name of their group before them.
  message: 'send_input multi_agent_v1send_input',
  question: 'request_user_input',
  quiet:
    'update_plan wait wait_agent close_agent resume_agent multi_agent_v1wait_agent multi_agent_v1close_agent multi_agent_v1resume_agent get_goal create_goal update_goal list_mcp_resources list_mcp_resource_templates',
}

/** Gemini CLI, and Qwen Code after it. */
const GEMINI_TOOL_NAMES: HostToolTable = {
  shell: 'run_shell_command monitor',
  read: 'read_file read_many_files',
  list: 'list_directory',
  search: 'search_file_content grep_search',
  glob: 'glob',
  write: 'write_file',
  edit: 'replace edit',
  fetch: 'web_fetch',
  'web-search': 'google_web_search web_search',
  agent: 'agent invoke_agent delegate_to_agent codebase_investigator task',
  message: 'send_message',
  notebook: 'notebook_edit',
  skill: 'activate_skill skill',
  question: 'ask_user enter_plan_mode exit_plan_mode',
  quiet:
    'write_todos todo_write update_topic tool_search list_agents task_stop get_goal update_goal cron_list list_background_processes read_background_output get_internal_docs cli_help complete_task tracker_create_task tracker_update_task tracker_list_tasks',
}

const COPILOT_TOOL_NAMES: HostToolTable = {
  shell: 'bash',
  powershell: 'powershell',
  typed: 'write_bash write_powershell',
  read: 'view show_file',
  write: 'create',
  edit: 'edit',
  editor: 'str_replace_editor',
  patch: 'apply_patch',
  search: 'grep rg',
  glob: 'glob',
  fetch: 'web_fetch',
  'web-search': 'web_search',
  agent: 'task',
  message: 'write_agent',
  skill: 'skill',
  question: 'ask_user exit_plan_mode',
  quiet:
    'report_intent update_todo session_store_sql read_bash read_powershell list_bash stop_bash read_agent list_agents fetch_copilot_cli_documentation report_progress task_complete',
}

const OPENCODE_TOOL_NAMES: HostToolTable = {
  shell: 'bash',
  read: 'read lsp',
  list: 'list',
  search: 'grep',
  glob: 'glob',
  write: 'write',
  edit: 'edit',
  patch: 'patch apply_patch',
  fetch: 'webfetch',
  'web-search': 'websearch codesearch',
  agent: 'task',
  skill: 'skill',
  question: 'question plan_enter plan_exit',
  quiet: 'todowrite todoread invalid compress discard prune extract list_mcp_resources list_mcp_resource_templates',
}

const CURSOR_TOOL_NAMES: HostToolTable = {
  shell: 'run_terminal_cmd run_terminal_command run_terminal_command_v2 Shell',
  read: 'read_file read_file_v2 read_lints',
  list: 'list_dir list_dir_v2',
  search: 'grep grep_search ripgrep_raw_search codebase_search semantic_search semantic_search_full SemanticSearch',
  glob: 'file_search glob_file_search',
  write: 'write',
  edit: 'edit_file edit_file_v2 search_replace StrReplace',
  delete: 'delete_file Delete',
  patch: 'apply_patch ApplyPatch',
  notebook: 'edit_notebook',
  fetch: 'web_fetch',
  'web-search': 'web_search',
  agent: 'task_v2',
  question: 'ask_question',
  quiet: 'todo_write create_plan create_diagram fetch_rules ReadLints',
}

const PI_TOOL_NAMES: HostToolTable = {
  shell: 'bash',
  read: 'read',
  list: 'ls',
  search: 'grep multi_grep',
  glob: 'find',
  write: 'write',
  edit: 'edit',
}

/** Cline, and Roo Code after it. */
const CLINE_TOOL_NAMES: HostToolTable = {
  shell: 'execute_command',
  read: 'read_file list_code_definition_names',
  list: 'list_files',
  search: 'search_files codebase_search',
  write: 'write_to_file',
  edit: 'replace_in_file apply_diff insert_content search_and_replace',
  editor: 'str_replace_based_edit_tool',
  fetch: 'web_fetch',
  agent: 'new_task',
  skill: 'use_skill',
  question: 'ask_followup_question plan_mode_respond',
  quiet: 'act_mode_respond focus_chain update_todo_list condense load_mcp_documentation generate_explanation',
  finish: 'attempt_completion',
}

const TOOL_NAMES_BY_HOST: Readonly<Record<Exclude<HostName, 'claude-code'>, HostToolTable>> = {
  codex: CODEX_TOOL_NAMES,
  gemini: GEMINI_TOOL_NAMES,
  copilot: COPILOT_TOOL_NAMES,
  opencode: OPENCODE_TOOL_NAMES,
  cursor: CURSOR_TOOL_NAMES,
  pi: PI_TOOL_NAMES,
  cline: CLINE_TOOL_NAMES,
}

export const HOST_NAMES: readonly HostName[] = [
  'claude-code',
  'codex',
  'gemini',
  'copilot',
  'opencode',
  'cursor',
  'pi',
  'cline',
]

/** The tools of these hosts by name. A name means the same with every host that has it: a test holds that. */
export function hostTools(hosts: readonly HostName[]): ReadonlyMap<string, Tool> {
  const found = new Map<string, Tool>()
  for (const host of hosts) {
    if (host === 'claude-code') continue
    for (const [act, names] of Object.entries(TOOL_NAMES_BY_HOST[host]) as [HostToolKind, string][])
      for (const name of names.split(' ')) if (!found.has(name)) found.set(name, hostTool(name, act))
  }
  return found
}

/** For the test that names agree: every name with its acts. */
export function toolKindsByName(): ReadonlyMap<string, ReadonlySet<HostToolKind>> {
  const found = new Map<string, Set<HostToolKind>>()
  for (const table of Object.values(TOOL_NAMES_BY_HOST))
    for (const [act, names] of Object.entries(table) as [HostToolKind, string][])
      for (const name of names.split(' ')) found.set(name, (found.get(name) ?? new Set()).add(act))
  return found
}
