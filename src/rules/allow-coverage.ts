import { commandText } from '../analysis/forms/command-forms.ts'
import type { CoverableCommand } from '../analysis/forms/coverable.ts'
import type { CompiledRule, CompiledRules, RuleIndex, ToolRules } from './compile.ts'
import { matchesDomain, urlHost } from './match-domain.ts'
import { namedKindOf, scalarInput } from './match-input.ts'
import { matchesTool } from './match-mcp.ts'
import { coversPath } from './match-path.ts'
import { isSinglePowershell, powershellForm } from './powershell.ts'
import type { RuleMatch } from './rule.ts'
import { coverShell } from './shell-coverage.ts'
import { coversShell, type ShellPattern } from './shell-pattern.ts'
import type { RuleSubject } from './subject.ts'
import { EDIT_TOOLS, READ_TOOLS, SHELL_TOOLS } from './tool-names.ts'
import { type Touch, touchOf } from './touches.ts'
import { matchesWildcard } from './wildcard.ts'

/** The allow rule that covers all of an Action; with several, the first of them. */
export function coveringRules(rules: CompiledRules, subject: RuleSubject): RuleMatch | undefined {
  const { allow } = rules
  const whole = toolRuleFor(allow, subject)
  if (whole) return ruleMatchOf(whole, subject.tool)
  if (subject.tool === 'PowerShell') return coverPowershell(allow, subject)
  if (SHELL_TOOLS.has(subject.tool)) return coverShellLine(rules, subject)
  if (READ_TOOLS.has(subject.tool) || EDIT_TOOLS.has(subject.tool)) return coverFiles(allow, subject)
  return coverInput(allow, subject)
}

/** The group a file tool belongs to: a rule on Read or Edit speaks for all of it. */
function groupOf(tool: string): readonly string[] {
  if (READ_TOOLS.has(tool)) return [...new Set([tool, 'Read'])]
  if (EDIT_TOOLS.has(tool)) return [...new Set([tool, 'Edit'])]
  return [tool]
}

function toolRuleFor(allow: RuleIndex, subject: RuleSubject): CompiledRule | undefined {
  for (const tool of groupOf(subject.tool)) {
    const whole = allow.byTool.get(tool)?.whole[0]
    if (whole) return whole
  }
  return allow.wide.find((rule) => rule.specifier.kind === 'whole-tool' && matchesTool(rule.tool, subject.tool))
}

function coverShellLine(rules: CompiledRules, subject: RuleSubject): RuleMatch | undefined {
  const own = rules.allow.byTool.get(subject.tool)
  if (!own || own.shell.size === 0) return undefined
  const used = coverShell<CompiledRule>(subject.action, {
    candidates: (program) => candidateRules(own, program),
    coversWrite: (write) => coversWrite(rules.allow, write, subject),
    wrappers: rules.wrappers,
    facts: subject.facts,
  })
  return used?.[0] && ruleMatchOf(used[0], commandText(subject.action))
}

function* candidateRules(own: ToolRules, program: string): Iterable<readonly [ShellPattern, CompiledRule]> {
  for (const key of program === '' ? [''] : [program, '']) {
    for (const { pattern, compiled } of own.shell.get(key) ?? []) yield [pattern, compiled]
  }
}

function coversWrite(allow: RuleIndex, write: CoverableCommand['writes'][number], subject: RuleSubject): boolean {
  const touch = touchOf({ ...write, kind: 'write', reach: 'itself', certain: true }, subject.facts)
  return coveringPath(allow, ['Edit'], touch, subject) !== undefined
}

function coverPowershell(allow: RuleIndex, subject: RuleSubject): RuleMatch | undefined {
  const text = commandText(subject.action)
  const form = powershellForm(text)
  for (const { pattern, compiled } of [...(allow.byTool.get('PowerShell')?.shell.values() ?? [])].flat()) {
    if (coversShell(pattern, form) && (pattern.exact || isSinglePowershell(text))) return ruleMatchOf(compiled, text)
  }
  return undefined
}

/** Every file the call touches must be covered, and there must be one. */
function coverFiles(allow: RuleIndex, subject: RuleSubject): RuleMatch | undefined {
  if (!groupOf(subject.tool).some((tool) => (allow.byTool.get(tool)?.paths.length ?? 0) > 0)) return undefined
  const kind = READ_TOOLS.has(subject.tool) ? 'read' : 'write'
  const touches = subject.touches().filter((touch) => touch.kind === kind)
  let first: CompiledRule | undefined
  for (const touch of touches) {
    const rule = coveringPath(allow, groupOf(subject.tool), touch, subject)
    if (!rule) return undefined
    first ??= rule
  }
  return first && ruleMatchOf(first, touches.map((touch) => touch.text).join(', '))
}

function coveringPath(
  allow: RuleIndex,
  tools: readonly string[],
  touch: Touch,
  subject: RuleSubject,
): CompiledRule | undefined {
  for (const tool of tools) {
    const found = allow.byTool
      .get(tool)
      ?.paths.find(
        ({ specifier, rule }) =>
          specifier.kind === 'path' && coversPath(specifier.pattern, rule.source, touch, subject.facts),
      )
    if (found) return found
  }
  return undefined
}

function coverInput(allow: RuleIndex, subject: RuleSubject): RuleMatch | undefined {
  for (const compiled of allow.byTool.get(subject.tool)?.others ?? []) {
    const matched = coversInput(compiled, subject)
    if (matched !== undefined) return ruleMatchOf(compiled, matched)
  }
  return undefined
}

function coversInput({ specifier }: CompiledRule, subject: RuleSubject): string | undefined {
  if (specifier.kind === 'domain') {
    const host = urlHost(scalarInput(subject.action, 'url') ?? '')
    return host !== undefined && matchesDomain(specifier.pattern, host) ? host : undefined
  }
  if (specifier.kind === 'name') {
    const kind = namedKindOf(subject.action, subject.tool)
    return kind !== undefined && matchesWildcard(specifier.name, kind) ? kind : undefined
  }
  return undefined
}

function ruleMatchOf({ rule }: CompiledRule, matched: string): RuleMatch {
  return { behavior: rule.behavior, rule: rule.text, source: rule.source, matched }
}
