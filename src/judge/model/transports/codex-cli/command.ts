import type { LocalClient } from '../local/chosen-client.ts'
import { clientEnvironment, emptyFolder, ownFolder, textFile } from '../local/client-folder.ts'
import type { LineCommand } from '../local/line-process.ts'

/** The person's own Codex as a server: with no tools, hooks, project, skills or memory, and what it notes down is kept apart from theirs. */
export function codexCommand({ argv, home, stateFolder }: LocalClient): LineCommand {
  const own = ownFolder(stateFolder, 'codex')
  const settings = [
    ...FEATURES_OFF.map((name) => `features.${name}=false`),
    ...OFF.map((name) => `${name}=false`),
    ...FIXED,
    `model_catalog_json=${JSON.stringify(textFile(stateFolder, 'codex-models', JSON.stringify(NO_MODELS)))}`,
    `sqlite_home=${JSON.stringify(own)}`,
    `log_dir=${JSON.stringify(own)}`,
  ]
  return {
    argv: [...argv, 'app-server', ...settings.flatMap((setting) => ['-c', setting])],
    cwd: emptyFolder(stateFolder),
    env: clientEnvironment(home),
  }
}

const FEATURES_OFF = [
  'apps',
  'auth_elicitation',
  'browser_use',
  'browser_use_external',
  'code_mode_host',
  'computer_use',
  'goals',
  'guardian_approval',
  'hooks',
  'image_generation',
  'in_app_browser',
  'in_app_chat',
  'incremental_tools',
  'memories',
  'mentions_v2',
  'multi_agent',
  'plugin_sharing',
  'plugins',
  'remote_plugin',
  'shell_snapshot',
  'shell_tool',
  'skill_mcp_dependency_install',
  'skill_search',
  'sleep_tool',
  'tool_suggest',
  'unbounded_connection_retries',
  'unified_exec',
  'view_image',
  'workspace_dependencies',
] as const

/** Texts that it puts before ours, and what it does beside answering. */
const OFF = [
  'agents.enabled',
  'allow_login_shell',
  'analytics.enabled',
  'check_for_update_on_startup',
  'include_apps_instructions',
  'include_collaboration_mode_instructions',
  'include_environment_context',
  'include_permissions_instructions',
  'memories.generate_memories',
  'memories.use_memories',
  'orchestrator.mcp.enabled',
  'orchestrator.skills.enabled',
  'skills.bundled.enabled',
  'skills.include_instructions',
  'tools.experimental_request_user_input.enabled',
  'tools.update_plan.enabled',
] as const

const FIXED = [
  'features.skip_host_skill_discovery=true',
  'suppress_unstable_features_warning=true',
  'project_doc_max_bytes=0',
  'web_search="disabled"',
  'notify=[]',
  'history.persistence="none"',
  'developer_instructions=""',
] as const

/** What it knows of a model brings tools along that no setting takes away; a model that it does not know has none. */
const NO_MODELS = {
  models: [
    {
      slug: 'none',
      display_name: 'none',
      description: null,
      supported_reasoning_levels: [],
      shell_type: 'disabled',
      visibility: 'none',
      supported_in_api: true,
      priority: 1,
      base_instructions: '',
      supports_reasoning_summaries: false,
      support_verbosity: false,
      truncation_policy: { mode: 'bytes', limit: 10_000 },
      supports_parallel_tool_calls: false,
      experimental_supported_tools: [],
    },
  ],
}
