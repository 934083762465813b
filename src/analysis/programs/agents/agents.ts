import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'

/** One coding agent's command line. */
interface Agent {
  readonly names: readonly string[]
  /** Flags that let it act without asking. */
  readonly broad: readonly string[]
  /** Options whose value decides: `--permission-mode bypassPermissions`. */
  readonly modes?: readonly (readonly [option: string, broad: RegExp])[]
  /** Options that take the prompt; the operands are the prompt otherwise. */
  readonly prompt: readonly string[]
  /** Options that take some other value. */
  readonly values: readonly string[]
  /** Sub-commands that only show, that change its settings, and that start it. */
  readonly shows: RegExp
  readonly configures?: RegExp
  readonly starts?: RegExp
  /** Its settings file, relative to home. */
  readonly settings: string
}

const SHOWS =
  /^(?:--version|-v|-V|--help|-h|help|version|doctor|update|upgrade|login|logout|auth|completion|list|mcp list|mcp get|config list|config get|models?|stats|sessions? list|features? list|debug)\b/

const AGENTS: readonly Agent[] = [
  {
    names: ['claude'],
    broad: ['--dangerously-skip-permissions', '--allow-dangerously-skip-permissions'],
    modes: [
      ['--permission-mode', /^(?:bypassPermissions|dontAsk)$/i],
      ['--allowedTools', /(?:^|[\s,"])(?:\*|Bash(?:\(\s*[:*]*\s*\))?)(?:$|[\s,"])/],
      ['--allowed-tools', /(?:^|[\s,"])(?:\*|Bash(?:\(\s*[:*]*\s*\))?)(?:$|[\s,"])/],
      ['--settings', /bypassPermissions|"defaultMode"\s*:\s*"(?:dontAsk|bypass)/],
    ],
    prompt: [],
    values: [
      '--permission-mode',
      '--model',
      '--allowedTools',
      '--allowed-tools',
      '--disallowedTools',
      '--disallowed-tools',
      '--output-format',
      '--input-format',
      '--append-system-prompt',
      '--system-prompt',
      '--mcp-config',
      '--settings',
      '--add-dir',
      '--max-turns',
      '--session-id',
      '--resume',
      '-r',
      '--fallback-model',
      '--agents',
      '--permission-prompt-tool',
      '--setting-sources',
      '--betas',
      '--tools',
    ],
    shows:
      /^(?:--version|-v|--help|-h|help|doctor|update|install|setup-token|agents|mcp (?:list|get)|config (?:list|get|ls)|plugin (?:list|validate))\b/,
    configures:
      /^(?:mcp (?:add|remove|add-json|add-from-claude-desktop|reset-project-choices|serve)|config (?:set|add|remove|rm)|plugin |migrate-installer)/,
    settings: '.claude.json',
  },
  {
    names: ['codex'],
    broad: [
      '--dangerously-bypass-approvals-and-sandbox',
      '--yolo',
      '--full-auto',
      '--dangerously-auto-approve-everything',
      '--dangerously-bypass-hook-trust',
    ],
    modes: [
      ['--ask-for-approval', /^never$/],
      ['-a', /^never$/],
      ['--sandbox', /^danger-full-access$/],
      ['-s', /^danger-full-access$/],
      ['--approval-mode', /^full-auto$/],
      ['-c', /approval_policy\s*=\s*"?never|sandbox_mode\s*=\s*"?danger/],
      ['--config', /approval_policy\s*=\s*"?never|sandbox_mode\s*=\s*"?danger/],
    ],
    prompt: [],
    values: [
      '-m',
      '--model',
      '-C',
      '--cd',
      '-p',
      '--profile',
      '-i',
      '--image',
      '-a',
      '--ask-for-approval',
      '-s',
      '--sandbox',
      '-c',
      '--config',
      '--approval-mode',
      '--add-dir',
      '-o',
      '--output-last-message',
      '--output-schema',
      '--color',
      '--enable',
      '--disable',
    ],
    shows: SHOWS,
    configures: /^(?:mcp (?:add|remove|login)|features (?:enable|disable))/,
    starts: /^(?:exec|e|resume|review|cloud|apply|fork)\b/,
    settings: '.codex/config.toml',
  },
  {
    names: ['gemini', 'qwen', 'iflow'],
    broad: ['--yolo', '-y'],
    modes: [
      ['--approval-mode', /^(?:yolo)$/],
      ['--allowed-tools', /run_shell_command(?!\()/],
    ],
    prompt: ['-p', '--prompt', '-i', '--prompt-interactive'],
    values: [
      '-m',
      '--model',
      '--approval-mode',
      '--allowed-tools',
      '--extensions',
      '-e',
      '--include-directories',
      '--output-format',
      '-o',
      '--sandbox-image',
      '--telemetry-target',
      '--proxy',
      '--allowed-mcp-server-names',
    ],
    shows: /^(?:--version|-v|--help|-h|mcp list|extensions list|--list-extensions|-l|--list-sessions)\b/,
    configures: /^(?:mcp (?:add|remove)|extensions (?:install|uninstall|link|enable|disable|update|new)|hooks)/,
    settings: '.gemini/settings.json',
  },
  {
    names: ['aider'],
    broad: ['--yes-always', '--yes'],
    prompt: ['-m', '--message', '--msg', '-f', '--message-file'],
    values: [
      '--model',
      '--file',
      '--read',
      '--config',
      '-c',
      '--env-file',
      '--openai-api-key',
      '--anthropic-api-key',
      '--lint-cmd',
      '--test-cmd',
      '--editor-model',
      '--weak-model',
      '--load',
      '--api-key',
      '--edit-format',
    ],
    shows: /^(?:--version|--help|-h|--list-models|--models|--show-repo-map|--show-prompts|--check-update)\b/,
    settings: '.aider.conf.yml',
  },
  {
    names: ['cursor-agent'],
    broad: ['-f', '--force', '--yolo', '--approve-mcps', '--trust'],
    prompt: [],
    values: ['--model', '-m', '--output-format', '-a', '--api-key', '--resume', '--mode', '--workspace', '--sandbox'],
    modes: [['--sandbox', /^disabled$/]],
    shows: /^(?:--version|-v|--help|-h|help|status|whoami|ls|login|logout|update|mcp list|models|about)\b/,
    configures: /^mcp (?:enable|disable|login)/,
    settings: '.cursor/cli-config.json',
  },
  {
    names: ['copilot', 'ghcs'],
    broad: [
      '--allow-all-tools',
      '--allow-all',
      '--yolo',
      '--allow-all-paths',
      '--allow-all-urls',
      '--autopilot',
      '--trust-folder',
    ],
    modes: [['--allow-tool', /^shell$|^\*$/]],
    prompt: ['-p', '--prompt', '-i', '--interactive'],
    values: [
      '--model',
      '--allow-tool',
      '--deny-tool',
      '--add-dir',
      '--log-level',
      '--log-dir',
      '--resume',
      '--agent',
      '--additional-mcp-config',
      '--allow-url',
      '--deny-url',
    ],
    shows: /^(?:--version|-v|--help|-h|help|version|config$|(?:plugin|mcp|skill|instruction) list|mcp get)\b/,
    // One setting is asked for with the same word that changes it.
    configures: /^(?:config \S|(?:plugin|mcp|skill) \w)/,
    settings: '.copilot/config.json',
  },
  {
    names: ['opencode'],
    // Without its plugins it is without the gate.
    broad: ['--auto', '--pure', '--dangerously-skip-permissions', '--yolo'],
    prompt: ['--prompt'],
    values: [
      '-m',
      '--model',
      '-s',
      '--session',
      '--agent',
      '--command',
      '--format',
      '-f',
      '--file',
      '--title',
      '--attach',
      '-p',
      '--password',
      '-u',
      '--username',
      '--dir',
      '--port',
      '--hostname',
      '--variant',
      '--log-level',
    ],
    shows:
      /^(?:--version|-v|--help|-h|completion|models|stats|export|debug|(?:session|mcp|agent|providers|auth) (?:list|ls))\b/,
    configures: /^(?:plugin|plug|uninstall|db|import|agent create|mcp (?:add|auth|logout))\b/,
    starts: /^(?:run|serve|web|acp|github|attach|pr)\b/,
    settings: '.config/opencode/opencode.json',
  },
  {
    names: [
      'q',
      'crush',
      'amp',
      'openhands',
      'cline',
      'droid',
      'kiro',
      'kiro-cli',
      'kilocode',
      'roo',
      'auggie',
      'plandex',
      'gptme',
      'interpreter',
      'sweagent',
      'kimi',
      'rovodev',
      'cn',
      'jules',
      'codebuff',
      'trae-cli',
    ],
    broad: [
      '--yolo',
      '-y',
      '--yes',
      '--auto-approve',
      '--auto-approve-all',
      '--dangerously-allow-all',
      '--always-approve',
      '--llm-approve',
      '--skip-permissions-unsafe',
      '--trust-all-tools',
      '-a',
      '--no-confirm',
      '--full-auto',
      '--allow-all-tools',
      '--dangerously-skip-permissions',
      '--auto_run',
      '--auto',
      '--headless',
      '--act',
    ],
    modes: [
      ['--auto', /^(?:high|medium)$/],
      ['--mode', /^(?:auto|yolo)$/],
      ['--permission-mode', /bypass/i],
    ],
    prompt: ['-p', '--prompt', '-t', '--text', '--task', '-x', '--execute', '-i', '--instructions', '-f', '--file'],
    values: [
      '-m',
      '--model',
      '--mode',
      '--auto',
      '--agent',
      '--session',
      '-s',
      '-c',
      '--cwd',
      '--provider',
      '--config',
      '--output-format',
      '-o',
      '--recipe',
      '--trust-tools',
      '--dir',
    ],
    shows: SHOWS,
    configures: /^(?:mcp (?:add|remove)|configure|settings|agent create|extension)\b/,
    starts: /^(?:run|exec|session|chat|task|start|threads|serve|web|acp|github|project)\b/,
    settings: '.config/crush/crush.json',
  },
]

/** Variables that let an agent act without asking. */
const BROAD_VARIABLES = new Map<string, RegExp>([
  ['AIDER_YES_ALWAYS', /^(?:1|true)$/i],
  ['OPENCODE_PERMISSION', /allow/],
  ['OPENCODE_PURE', /^(?:1|true|yes|on|y)$/i],
  ['OPENCODE_CONFIG_CONTENT', /"permission"\s*:\s*"allow"/],
  ['COPILOT_ALLOW_ALL', /^(?:1|true|yes|on|y)$/i],
])

interface AgentCall {
  readonly operands: readonly Word[]
  readonly prompts: readonly Word[]
  readonly broad: boolean
}

/** Tells prompt, flags and modes apart. */
function readWords(agent: Agent, words: readonly Word[]): AgentCall {
  const operands: Word[] = []
  const prompts: Word[] = []
  let broad = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    const [name = '', ...rest] = word.known.split('=')
    if (word.known === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!word.known.startsWith('-') || word.known === '-') {
      operands.push(word)
      continue
    }
    const takesNext = rest.length === 0 && (agent.values.includes(name) || agent.prompt.includes(name))
    const value = rest.length > 0 ? rest.join('=') : takesNext ? words[index + 1]?.known : undefined
    if (agent.broad.includes(name) && value === undefined) broad = true
    if (agent.modes?.some(([option, pattern]) => option === name && pattern.test(value ?? ''))) broad = true
    const next = words[index + 1]
    if (agent.prompt.includes(name) && next && rest.length === 0) prompts.push(next)
    if (takesNext) index++
  }
  return { operands, prompts, broad }
}

/** The deployment tool of a cloud has the same name. */
const CLOUD_WORDS = /^(?:app|env|svc|job|pipeline|task|deploy)$/

function readAgent(agent: Agent, command: Command, scribe: Scribe): Standing {
  const [head, verb] = command.args
  if (head && verb && agent.names.includes('copilot') && CLOUD_WORDS.test(head.known))
    return scribe.runs([{ ...head, known: 'copilot-cli', text: 'copilot-cli' }, ...command.args], 'copilot')
  const { operands, prompts, broad } = readWords(agent, command.args)
  // A sub-command is one word: "update the snapshots" is what the agent is told.
  const path = operands
    .slice(0, 2)
    .map(({ known }) => (/\s/.test(known) ? '' : known))
    .join(' ')
  const first = command.args[0]?.known ?? ''
  if (agent.shows.test(path) || (command.args.length > 0 && agent.shows.test(first) && !broad && first.startsWith('-')))
    return 'proven'
  if (agent.configures?.test(path)) {
    scribe.effect({
      kind: 'write-path',
      path: scribe.pathOf(`${scribe.facts.home}/${agent.settings}`),
      how: 'edit',
      content: undefined,
    })
    return 'plain'
  }
  const started = agent.starts?.test(operands[0]?.known ?? '') ? operands.slice(1) : operands
  const said = [...prompts, ...started]
  scribe.effect({
    kind: 'spawn-agent',
    agent: agent.names.find((name) => command.name?.endsWith(name)) ?? agent.names[0] ?? 'agent',
    broad: broad || command.assignments.some(({ name, value }) => BROAD_VARIABLES.get(name)?.test(value.known)),
    prompt: promptText(said, command),
  })
  return 'plain'
}

/** What the agent is told: its words, and what is piped in. */
function promptText(said: readonly Word[], command: Command): string | undefined {
  const piped = command.stdin.kind === 'value' ? command.stdin.value.text : ''
  if (piped === undefined && said.length === 0) return undefined
  const text = [...said.map((word) => word.known.replaceAll('\0', '…')), piped ?? '']
    .filter((part) => part !== '')
    .join('\n')
  return text === '' ? undefined : text
}

export const AGENT_PROGRAMS: readonly Program[] = AGENTS.map((agent) => ({
  names: agent.names,
  read: (command, scribe) => readAgent(agent, command, scribe),
}))
