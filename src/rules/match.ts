import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { type EmbeddedCommands, embeddedCommandForms } from '../analysis/forms/embedded-commands.ts'
import { classifyHost } from '../analysis/remote/hosts.ts'
import { coveringRules } from './allow-coverage.ts'
import type { CompiledRule, CompiledRules, RuleIndex, ToolRules } from './compile.ts'
import { type DomainPattern, matchesDomain, urlHost } from './match-domain.ts'
import { matchesParam, namedKindOf, scalarInput } from './match-input.ts'
import { matchesTool } from './match-mcp.ts'
import { type MatchCertainty, matchesPathRule } from './match-path.ts'
import type { MatchDoubt, RuleMatch } from './rule.ts'
import { matchesShell, mayMatchShell } from './shell-pattern.ts'
import { type RuleSubject, subjectOf } from './subject.ts'
import { EDIT_TOOLS, READ_TOOLS } from './tool-names.ts'
import { matchesWildcard } from './wildcard.ts'

/** What the rules say of an Action, each step for itself; the gate decides what follows. */
export interface RuleMatches {
  readonly deny: RuleMatch | undefined
  readonly ask: RuleMatch | undefined
  /** Ask floors that are nobody's wish: rules that cannot be read, and deny rules that may match. */
  readonly floors: readonly RuleMatch[]
  readonly allow: RuleMatch | undefined
}

export function matchRules(rules: CompiledRules, action: Action, facts: Facts): RuleMatches {
  const subject = subjectOf(action, facts)
  return {
    deny: matchDeny(rules, subject),
    ask: matchAsk(rules, subject),
    floors: matchFloors(rules, subject),
    allow: matchAllow(rules, subject),
  }
}

/** The deny rule that certainly binds, if there is one. */
export function matchDeny(rules: CompiledRules, subject: RuleSubject): RuleMatch | undefined {
  return searchRules(rules, rules.deny, subject, 'deny').yes
}

/** The ask rule that binds or may bind. */
export function matchAsk(rules: CompiledRules, subject: RuleSubject): RuleMatch | undefined {
  const found = searchRules(rules, rules.ask, subject, 'ask')
  return found.yes ?? found.maybe
}

/** Rules that cannot be read ask for their tool, or for what they were most likely meant for; so does a deny rule that may match what is not known yet. */
export function matchFloors(rules: CompiledRules, subject: RuleSubject): readonly RuleMatch[] {
  const floors = rules.floors
    .filter((floor) => floor.tool === undefined || matchesTool(floor.tool, subject.tool))
    .map((floor) => ruleMatchWith(floor.rule, subject.tool, { kind: 'unusable', why: floor.why }))
  const { yes, maybe } = searchRules(rules, rules.deny, subject, 'deny')
  const meant = searchRules(rules, rules.meant, subject, 'deny')
  return [...floors, meant.yes ?? meant.maybe, yes ? undefined : maybe].filter((match) => match !== undefined)
}

/** The allow rule that covers all of the Action. */
export function matchAllow(rules: CompiledRules, subject: RuleSubject): RuleMatch | undefined {
  return coveringRules(rules, subject)
}

interface SearchResult {
  yes?: RuleMatch
  maybe?: RuleMatch
}

/** Looks for a rule that binds; the first certain match ends the search, rules being sorted by strength. */
function searchRules(
  { domainsOfTool }: CompiledRules,
  index: RuleIndex,
  subject: RuleSubject,
  behavior: 'deny' | 'ask',
): SearchResult {
  if (index.byTool.size === 0 && index.wide.length === 0) return {}
  const findings: SearchResult = {}
  const note = (compiled: CompiledRule, certain: MatchCertainty, matched: string): boolean => {
    const slip: MatchDoubt | undefined =
      compiled.slip === undefined ? undefined : { kind: 'unusable', why: compiled.slip }
    if (certain === 'yes') findings.yes ??= ruleMatchWith(compiled.rule, matched, slip)
    if (certain === 'maybe') findings.maybe ??= ruleMatchWith(compiled.rule, matched, slip ?? { kind: 'possible' })
    return certain === 'yes'
  }
  const done =
    searchTool(index, subject, note) ||
    searchShell(index, subject, note) ||
    searchPaths(index, subject, behavior, note) ||
    (!domainsOfTool && searchHosts(index, subject, note)) ||
    searchInput(index, subject, note)
  return done || findings.maybe ? findings : {}
}

type NoteMatch = (compiled: CompiledRule, certain: MatchCertainty, matched: string) => boolean

/** Rules on the tool as a whole. */
function searchTool(index: RuleIndex, subject: RuleSubject, note: NoteMatch): boolean {
  const whole = index.byTool.get(subject.tool)?.whole[0]
  if (whole) return note(whole, 'yes', subject.tool)
  const wide = index.wide.find((rule) => rule.specifier.kind === 'whole-tool' && matchesTool(rule.tool, subject.tool))
  return wide !== undefined && note(wide, 'yes', subject.tool)
}

/** One command that matches is enough. */
function searchShell(index: RuleIndex, subject: RuleSubject, note: NoteMatch): boolean {
  const tools = subject.tool === 'PowerShell' ? ['PowerShell'] : [...new Set([subject.tool, 'Bash'])]
  for (const tool of tools) {
    const shell = index.byTool.get(tool)?.shell
    if (!shell || shell.size === 0) continue
    for (const form of subject.forms()) {
      for (const spelling of form.spellings) {
        for (const key of [firstWord(spelling), '']) {
          const rule = shell.get(key)?.find(({ pattern }) => matchesShell(pattern, spelling))
          if (rule && note(rule.compiled, form.possible ? 'maybe' : 'yes', spelling)) return true
        }
      }
      const rule = form.inner && ruleForInnerCommand(shell, form.inner)
      if (rule) note(rule.compiled, 'maybe', rule.text)
      if (form.open === undefined) continue
      for (const rule of [...shell.values()].flat()) {
        if (mayMatchShell(rule.pattern, form.open)) note(rule.compiled, 'maybe', form.open.replaceAll(/[\0\x01]/g, '…'))
      }
    }
  }
  return false
}

