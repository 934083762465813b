import type { EffectDraft } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { mayBeOption } from '../git/made-words.ts'
import { worst } from '../git/standing.ts'
import { type OptionGrammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'

import { withRecords } from './record-targets.ts'

/** One call of a hosting tool: `gh pr merge 12 --admin`. */
export interface HostingCall {
  readonly service: string
  readonly action: string
  readonly options: Options
  readonly command: Command
  readonly scribe: Scribe
}

/** `look`: only reads. Otherwise it states what it changes. */
export type HostingDeed = 'look' | 'local' | 'plain' | ((call: HostingCall) => Standing)

export interface HostingTool {
  readonly names: readonly string[]
  readonly service: string
  /** Options of every sub-command. */
  readonly grammar: OptionGrammar
  /** Sub-commands where a name is a flag or takes a value other than usual. */
  readonly letters?: ReadonlyMap<string, { readonly flags: readonly string[]; readonly values: readonly string[] }>
  readonly deeds: ReadonlyMap<string, HostingDeed>
  /** Other names of groups of sub-commands. */
  readonly aliases?: ReadonlyMap<string, string>
}

export function hostingProgram(tool: HostingTool): Program {
  return { names: tool.names, read: (command, scribe) => readHosting(tool, command, scribe) }
}

function readHosting(tool: HostingTool, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, grammarFor(tool, command))
  if (options.has('help', 'h') && !tool.grammar.values?.includes('h')) return 'proven'
  const [group, verb] = options.operands.map((word) => word.text ?? '\0')
  if (group === undefined) return options.has('version') ? 'proven' : 'plain'
  const two = `${tool.aliases?.get(group) ?? group} ${verb ?? ''}`.trim()
  const deed = tool.deeds.get(two) ?? tool.deeds.get(group)
  const action = tool.deeds.has(two) ? two : group
  const used = action.split(' ').length
  const operands = options.operands.slice(used)
  const about = {
    service: tool.service,
    action,
    operands: operands.map(textOf),
    repository: textOf(options.value('repo', 'R')),
  }
  const call = {
    service: tool.service,
    action,
    options: { ...options, operands },
    command,
    scribe: withRecords(about, scribe),
  }
  if (options.has('dry-run')) return worst(doubt(call), 'expected')
  return deed === undefined ? 'unknown' : worst(doubt(call), perform(deed, call))
}

function grammarFor(tool: HostingTool, command: Command): OptionGrammar {
  const [group, verb] = command.args.filter((word) => !word.known.startsWith('-')).map((word) => word.text)
  const own = tool.letters?.get(`${group} ${verb}`)
  if (!own) return tool.grammar
  const named = new Set([...own.flags, ...own.values])
  const keep = (names: readonly string[] = []) => names.filter((name) => !named.has(name))
  return { flags: [...keep(tool.grammar.flags), ...own.flags], values: [...keep(tool.grammar.values), ...own.values] }
}

/** An option nobody listed, or a word that may turn out to be one, rules out the grades. */
function doubt(call: HostingCall): Standing {
  const doubtful =
    call.options.unknown.length > 0 || call.command.args.some((word) => mayBeOption(word) && !word.quoted)
  return doubtful ? 'unknown' : 'proven'
}

function perform(deed: HostingDeed, call: HostingCall): Standing {
  if (typeof deed === 'function') return deed(call)
  if (deed === 'plain') return 'plain'
  if (deed === 'local') return 'expected'
  return call.options.has('web', 'w') ? 'plain' : 'proven'
}

type Nature = Extract<EffectDraft, { kind: 'external-write' }>['nature']

/** Changes something on the service. */
export function writes(nature: Nature): HostingDeed {
  return (call) => {
    call.scribe.effect({
      kind: 'external-write',
      service: call.service,
      nature,
      target: targetOf(call),
      by: `${call.service} ${call.action}`,
    })
    return 'plain'
  }
}

export function stating(draft: (call: HostingCall) => EffectDraft): HostingDeed {
  return (call) => {
    call.scribe.effect({ by: `${call.service} ${call.action}`, ...draft(call) })
    return 'plain'
  }
}

export function targetOf(call: HostingCall): string {
  return call.options.operands.map(textOf).join(' ') || (call.options.value('repo', 'R')?.text ?? '')
}

export function textOf(word: Word | undefined): string {
  return word?.text ?? word?.known.replaceAll('\0', '…') ?? ''
}
