import { stateTask } from '../../delegated.ts'
import { addressOf, urlParts } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { AGENTS, type Agent, BROAD_VARIABLES, movesSettings, wordsIn } from './known-agents.ts'

interface AgentCall {
  readonly operands: readonly Word[]
  readonly prompts: readonly Word[]
  readonly broad: boolean
}

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
    const isPrompt = wordsIn(agent.prompt).includes(name)
    const takesNext = rest.length === 0 && (isPrompt || wordsIn(agent.values).includes(name))
    const value = rest.length > 0 ? rest.join('=') : takesNext ? words[index + 1]?.known : undefined
    if (wordsIn(agent.broad).includes(name) && value === undefined) broad = true
    if (agent.modes?.some(([options, pattern]) => wordsIn(options).includes(name) && pattern.test(value ?? '')))
      broad = true
    const next = words[index + 1]
    if (isPrompt && next && rest.length === 0) prompts.push(next)
    if (takesNext) index++
  }
  return { operands, prompts, broad }
}

/** The deployment tool of a cloud has the same name. */
const CLOUD_WORDS = /^(?:app|env|svc|job|pipeline|task|deploy)$/

function readAgent(agent: Agent, command: Command, scribe: Scribe): Standing {
  const [head, verb] = command.args
  if (head && verb && agent.names.startsWith('copilot') && CLOUD_WORDS.test(head.known))
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
  const names = wordsIn(agent.names)
  const name = names.find((each) => command.name?.endsWith(each)) ?? names[0] ?? 'agent'
  const prompt = promptText(said, command)
  stateTold(said, command, scribe)
  const task = promptText(said, said.length > 0 && isMaterial(command) ? { stdin: { kind: 'inherited' } } : command)
  if (task !== undefined) stateTask(task, `task for ${name}`, scribe)
  scribe.effect({
    kind: 'spawn-agent',
    agent: name,
    broad:
      broad ||
      command.assignments.some(
        ({ name, value }) => BROAD_VARIABLES.get(name)?.test(value.known) || movesSettings(name, agent),
      ),
    prompt,
  })
  return 'plain'
}

/** What somebody elsewhere tells an agent, it does: as good as code from there. */
function stateTold(said: readonly Word[], { stdin }: Command, scribe: Scribe): void {
  const piped = stdin.kind === 'value' ? stdin.value.sources : []
  for (const source of [...said.flatMap(({ sources }) => sources), ...piped])
    if (source.kind === 'network' && addressOf(urlParts(source.url).host) !== 'loopback')
      scribe.effect({
        kind: 'run-code',
        language: 'other',
        origin: 'download',
        read: false,
        host: urlParts(source.url).host,
      })
}

/** A file that is piped in beside its words is what it works on. */
function isMaterial({ stdin }: Command): boolean {
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

export const AGENT_PROGRAMS: readonly Program[] = AGENTS.map((agent) => ({
  names: wordsIn(agent.names),
  read: (command, scribe) => readAgent(agent, command, scribe),
}))