/** Characters of commands inside others that are held against rules; of more than that, the rule may be meant. */
const MAX_INNER_CHARS = 4_000_000

/** The rule that a command among the words of a program nobody knows may fall under. */
function ruleForInnerCommand(
  shell: ToolRules['shell'],
  words: EmbeddedCommands,
): { readonly compiled: CompiledRule; readonly text: string } | undefined {
  let left = MAX_INNER_CHARS
  for (const text of embeddedCommandForms(words, (program) => shell.has(program))) {
    left -= text.length
    const rules = shell.get(firstWord(text))
    const rule = left < 0 ? rules?.[0] : rules?.find(({ pattern }) => matchesShell(pattern, text))
    if (rule) return { compiled: rule.compiled, text }
  }
  return undefined
}

function firstWord(text: string): string {
  const end = text.search(/\s/)
  return end < 0 ? text : text.slice(0, end)
}

/** Rules on files: of reading, of changing, and of the one tool they name. */
function searchPaths(index: RuleIndex, subject: RuleSubject, behavior: 'deny' | 'ask', note: NoteMatch): boolean {
  for (const [tool, kinds] of fileRules(subject, behavior)) {
    const rules = index.byTool.get(tool)
    if (!rules || rules.paths.length + rules.whole.length === 0) continue
    const first = rules.whole[0] ?? rules.paths[0]
    if (first && subject.runsAnything()) note(first, 'maybe', 'a text that is not known')
    for (const touch of subject.touches()) {
      if (!kinds.includes(touch.kind)) continue
      const whole = rules.whole[0]
      if (whole && note(whole, touch.certain ? 'yes' : 'maybe', touch.text)) return true
      for (const compiled of rules.paths) {
        if (compiled.specifier.kind !== 'path') continue
        const bound = matchesPathRule(compiled.specifier.pattern, compiled.rule.source, touch, subject.facts)
        if (note(compiled, bound, touch.text)) return true
      }
    }
  }
  return false
}

type TouchKinds = readonly ('read' | 'write')[]

/** Which rules look at which touches. What may not be read may not be changed either. */
function fileRules(subject: RuleSubject, behavior: 'deny' | 'ask'): readonly (readonly [string, TouchKinds])[] {
  const own: readonly (readonly [string, TouchKinds])[] =
    subject.tool === 'Read' || subject.tool === 'Edit' ? [] : [[subject.tool, ['read', 'write']]]
  const isFileTool = READ_TOOLS.has(subject.tool) || EDIT_TOOLS.has(subject.tool)
  return [['Read', behavior === 'deny' ? ['read', 'write'] : ['read']], ['Edit', ['write']], ...(isFileTool ? own : [])]
}

/** Rules on domains bind the host, whoever reaches it. */
function searchHosts(index: RuleIndex, subject: RuleSubject, note: NoteMatch): boolean {
  const rules = index.byTool.get('WebFetch')?.others ?? []
  if (subject.tool === 'WebFetch' || rules.length === 0) return false
  for (const compiled of rules) {
    if (compiled.specifier.kind !== 'domain') continue
    const { pattern } = compiled.specifier
    for (const { host, certain } of subject.hosts()) {
      if (host !== undefined && !(matchesDomain(pattern, host) && !isOwnMachine(pattern, host))) continue
      if (note(compiled, certain && host !== undefined ? 'yes' : 'maybe', host ?? 'a host that is not known'))
        return true
    }
  }
  return false
}

/** `domain:*` is about the web: a server on this machine is none of it. */
function isOwnMachine({ everything }: DomainPattern, host: string): boolean {
  return everything && classifyHost(host) === 'loopback'
}

/** Rules on what the input says: a domain, a kind of agent, a parameter. */
function searchInput(index: RuleIndex, subject: RuleSubject, note: NoteMatch): boolean {
  const wide = index.wide.filter((rule) => rule.specifier.kind !== 'whole-tool' && matchesTool(rule.tool, subject.tool))
  for (const compiled of [...(index.byTool.get(subject.tool)?.others ?? []), ...wide]) {
    const [certain, matched] = bindsInput(compiled, subject)
    if (note(compiled, certain, matched)) return true
  }
  return false
}

function bindsInput(compiled: CompiledRule, subject: RuleSubject): readonly [MatchCertainty, string] {
  const { specifier } = compiled
  const { action, tool } = subject
  switch (specifier.kind) {
    case 'domain': {
      const url = scalarInput(action, 'url') ?? ''
      const host = urlHost(url)
      if (host === undefined) return ['maybe', url]
      return [matchesDomain(specifier.pattern, host) ? 'yes' : 'no', host]
    }
    case 'name': {
      const kind = namedKindOf(action, tool)
      return [kind !== undefined && matchesWildcard(specifier.name, kind) ? 'yes' : 'no', kind ?? '']
    }
    case 'param':
      return [
        matchesParam(specifier.field, specifier.value, action) ? 'yes' : 'no',
        `${specifier.field}:${scalarInput(action, specifier.field) ?? ''}`,
      ]
    case 'whole-tool':
    case 'shell':
    case 'path':
    case 'invalid':
      return ['no', '']
  }
}

function ruleMatchWith(rule: CompiledRule['rule'], matched: string, doubt?: MatchDoubt): RuleMatch {
  return { behavior: rule.behavior, rule: rule.text, source: rule.source, matched, ...(doubt && { doubt }) }
}
