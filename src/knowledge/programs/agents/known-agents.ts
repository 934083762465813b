export interface Agent {
  /** Words, by blanks, as in all of these. */
  readonly names: string
  /** Flags that let it act without asking. */
  readonly broad: string
  /** Options whose value decides: `--permission-mode bypassPermissions`. */
  readonly modes?: readonly (readonly [options: string, broad: RegExp])[]
  /** Options that take the prompt; the operands are the prompt otherwise. */
  readonly prompt?: string
  /** Options that take some other value. */
  readonly values: string
  /** Sub-commands that only show, that change its settings, and that start it. */
  readonly shows: RegExp
  readonly configures?: RegExp
  readonly starts?: RegExp
  readonly settings: string
  /** Options that take settings, as text or by a file. */
  readonly settingsOptions?: string
  /** Options by which it goes on with a conversation that was begun before. */
  readonly resumes?: string
}

export const splitOptionNames = (line = ''): readonly string[] => line.split(' ')

const READ_ONLY_SUBCOMMAND =
  /^(?:--version|-v|-V|--help|-h|help|version|doctor|update|upgrade|login|logout|auth|completion|list|mcp list|mcp get|config list|config get|models?|stats|sessions? list|features? list|debug)\b/

export const KNOWN_AGENTS: readonly Agent[] = [
  {
    names: 'claude',
    broad: '--dangerously-skip-permissions --allow-dangerously-skip-permissions',
    modes: [
      ['--permission-mode', /^(?:bypassPermissions|dontAsk)$/i],
      ['--allowedTools --allowed-tools', /(?:^|[\s,"])(?:\*|Bash(?:\(\s*[:*]*\s*\))?)(?:$|[\s,"])/],
      ['--settings', /bypassPermissions|"defaultMode"\s*:\s*"(?:dontAsk|bypass)/],
    ],
    values:
      '--permission-mode --model --allowedTools --allowed-tools --disallowedTools --disallowed-tools --output-format --input-format --append-system-prompt --system-prompt --mcp-config --settings --add-dir --max-turns --session-id --resume -r --fallback-model --agents --permission-prompt-tool --setting-sources --betas --tools',
    shows:
      /^(?:--version|-v|--help|-h|help|doctor|update|install|setup-token|agents|mcp (?:list|get)|config (?:list|get|ls)|plugin (?:list|validate))\b/,
    configures:
      /^(?:mcp (?:add|remove|add-json|add-from-claude-desktop|reset-project-choices|serve)|config (?:set|add|remove|rm)|plugin |migrate-installer)/,
    resumes: '--resume -r --continue -c --from-pr',
    settings: '.claude.json',
    settingsOptions: '--settings',
  },
  {
    names: 'codex',
    broad:
      '--dangerously-bypass-approvals-and-sandbox --yolo --full-auto --dangerously-auto-approve-everything --dangerously-bypass-hook-trust',
    modes: [
      ['--ask-for-approval -a', /^never$/],
      ['--sandbox -s', /^danger-full-access$/],
      ['--approval-mode', /^full-auto$/],
      ['-c --config', /approval_policy\s*=\s*"?never|sandbox_mode\s*=\s*"?danger/],
    ],
    values:
      '-m --model -C --cd -p --profile -i --image -a --ask-for-approval -s --sandbox -c --config --approval-mode --add-dir -o --output-last-message --output-schema --color --enable --disable',
    shows: READ_ONLY_SUBCOMMAND,
    configures: /^(?:mcp (?:add|remove|login)|features (?:enable|disable))/,
    starts: /^(?:exec|e|resume|review|cloud|apply|fork)\b/,
    settings: '.codex/config.toml',
    settingsOptions: '-c --config',
  },
  {
    names: 'gemini qwen iflow',
    broad: '--yolo -y',
    modes: [
      ['--approval-mode', /^(?:yolo)$/],
      ['--allowed-tools', /run_shell_command(?!\()/],
    ],
    prompt: '-p --prompt -i --prompt-interactive',
    values:
      '-m --model --approval-mode --allowed-tools --extensions -e --include-directories --output-format -o --sandbox-image --telemetry-target --proxy --allowed-mcp-server-names',
    shows: /^(?:--version|-v|--help|-h|mcp list|extensions list|--list-extensions|-l|--list-sessions)\b/,
    configures: /^(?:mcp (?:add|remove)|extensions (?:install|uninstall|link|enable|disable|update|new)|hooks)/,
    resumes: '--resume -r --continue -c',
    settings: '.gemini/settings.json',
  },
  {
    names: 'aider',
    broad: '--yes-always --yes',
    prompt: '-m --message --msg -f --message-file',
    values:
      '--model --file --read --config -c --env-file --openai-api-key --anthropic-api-key --lint-cmd --test-cmd --editor-model --weak-model --load --api-key --edit-format',
    shows: /^(?:--version|--help|-h|--list-models|--models|--show-repo-map|--show-prompts|--check-update)\b/,
    settings: '.aider.conf.yml',
  },
  {
    names: 'cursor-agent',
    broad: '-f --force --yolo --approve-mcps --trust',
    values: '--model -m --output-format -a --api-key --resume --mode --workspace --sandbox',
    modes: [['--sandbox', /^disabled$/]],
    shows: /^(?:--version|-v|--help|-h|help|status|whoami|ls|login|logout|update|mcp list|models|about)\b/,
    configures: /^mcp (?:enable|disable|login)/,
    resumes: '--resume',
    settings: '.cursor/cli-config.json',
  },
  {
    names: 'copilot ghcs',
    broad: '--allow-all-tools --allow-all --yolo --allow-all-paths --allow-all-urls --autopilot --trust-folder',
    modes: [['--allow-tool', /^shell$|^\*$/]],
    prompt: '-p --prompt -i --interactive',
    values:
      '--model --allow-tool --deny-tool --add-dir --log-level --log-dir --resume --agent --additional-mcp-config --allow-url --deny-url',
    shows: /^(?:--version|-v|--help|-h|help|version|config$|(?:plugin|mcp|skill|instruction) list|mcp get)\b/,
    // One setting is asked for with the same word that changes it.
    configures: /^(?:config \S|(?:plugin|mcp|skill) \w)/,
    resumes: '--resume --continue',
    settings: '.copilot/config.json',
  },
  {
    names: 'opencode',
    // Without its plugins it is without the gate.
    broad: '--auto --pure --dangerously-skip-permissions --yolo',
    prompt: '--prompt',
    values:
      '-m --model -s --session --agent --command --format -f --file --title --attach -p --password -u --username --dir --port --hostname --variant --log-level',
    shows:
      /^(?:--version|-v|--help|-h|completion|models|stats|export|debug|(?:session|mcp|agent|providers|auth) (?:list|ls))\b/,
    configures: /^(?:plugin|plug|uninstall|db|import|agent create|mcp (?:add|auth|logout))\b/,
    starts: /^(?:run|serve|web|acp|github|attach|pr)\b/,
    resumes: '--session -s --continue -c',
    settings: '.config/opencode/opencode.json',
  },
  {
    names:
      'q crush amp openhands cline droid kiro kiro-cli kilocode roo auggie plandex gptme interpreter sweagent kimi rovodev cn jules codebuff trae-cli',
    broad:
      '--yolo -y --yes --auto-approve --auto-approve-all --dangerously-allow-all --always-approve --llm-approve --skip-permissions-unsafe --trust-all-tools -a --no-confirm --full-auto --allow-all-tools --dangerously-skip-permissions --auto_run --auto --headless --act',
    modes: [
      ['--auto', /^(?:high|medium|full)$/],
      ['--mode', /^(?:auto|yolo)$/],
      ['--permission-mode', /bypass/i],
    ],
    prompt: '-p --prompt -t --text --task -x --execute -i --instructions -f --file',
    values:
      '-m --model --mode --auto --agent --session -s -c --cwd --provider --config --output-format -o --recipe --trust-tools --dir',
    shows: READ_ONLY_SUBCOMMAND,
    configures: /^(?:mcp (?:add|remove)|configure|settings|agent create|extension)\b/,
    starts: /^(?:run|exec|session|chat|task|start|threads|serve|web|acp|github|project)\b/,
    settings: '.config/crush/crush.json',
  },
]

export const AUTO_APPROVE_VARIABLES = new Map<string, RegExp>([
  ['AIDER_YES_ALWAYS', /^(?:1|true)$/i],
  ['OPENCODE_PERMISSION', /allow/],
  ['OPENCODE_PURE', /^(?:1|true|yes|on|y)$/i],
  ['OPENCODE_CONFIG_CONTENT', /"permission"\s*:\s*"allow"/],
  ['COPILOT_ALLOW_ALL', /^(?:1|true|yes|on|y)$/i],
])

/** Where every program looks for what belongs to the person. */
const HOME_VARIABLE = /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_(?:CONFIG|DATA|STATE)_HOME)$/

/** A variable that leads an agent to other settings than the person's: with them it leaves its hooks behind. */
export function overridesAgentSettings(variable: string, { names }: Agent): boolean {
  if (HOME_VARIABLE.test(variable)) return true
  const [, owner = ''] = /^([A-Z]+)_(?:\w+_)?(?:HOME|CONFIG|DIR|PATH|FILE)$/.exec(variable) ?? []
  return splitOptionNames(names).includes(owner.toLowerCase())
}
