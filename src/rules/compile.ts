import { compileTool, type ToolPattern } from './match-mcp.ts'
import { likelyTools, misspelledText } from './misspelled-tools.ts'
import { type ParsedRule, parseRule } from './parse.ts'
import { type Behavior, compareRules, type Rule, type RuleProblem } from './rule.ts'
import type { ShellPattern } from './shell-pattern.ts'
import { compileSpecifier, type Specifier } from './specifier.ts'

/** A rule ready to be matched. */
export interface CompiledRule {
  readonly rule: Rule
  readonly tool: ToolPattern
  readonly specifier: Specifier
  /** What is wrong with the tool's name as it was written; then this is what was most likely meant. */
  readonly slip?: string
}

/** The rules of one tool, by kind of specifier. */
export interface ToolRules {
  readonly whole: CompiledRule[]
  readonly paths: CompiledRule[]
  readonly others: CompiledRule[]
  /** Shell rules by the program they name; `''` holds those that begin with a star. */
  readonly shell: Map<string, ShellRule[]>
}

export interface ShellRule {
  readonly pattern: ShellPattern
  readonly compiled: CompiledRule
}

/** All rules of one behaviour. */
export interface RuleIndex {
  readonly byTool: ReadonlyMap<string, ToolRules>
  /** Rules that name their tools by a pattern or a server. */
  readonly wide: readonly CompiledRule[]
}

/** A deny or ask rule that cannot be read: it asks for its tool, or for every tool if it names none. */
export interface RuleFloor {
  readonly rule: Rule
  readonly tool: ToolPattern | undefined
  readonly why: string
}

export interface CompiledRules {
  readonly deny: RuleIndex
  readonly ask: RuleIndex
  readonly allow: RuleIndex
  readonly floors: readonly RuleFloor[]
  /** Deny and ask rules with a slip in their tool's name, as they were most likely meant: what they match is asked about. */
  readonly meant: RuleIndex
  readonly problems: readonly RuleProblem[]
  /** Programs the user declared transparent. */
  readonly wrappers: ReadonlySet<string>
  /** Rules on domains are about the WebFetch tool alone. */
  readonly domainsOfTool: boolean
}

interface IndexDraft {
  readonly byTool: Map<string, ToolRules>
  readonly wide: CompiledRule[]
}

/** Takes every rule apart once. Order and duplicates do not matter: the strongest source is named first. */
export function compileRules(
  rules: readonly Rule[],
  wrappers: readonly string[] = [],
  domainsOfTool = false,
): CompiledRules {
  const index: Record<Behavior, IndexDraft> = { deny: emptyIndex(), ask: emptyIndex(), allow: emptyIndex() }
  const meant = emptyIndex()
  const floors: RuleFloor[] = []
  const problems: RuleProblem[] = []
  for (const rule of [...rules].sort(compareRules)) {
    const result = compileRule(rule)
    if (result.kind === 'rule') addToIndex(index[rule.behavior], result.compiled)
    else {
      problems.push({ rule, why: result.why })
      if (rule.behavior === 'allow') continue
      for (const compiled of result.meant ?? []) addToIndex(meant, compiled)
      if (result.asWritten) addToIndex(index[rule.behavior], result.asWritten)
      for (const tool of result.tools) floors.push({ rule, tool, why: result.why })
    }
  }
  return { ...index, floors, meant, problems, wrappers: new Set(wrappers), domainsOfTool }
}

type CompileResult = { readonly kind: 'rule'; readonly compiled: CompiledRule } | UnusableRule

interface UnusableRule {
  readonly kind: 'invalid'
  readonly why: string
  /** What it was for; undefined stands for every tool. */
  readonly tools: readonly (ToolPattern | undefined)[]
  /** With a slip in its tool's name: the rule for a tool that has this very name, and the rules it was most likely meant to be. */
  readonly asWritten?: CompiledRule
  readonly meant?: readonly CompiledRule[]
}

/** Reads one rule; a rule that cannot be read says why and which tool it was for. */
export function compileRule(rule: Rule): CompileResult {
  const parsed = parseRule(rule.text, rule.behavior)
  const written = compileParsed(rule, parsed)
  if (parsed.tool === undefined) return written
  const names = likelyTools(parsed.tool, written.kind === 'rule')
  if (names.length === 0) return written
  const readings = names.map((tool) => compileParsed(rule, { ...parsed, tool }))
  const why = misspelledText(parsed.tool, names)
  return {
    kind: 'invalid',
    why,
    tools: [written, ...readings].flatMap((reading) => (reading.kind === 'invalid' ? reading.tools : [])),
    meant: readings.flatMap((reading) => (reading.kind === 'rule' ? [{ ...reading.compiled, slip: why }] : [])),
    ...(written.kind === 'rule' && { asWritten: written.compiled }),
  }
}

function compileParsed(rule: Rule, parsed: ParsedRule): CompileResult {
  const tool = parsed.tool === undefined ? undefined : compileTool(parsed.tool)
  const unusable = (why: string): UnusableRule => ({ kind: 'invalid', tools: [tool], why })
  if (rule.invalid !== undefined) return unusable(rule.invalid)
  if (parsed.kind === 'invalid' || !tool) return unusable(parsed.kind === 'invalid' ? parsed.why : 'names no tool')
  const specifier = compileSpecifier(parsed.tool, parsed.spec, rule.behavior)
  if (specifier.kind === 'invalid') return unusable(specifier.why)
  return { kind: 'rule', compiled: { rule, tool, specifier } }
}

function emptyIndex(): IndexDraft {
  return { byTool: new Map(), wide: [] }
}

function addToIndex(index: IndexDraft, compiled: CompiledRule): void {
  if (compiled.tool.kind !== 'name') {
    index.wide.push(compiled)
    return
  }
  const tool = rulesFor(index.byTool, compiled.tool.name)
  switch (compiled.specifier.kind) {
    case 'whole-tool':
      tool.whole.push(compiled)
      break
    case 'path':
      tool.paths.push(compiled)
      break
    case 'shell': {
      const { pattern } = compiled.specifier
      const key = pattern.program ?? ''
      const list = tool.shell.get(key) ?? []
      list.push({ pattern, compiled })
      tool.shell.set(key, list)
      break
    }
    default:
      tool.others.push(compiled)
  }
}

function rulesFor(byTool: Map<string, ToolRules>, name: string): ToolRules {
  const found = byTool.get(name)
  if (found) return found
  const made: ToolRules = { whole: [], paths: [], others: [], shell: new Map() }
  byTool.set(name, made)
  return made
}
