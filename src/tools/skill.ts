import { stateTask } from '../analysis/delegated.ts'
import type { Input, Tool } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { wordsOf } from '../analysis/verbs.ts'
import { isGuarding } from './guarding.ts'
import { keyValues, text } from './input.ts'

interface Invoked {
  readonly name: string
  /** What it is told beside its name. */
  readonly rest: string
}

const NAMES = ['command', 'skill', 'name']
const WORDS = ['args', 'arguments', 'prompt', 'input']

/** What the skill is given; anything else in the call is the agent's prose. */
function told(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([key]) => NAMES.includes(key) || WORDS.includes(key)))
}

/** `/name rest` in one text, or the name and the rest in fields of their own. */
function invoked(input: Input): Invoked {
  const line = (NAMES.map((key) => text(input, key)).find((each) => each !== '') ?? '').trim().replace(/^\//, '')
  const [name = ''] = line.split(/\s/, 1)
  const rest = WORDS.map((key) => text(input, key)).filter((each) => each !== '')
  return { name, rest: [line.slice(name.length).trim(), ...rest].join(' ').trim() }
}

/** Words that change what they stand beside. */
const CHANGES =
  /^(?:set|update|change|add|edit|modify|manage|enable|disable|toggle|grant|remove|delete|allow|configure|bypass|skip)$/

/** A command that decides what the agent may do: `/permissions`, `/hooks`, `update-config`, and what says so in its words. */
function guards({ name, rest }: Invoked): boolean {
  const own = (name.split(':').at(-1) ?? '').toLowerCase()
  const words = wordsOf(own)
  if (isGuarding(own) && (words.length === 1 || words.some((word) => CHANGES.test(word)))) return true
  const told = wordsOf(rest.slice(0, 400))
  return words.some((word) => CONFIGURES.has(word)) && told.some((word) => isGuarding(word))
}

const CONFIGURES = new Set('config configure configuration settings setup preferences'.split(' '))

/** A skill or slash command: its text is the host's; what is judged is its name and what it is told. */
function invoking(tool: string): Tool {
  return {
    name: tool,
    relevance: 'irrelevant',
    kind: 'plain',
    encode: (input) => (guards(invoked(input)) || invoked(input).rest !== '' ? keyValues(told(input)) : ''),
    read: (call, facts) => {
      const notes = toolNotes(tool, facts)
      const { name, rest } = invoked(call.input)
      if (guards({ name, rest }))
        notes.scribe.effect({ kind: 'weaken', area: 'gate', feature: `/${name} ${rest}`.trim().slice(0, 120) })
      stateTask(rest, `/${name}`, notes.scribe)
      return { ...notes.reading(), grade: undefined }
    },
  }
}

export const SKILL: Tool = invoking('Skill')
export const SLASH_COMMAND: Tool = invoking('SlashCommand')
