import { recordDelegatedTask } from '../analysis/interpret/delegation.ts'
import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import type { Tool, ToolInput } from '../analysis/tool.ts'
import { wordsOf } from '../knowledge/lexicon/verbs.ts'
import { keyValues, textField } from './input.ts'
import { controlsPermissions } from './permission-settings.ts'

interface SkillInvocation {
  readonly name: string
  /** What it is told beside its name. */
  readonly rest: string
}

const NAME_FIELD_KEYS = ['command', 'skill', 'name']
const ARGUMENT_FIELD_KEYS = ['args', 'arguments', 'prompt', 'input']

/** What the skill is given; anything else in the call is the agent's prose. */
function skillArguments(input: ToolInput): ToolInput {
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => NAME_FIELD_KEYS.includes(key) || ARGUMENT_FIELD_KEYS.includes(key)),
  )
}

/** `/name rest` in one text, or the name and the rest in fields of their own. */
function parseInvocation(input: ToolInput): SkillInvocation {
  const line = (NAME_FIELD_KEYS.map((key) => textField(input, key)).find((each) => each !== '') ?? '')
    .trim()
    .replace(/^\//, '')
  const [name = ''] = line.split(/\s/, 1)
  const rest = ARGUMENT_FIELD_KEYS.map((key) => textField(input, key)).filter((each) => each !== '')
  return { name, rest: [line.slice(name.length).trim(), ...rest].join(' ').trim() }
}

/** Words that change what they stand beside. */
const CHANGE_WORD =
  /^(?:set|update|change|add|edit|modify|manage|enable|disable|toggle|grant|remove|delete|allow|configure|bypass|skip)$/

/** A command that decides what the agent may do: `/permissions`, `/hooks`, `update-config`, and what says so in its words. */
function controlsAgent({ name, rest }: SkillInvocation): boolean {
  const own = (name.split(':').at(-1) ?? '').toLowerCase()
  const words = wordsOf(own)
  if (controlsPermissions(own) && (words.length === 1 || words.some((word) => CHANGE_WORD.test(word)))) return true
  const told = wordsOf(rest.slice(0, 400))
  return words.some((word) => CONFIGURATION_WORDS.has(word)) && told.some((word) => controlsPermissions(word))
}

const CONFIGURATION_WORDS = new Set('config configure configuration settings setup preferences'.split(' '))

/** A skill or slash command: its text is the host's; what is judged is its name and what it is told. */
function createSkillTool(tool: string): Tool {
  return {
    name: tool,
    relevance: 'irrelevant',
    kind: 'plain',
    encode: (input) =>
      controlsAgent(parseInvocation(input)) || parseInvocation(input).rest !== ''
        ? keyValues(skillArguments(input))
        : '',
    read: (call, facts) => {
      const notes = createToolRecorder(tool, facts)
      const { name, rest } = parseInvocation(call.input)
      if (controlsAgent({ name, rest }))
        notes.recorder.effect({ kind: 'weaken', area: 'gate', feature: `/${name} ${rest}`.trim().slice(0, 120) })
      recordDelegatedTask(rest, `/${name}`, notes.recorder)
      return { ...notes.reading(), grade: undefined }
    },
  }
}

export const SKILL_TOOL: Tool = createSkillTool('Skill')
export const SLASH_COMMAND_TOOL: Tool = createSkillTool('SlashCommand')
