import { recordDelegatedTask } from '../../../analysis/interpret/delegation.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { recordTypingAsUser } from '../../../analysis/interpret/session-terminals.ts'
import { classifyHost, urlParts } from '../../../analysis/remote/hosts.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { hasWrapper } from '../../../analysis/wrappers.ts'
import {
  type Agent,
  AUTO_APPROVE_VARIABLES,
  KNOWN_AGENTS,
  overridesAgentSettings,
  splitOptionNames,
} from './known-agents.ts'
import { leavesHooks, leavesHooksByVariable } from './leaves-hooks.ts'

interface AgentCall {
  readonly operands: readonly Word[]
  readonly prompts: readonly Word[]
  readonly broad: boolean
}

function parseAgentCall(agent: Agent, words: readonly Word[]): AgentCall {
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
    const isPrompt = splitOptionNames(agent.prompt).includes(name)
    const takesNext = rest.length === 0 && (isPrompt || splitOptionNames(agent.values).includes(name))
    const value = rest.length > 0 ? rest.join('=') : takesNext ? words[index + 1]?.known : undefined
    if (splitOptionNames(agent.broad).includes(name) && value === undefined) broad = true
    if (
      agent.modes?.some(([options, pattern]) => splitOptionNames(options).includes(name) && pattern.test(value ?? ''))
    )
      broad = true
    const next = words[index + 1]
    if (isPrompt && next && rest.length === 0) prompts.push(next)
    if (takesNext) index++
  }
  return { operands, prompts, broad }
}

/** The deployment tool of a cloud has the same name. */
const COPILOT_CLOUD_SUBCOMMAND = /^(?:app|env|svc|job|pipeline|task|deploy)$/

const REMOVE_OR_UPDATE_VERBS = new Set(['uninstall', 'remove', 'rm', 'delete', 'disable', 'update', 'upgrade'])

function readAgent(agent: Agent, command: Command, recorder: EffectRecorder): CommandGrade {
  const [head, verb] = command.args
  if (head && verb && agent.names.startsWith('copilot') && COPILOT_CLOUD_SUBCOMMAND.test(head.known))
    return recorder.runs([{ ...head, known: 'copilot-cli', text: 'copilot-cli' }, ...command.args], 'copilot')
  const { operands, prompts, broad } = parseAgentCall(agent, command.args)
  // A sub-command is one word: "update the snapshots" is what the agent is told.
  const path = operands
    .slice(0, 2)
    .map(({ known }) => (/\s/.test(known) ? '' : known))
    .join(' ')
  const first = command.args[0]?.known ?? ''
  if (agent.shows.test(path) || (command.args.length > 0 && agent.shows.test(first) && !broad && first.startsWith('-')))
    return 'proven'
  if (agent.configures?.test(path)) {
    const words = operands.map(({ known }) => known)
    if (words.some((word) => REMOVE_OR_UPDATE_VERBS.has(word)) && words.some((word) => /^irongate(?:@|$)/.test(word)))
      recorder.effect({ kind: 'weaken', area: 'gate', feature: `${command.name ?? ''} ${words.join(' ')}` })
    const settings = recorder.pathOf(`${recorder.facts.home}/${agent.settings}`)
    // A list of servers that the agent keeps there by its own command leaves our entry beside it alone.
    const path =
      words[0] === 'mcp' ? { ...settings, tags: settings.tags.filter((tag) => tag !== 'gate-entry') } : settings
    recorder.effect({ kind: 'write-path', path, how: 'edit', content: undefined })
    return 'plain'
  }
  const started = agent.starts?.test(operands[0]?.known ?? '') ? operands.slice(1) : operands
  const said = [...prompts, ...started]
  const names = splitOptionNames(agent.names)
  const name = names.find((each) => command.name?.endsWith(each)) ?? names[0] ?? 'agent'
  const prompt = promptText(said, command)
  recordRemotePrompt(said, command, recorder)
  recordPersonImpersonation(agent, command, { name, path }, recorder)
  const task = promptText(said, said.length > 0 && hasPipedFile(command) ? { stdin: { kind: 'inherited' } } : command)
  if (task !== undefined) recordDelegatedTask(task, `task for ${name}`, recorder)
  recorder.effect({
    kind: 'spawn-agent',
    agent: name,
    broad:
      broad ||
      leavesHooks(agent, command, recorder) ||
      variablesOf(command, recorder).some(
        ([name, value]) =>
          AUTO_APPROVE_VARIABLES.get(name)?.test(value ?? '') ||
          leavesHooksByVariable(name, value) ||
          overridesAgentSettings(name, agent),
      ),
    prompt,
  })
  return 'plain'
}

/** What it finds in its environment that this text or an earlier call put there. */
function variablesOf(
  { assignments }: Command,
  recorder: EffectRecorder,
): readonly (readonly [string, string | undefined])[] {
  const given = assignments.map(({ name, value }) => [name, value.known] as const)
  return [...given, ...recorder.variables('')]
}

/** Sub-commands that go on with a conversation that was begun before. */
const RESUME_SUBCOMMAND = /^(?:resume|fork|(?:exec|e) resume)\b/

/**
 * An agent takes what is said to it for its person's word. So it is not told to go on with a conversation that a person may have begun, nor
 * put into a terminal of its own, where words that another agent types look like theirs.
 */
function recordPersonImpersonation(
  agent: Agent,
  command: Command,
  { name, path }: { readonly name: string; readonly path: string },
  recorder: EffectRecorder,
): void {
  const flags = splitOptionNames(agent.resumes)
  const resumes =
    RESUME_SUBCOMMAND.test(path) || command.args.some(({ known }) => flags.includes(known.split('=')[0] ?? ''))
  if (resumes) recordTypingAsUser(`tells ${name} to go on with a conversation`, recorder)
  else if (hasWrapper(command, 'terminal')) recordTypingAsUser(`starts ${name} in a terminal of its own`, recorder)
}

/** What somebody elsewhere tells an agent, it does: as good as code from there. */
function recordRemotePrompt(said: readonly Word[], { stdin }: Command, recorder: EffectRecorder): void {
  const piped = stdin.kind === 'value' ? stdin.value.sources : []
  for (const source of [...said.flatMap(({ sources }) => sources), ...piped])
    if (source.kind === 'network' && classifyHost(urlParts(source.url).host) !== 'loopback')
      recorder.effect({
        kind: 'run-code',
        language: 'other',
        origin: 'download',
        read: false,
        host: urlParts(source.url).host,
      })
}

/** A file that is piped in beside its words is what it works on. */
function hasPipedFile({ stdin }: Command): boolean {
  return stdin.kind === 'value' && stdin.value.sources.some(({ kind }) => kind === 'file')
}

/** What the agent is told: its words, and what is piped in. */
function promptText(said: readonly Word[], { stdin }: Pick<Command, 'stdin'>): string | undefined {
  const piped = stdin.kind === 'value' ? stdin.value.text : ''
  if (piped === undefined && said.length === 0) return undefined
  const text = [...said.map((word) => word.known.replaceAll('\0', '…')), piped ?? '']
    .filter((part) => part !== '')
    .join('\n')
  return text === '' ? undefined : text
}

export const AGENT_PROGRAMS: readonly Program[] = KNOWN_AGENTS.map((agent) => ({
  names: splitOptionNames(agent.names),
  read: (command, recorder) => readAgent(agent, command, recorder),
}))
