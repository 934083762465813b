import { UNREAD_RECIPE } from '../../recipes/task-recipes.ts'

export interface MakeRule {
  readonly needs: readonly string[]
  readonly lines: readonly string[]
}

export interface Makefile {
  readonly rules: ReadonlyMap<string, MakeRule>
  readonly first: string | undefined
  readonly variables: ReadonlyMap<string, string>
  /** `include` of what cannot be read, `$(eval …)`: this reading does not follow them. */
  readonly partly: boolean
  /** It decides later what is run: this reading does not tell. */
  readonly unread: boolean
  /** The texts of `$(shell …)`: make runs them while it reads the file, even with `-n`. */
  readonly atOnce: readonly string[]
}

const MAX_RULES = 5000

/** Finds the text of an included file, by its name as it is written; undefined when nothing is known of it. */
export type FindInclude = (name: string) => string | undefined

/** Stands for a file that this session has its hands in, and that cannot be read. */
export const UNREAD_INCLUDE = '$(eval unread)'

const MAX_INCLUDES = 16

/** The text with its includes put in; of files that nobody can tell anything about, nothing is left. */
function inlineIncludes(text: string, include: FindInclude, budget: { left: number }): string {
  if (!/^(?:-|s)?include\b/m.test(text)) return text
  return text
    .split('\n')
    .map((line) => {
      const names = /^(?:-|s)?include\s+(.*)$/.exec(line)?.[1]?.replace(/\s#.*$/, '')
      if (names === undefined) return line
      const found = /[$*?[]/.test(names) ? [names] : names.trim().split(/\s+/)
      return found
        .map((name) => {
          const text = budget.left-- > 0 ? include(name) : UNREAD_INCLUDE
          return text === undefined ? line : inlineIncludes(text, include, budget)
        })
        .join('\n')
    })
    .join('\n')
}

interface MakefileState {
  readonly rules: Map<string, { readonly needs: string[]; readonly lines: string[] }>
  readonly variables: Map<string, string>
  readonly atOnce: string[]
  first: string | undefined
  partly: boolean
  unread: boolean
  prefix: string
  current: readonly { readonly lines: string[] }[]
}

export function readMakefile(source: string, include: FindInclude = () => undefined): Makefile {
  const text = inlineIncludes(source, include, { left: MAX_INCLUDES })
  const found = { rules: new Map(), variables: new Map(), atOnce: findShellCalls(text), first: undefined }
  const reading: MakefileState = { ...found, partly: false, unread: false, prefix: '\t', current: [] }
  const lines = joinContinuedLines(text)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const defined = /^(?:override\s+|export\s+)*define\s+([^\s:?+!=]+)/.exec(line)
    if (defined) at = readDefinition(defined[1] ?? '', lines, at, reading)
    else if (line.startsWith(reading.prefix) && line.length > 0)
      for (const rule of reading.current) rule.lines.push(line.slice(1))
    else readLine(line, reading)
  }
  const { rules, first, variables, unread, atOnce } = reading
  return { rules, first, variables, partly: reading.partly || unread, unread, atOnce }
}

function readDefinition(name: string, lines: readonly string[], start: number, reading: MakefileState): number {
  let end = start + 1
  while (end < lines.length && !/^\s*endef\b/.test(lines[end] ?? '')) end++
  reading.variables.set(name, lines.slice(start + 1, end).join('\n'))
  return end
}

const UNFOLLOWED_CONSTRUCT = /\$[({](?:eval|file|guile)\b|^load\b/
const ASSIGNMENT = /^(?:(?:export|override|private|unexport)\s+)*([^\s:#=?+!]+)\s*(:::?|::?|\?|\+|!)?=\s*(.*)$/s

function readLine(line: string, reading: MakefileState): void {
  const trimmed = line.replace(/(?:^|\s)#.*$/s, '').trim()
  if (trimmed === '') return
  if (UNFOLLOWED_CONSTRUCT.test(trimmed)) reading.unread = true
  if (/^[-s]?include\b/.test(trimmed)) reading.partly = true
  const assignment = ASSIGNMENT.exec(trimmed)
  if (assignment) {
    const [, name = '', operator, value = ''] = assignment
    setVariable(name, operator, value, reading)
    reading.current = []
    return
  }
  const colon = trimmed.indexOf(':')
  if (colon <= 0 || reading.rules.size > MAX_RULES) {
    if (reading.rules.size > MAX_RULES) reading.partly = true
    reading.current = []
    return
  }
  readRule(trimmed.slice(0, colon), trimmed.slice(colon + 1).replace(/^:/, ''), reading)
}

function setVariable(name: string, operator: string | undefined, value: string, reading: MakefileState): void {
  const { variables, atOnce } = reading
  const before = variables.get(name)
  if (operator === '!') atOnce.push(value)
  if (operator === '?' && before !== undefined) return
  variables.set(name, operator === '+' && before !== undefined ? `${before} ${value}` : value)
  if (name === '.RECIPEPREFIX') reading.prefix = value.slice(0, 1) || '\t'
}

function readRule(left: string, right: string, reading: MakefileState): void {
  const targets = expandVariables(left, reading.variables).trim().split(/\s+/)
  // `target: NAME = value` is a variable of that target alone.
  const own = ASSIGNMENT.exec(right.trim())
  if (own && !/^[^=]*;/.test(right)) {
    setVariable(own[1] ?? '', own[2], own[3] ?? '', reading)
    reading.current = []
    return
  }
  const semicolon = right.indexOf(';')
  const needs = semicolon < 0 ? right : right.slice(0, semicolon)
  reading.current = targets.map((target) => {
    const rule = reading.rules.get(target) ?? { needs: [], lines: [] }
    const named = needs.replaceAll('|', ' ').trim().split(/\s+/)
    rule.needs.push(...named.filter((need) => need !== ''))
    if (semicolon >= 0) rule.lines.push(right.slice(semicolon + 1).trim())
    reading.rules.set(target, rule)
    if (reading.first === undefined && !target.startsWith('.') && !target.includes('%')) reading.first = target
    return rule
  })
}

const MAX_CALLS = 100

function findShellCalls(text: string): string[] {
  const calls: string[] = []
  const start = /\$([({])\s*shell[ \t]/g
  for (let found = start.exec(text); found; found = start.exec(text)) {
    if (calls.length >= MAX_CALLS) return [...calls, UNREAD_RECIPE]
    const [open, close] = found[1] === '(' ? ['(', ')'] : ['{', '}']
    let depth = 1
    let end = start.lastIndex
    for (; end < text.length && depth > 0; end++) depth += text[end] === open ? 1 : text[end] === close ? -1 : 0
    calls.push(text.slice(start.lastIndex, depth === 0 ? end - 1 : end))
    start.lastIndex = end
  }
  return calls
}

function joinContinuedLines(text: string): string[] {
  const lines: string[] = []
  let open = false
  for (const line of text.split('\n')) {
    const last = lines.length - 1
    if (open) {
      const before = lines[last] ?? ''
      lines[last] = before.startsWith('\t') ? `${before}\n${line}` : `${before.replace(/\\$/, ' ')}${line}`
    } else lines.push(line)
    open = line.endsWith('\\')
  }
  return lines
}

const MAX_GOALS = 200
const MAX_EXPANDED = 64 * 1024

export function findRecipe(file: Makefile, goal: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const rule = file.rules.get(goal) ?? findPatternRule(file, goal)
  if (!rule) return undefined
  if (seen.has(goal)) return []
  if (seen.size > MAX_GOALS) return [UNREAD_RECIPE]
  seen.add(goal)
  const needs = rule.needs.map((need) => expandVariables(need, file.variables))
  const needed = needs.flatMap((need) => need.split(/\s+/).flatMap((each) => findRecipe(file, each, seen) ?? []))
  const automatic = new Map([...file.variables, ['@', goal], ['<', needs[0] ?? ''], ['^', needs.join(' ')]])
  const lines = [...new Set(rule.lines)].flatMap((line) => expandVariables(line, automatic).split(/(?<!\\)\n/))
  const plain = lines.map((line) => line.replace(/^[\s@+-]+/, ''))
  const one = file.rules.has('.ONESHELL') && plain.length > 0 ? [plain.join('\n')] : plain
  return [...needed, ...one.map((line) => wrapInShell(line, file.variables))]
}

function findPatternRule({ rules }: Makefile, goal: string): MakeRule | undefined {
  for (const [target, rule] of rules) {
    const at = target.indexOf('%')
    if (at < 0 || rule.lines.length === 0) continue
    const [before, after] = [target.slice(0, at), target.slice(at + 1)]
    if (goal.length < target.length || !goal.startsWith(before) || !goal.endsWith(after)) continue
    const stem = goal.slice(at, goal.length - after.length)
    return { ...rule, needs: rule.needs.map((need) => need.replace('%', stem)) }
  }
  return rules.get('.DEFAULT')
}

const USUAL_SHELL = /^(?:\/\S+\/)?(?:env )?(?:ba|z|da|k)?sh(?:\s+-[a-z]+(?:\s+pipefail)?)*$/

function wrapInShell(line: string, variables: ReadonlyMap<string, string>): string {
  const shell = expandVariables(variables.get('SHELL') ?? 'sh', variables).trim()
  const flags = expandVariables(variables.get('.SHELLFLAGS') ?? '-c', variables).trim()
  if (line === '' || (USUAL_SHELL.test(shell) && /^(?:-[a-z]+|pipefail|\s)+$/.test(flags))) return line
  return `${shell} ${flags} '${line.replaceAll("'", `'\\''`)}'`
}

/** Replaces `$(NAME)` and `${NAME}` by plain variables and `$$` by `$`; what is not known becomes a shell variable. */
export function expandVariables(text: string, variables: ReadonlyMap<string, string>): string {
  const budget = { left: MAX_EXPANDED }
  const result = expandWithinBudget(text, variables, 0, budget)
  return budget.left > 0 ? result : UNREAD_RECIPE
}

const VARIABLE_REFERENCE =
  /\$\$|\$\(([\w.-]+)\)|\$\{([\w.-]+)\}|\$[({]([@<^*?+])[DF]?[)}]|\$([@<^*?+])|\$([A-Za-z_])|\$\(call\s+([\w.-]+)([^()]*)\)/g

function expandWithinBudget(
  text: string,
  variables: ReadonlyMap<string, string>,
  depth: number,
  budget: { left: number },
): string {
  budget.left -= text.length
  if (budget.left <= 0) return ''
  return text.replace(VARIABLE_REFERENCE, (whole, round, curly, inner, automatic, letter, called, args) => {
    if (whole === '$$') return '$'
    const name: string = round ?? curly ?? inner ?? automatic ?? letter ?? called
    const value = variables.get(name)
    if (name === 'MAKE') return 'make'
    if (name === 'SHELL' && value === undefined) return 'sh'
    if (value === undefined || depth > 5)
      return (inner ?? automatic) ? '"$TARGET"' : `"$${name.replaceAll(/[^\w]/g, '_')}"`
    if (called === undefined) return expandWithinBudget(value, variables, depth + 1, budget)
    const given = String(args).replace(/^\s*,/, '').split(',')
    const own = new Map([...variables, ...given.map((each, at): [string, string] => [String(at + 1), each.trim()])])
    return expandWithinBudget(value, own, depth + 1, budget)
  })
}
