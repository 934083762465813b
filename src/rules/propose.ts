import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { commandText } from '../analysis/forms/command-forms.ts'
import { programName } from '../analysis/interpret/base-name.ts'
import { compileRules } from './compile.ts'
import { matchAllow } from './match.ts'
import { urlHost } from './match-domain.ts'
import { scalarInput } from './match-input.ts'
import { subjectOf } from './subject.ts'
import { canonicalToolName, EDIT_TOOLS, READ_TOOLS } from './tool-names.ts'
import { escapeWildcard } from './wildcard.ts'

export type Proposal =
  | { readonly kind: 'rule'; readonly rule: string; readonly alsoCovers: readonly string[] }
  | { readonly kind: 'refused'; readonly why: string }

/** The narrowest rule that would allow this Action from now on, and what else it would let through. */
export function proposeRule(action: Action, facts: Facts): Proposal {
  const proposal = propose(action, facts)
  if (proposal.kind === 'refused') return proposal
  const rules = compileRules([{ behavior: 'allow', text: proposal.rule, source: { scope: 'user' } }])
  if (matchAllow(rules, subjectOf(action, facts))) return proposal
  return refusedProposal('no rule covers it: a part is not known before it runs, or it writes outside the project')
}

function propose(action: Action, facts: Facts): Proposal {
  const tool = canonicalToolName(action.tool)
  if (tool === 'Bash') return proposeCommand(action)
  if (tool === 'PowerShell' || tool === 'Monitor') return refusedProposal(`${tool} commands are asked about each time`)
  if (tool === 'Agent') return refusedProposal('starting an agent is decided each time: what it is told to do differs')
  if (tool === 'WebFetch') return proposeDomain(action)
  if (READ_TOOLS.has(tool) || EDIT_TOOLS.has(tool)) return proposeFile(action, tool, facts)
  if (tool.startsWith('mcp__') && /^mcp__[^*()]+__[^*()]+$/.test(tool)) {
    return { kind: 'rule', rule: tool, alsoCovers: [`every later call of ${tool}, whatever its arguments`] }
  }
  return refusedProposal(`a rule for ${tool} could only name the whole tool`)
}

function refusedProposal(why: string): Proposal {
  return { kind: 'refused', why }
}

/** What may stand in a rule as it is, without a quote or a sign of the shell. */
const PLAIN_WORD = /^[\w./:@%+,=-]+$/

/**
 * Rules that also cover what is like this command, each one step wider than the one before: what stands last is left open. Program and verb
 * stay. None for what touches files by their paths: an open end there would be any file.
 */
export function widerCommandRules({ commands, effects, ...action }: Action): readonly string[] {
  if (canonicalToolName(action.tool) !== 'Bash' || commands.length !== 1) return []
  if (effects.some(({ kind }) => kind === 'delete-path' || kind === 'write-path' || kind === 'change-mode')) return []
  const words = commandText({ commands, effects, ...action })
    .trim()
    .split(/ +/)
  if (!words.every((word) => PLAIN_WORD.test(word))) return []
  const isNamed = (fixed: readonly string[]) => fixed.filter((word) => !word.startsWith('-')).length >= 2
  return words.flatMap((_, at) => {
    const fixed = words.slice(0, words.length - 1 - at)
    return isNamed(fixed) && !fixed.at(-1)?.startsWith('-') ? [`Bash(${fixed.join(' ')} *)`] : []
  })
}

/** Programs that run whatever they are given: a rule on them would be a rule on everything. */
const INTERPRETER_PROGRAMS: ReadonlySet<string> = new Set(
  'awk bash bun bunx cmd csh dash deno env eval exec fish gawk groovy irb iex java jshell julia ksh lua node npx osascript parallel perl php pipx powershell pwsh python python2 python3 R Rscript ruby scala sh source ssh su sudo doas tclsh tsx uvx wsl xargs zsh .'.split(
    ' ',
  ),
)

function proposeCommand(action: Action): Proposal {
  const text = commandText(action).trim()
  if (text === '' || /[\n\r]/.test(text)) return refusedProposal('a rule holds one line')
  const interpreter = interpreterIn(action)
  if (interpreter !== undefined) return refusedProposal(`${interpreter} runs whatever it is given`)
  const spec = escapeWildcard(text).replace(/[()]/g, '\\$&')
  return {
    kind: 'rule',
    rule: `Bash(${spec})`,
    alsoCovers: ['the same command in other directories', 'the same command behind timeout, nice, nohup and the like'],
  }
}

/** A program of the call that runs whatever it is given. */
export function interpreterIn({ commands }: Action): string | undefined {
  return commands.map((command) => programName(command.name ?? '')).find(isInterpreter)
}

function isInterpreter(name: string): boolean {
  return INTERPRETER_PROGRAMS.has(name) || /^(?:python|node|ruby|perl|php|lua)[\d.]+$/.test(name)
}

function proposeDomain(action: Action): Proposal {
  const host = urlHost(scalarInput(action, 'url') ?? '')
  if (host === undefined) return refusedProposal('the address cannot be read')
  return { kind: 'rule', rule: `WebFetch(domain:${host})`, alsoCovers: [`every other address at ${host}`] }
}

function proposeFile(action: Action, tool: string, facts: Facts): Proposal {
  const [first, ...rest] = subjectOf(action, facts).touches()
  const place = first?.places.at(-1)
  const path = place?.every((name) => typeof name === 'string') ? place.join('/') : undefined
  if (path === undefined || path === '' || rest.some((touch) => touch.text !== first?.text))
    return refusedProposal('it is not about one file')
  const group = READ_TOOLS.has(tool) ? 'Read' : 'Edit'
  const spec = path.replace(/[*?[\]\\]/g, '\\$&').replace(/[()]/g, '\\$&')
  return {
    kind: 'rule',
    rule: `${group}(//${spec})`,
    alsoCovers: [`any other ${group.toLowerCase()} of that path, and of what lies in it if it is a directory`],
  }
}
