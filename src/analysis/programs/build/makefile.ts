import { UNREAD } from './recipe-lines.ts'

/** One rule of a Makefile: what it needs and the lines it runs. */
export interface Rule {
  readonly needs: readonly string[]
  readonly lines: readonly string[]
}

export interface Makefile {
  readonly rules: ReadonlyMap<string, Rule>
  readonly first: string | undefined
  readonly variables: ReadonlyMap<string, string>
  /** `include`, `define`, `$(eval …)`, another shell: this reading does not follow them. */
  readonly partly: boolean
  /** The texts of `$(shell …)`: make runs them while it reads the file, even with `-n`. */
  readonly atOnce: readonly string[]
}

const MAX_RULES = 5000

/** Finds an included file's text; undefined when it cannot be read. */
export type Include = (name: string) => string | undefined

const MAX_INCLUDES = 16

/** The text with its plain includes put in; includes that cannot be followed stay. */
function included(text: string, include: Include, budget: { left: number }): string {
  if (!/^(?:-|s)?include\b/m.test(text)) return text
  return text
    .split('\n')
    .map((line) => {
      const names = /^(?:-|s)?include\s+(.*)$/.exec(line)?.[1]?.replace(/\s#.*$/, '')
      if (names === undefined || /[$*?[]/.test(names)) return line
      const texts = names
        .trim()
        .split(/\s+/)
        .map((name) => (budget.left-- > 0 ? include(name) : undefined))
      return texts.every((each) => each !== undefined)
        ? texts.map((each) => included(each ?? '', include, budget)).join('\n')
        : [line, ...texts.filter((each) => each !== undefined)].join('\n')
    })
    .join('\n')
}

/** Reads the plain part of a Makefile: variables, rules, recipe lines. Linear. */
export function readMakefile(source: string, include: Include = () => undefined): Makefile {
  const text = included(source, include, { left: MAX_INCLUDES })
  const rules = new Map<string, { needs: string[]; lines: string[] }>()
  const variables = new Map<string, string>()
  let first: string | undefined
  let partly = false
  let current: { needs: string[]; lines: string[] }[] = []
  for (const line of joined(text)) {
    if (line.startsWith('\t')) {
      for (const rule of current) rule.lines.push(line.slice(1))
      continue
    }
    const trimmed = line.replace(/(?:^|\s)#.*$/, '').trim()
    if (trimmed === '') continue
    if (
      /^-?include\b|^sinclude\b|^define\b|^\$\(eval|^SHELL\s*:?=(?!\s*(?:\/\S+\/)?(?:env )?(?:ba|z|da)?sh\s*$)/.test(
        trimmed,
      )
    )
      partly = true
    const assignment = /^(?:export\s+|override\s+)?([\w.-]+)\s*(?:::?:?|\?|\+)?=\s*(.*)$/.exec(trimmed)
    if (assignment) {
      variables.set(assignment[1] ?? '', assignment[2] ?? '')
      current = []
      continue
    }
    const colon = trimmed.indexOf(':')
    if (colon <= 0 || rules.size > MAX_RULES) {
      current = []
      continue
    }
    const [needs = '', inline] = trimmed
      .slice(colon + 1)
      .replace(/^:/, '')
      .split(';', 2)
    const targets = trimmed.slice(0, colon).trim().split(/\s+/)
    current = targets.map((target) => {
      const rule = rules.get(target) ?? { needs: [], lines: [] }
      rule.needs.push(
        ...needs
          .split('|')
          .join(' ')
          .trim()
          .split(/\s+/)
          .filter((need) => need !== ''),
      )
      if (inline !== undefined) rule.lines.push(inline.trim())
      rules.set(target, rule)
      if (first === undefined && !target.startsWith('.')) first = target
      return rule
    })
  }
  return { rules, first, variables, partly, atOnce: shellCalls(text) }
}

const MAX_CALLS = 100

/** The texts inside `$(shell …)`, parentheses balanced. */
function shellCalls(text: string): string[] {
  const calls: string[] = []
  let at = text.indexOf('$(shell ')
  while (at >= 0) {
    if (calls.length >= MAX_CALLS) return [...calls, UNREAD]
    let depth = 1
    let end = at + 2
    for (; end < text.length && depth > 0; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    calls.push(text.slice(at + 8, depth === 0 ? end - 1 : end))
    at = text.indexOf('$(shell ', end)
  }
  return calls
}

/** Lines with backslash continuations joined; recipe lines keep theirs for the shell. */
function joined(text: string): string[] {
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

/** The recipe lines a goal runs, prerequisites first; undefined when the goal has no rule. */
export function recipeOf(file: Makefile, goal: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const rule = file.rules.get(goal)
  if (!rule) return undefined
  if (seen.has(goal)) return []
  if (seen.size > MAX_GOALS) return [UNREAD]
  seen.add(goal)
  const needed = rule.needs.flatMap((need) => recipeOf(file, expand(need, file.variables), seen) ?? [])
  return [...needed, ...rule.lines.map((line) => expand(line, file.variables).replace(/^[@+-]+\s*/, ''))]
}

/** Replaces `$(NAME)` and `${NAME}` by plain variables and `$$` by `$`; what is not known becomes a shell variable. */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  const budget = { left: MAX_EXPANDED }
  const result = expandWithin(text, variables, 0, budget)
  return budget.left > 0 ? result : UNREAD
}

function expandWithin(
  text: string,
  variables: ReadonlyMap<string, string>,
  depth: number,
  budget: { left: number },
): string {
  budget.left -= text.length
  if (budget.left <= 0) return ''
  return text.replace(/\$\$|\$\(([\w.-]+)\)|\$\{([\w.-]+)\}|\$([@<^*?])/g, (whole, round, curly, automatic) => {
    if (whole === '$$') return '$'
    if (automatic !== undefined) return '"$TARGET"'
    const name: string = round ?? curly
    const value = variables.get(name)
    if (name === 'MAKE') return 'make'
    if (value === undefined || depth > 5) return `"$${name.replaceAll(/[^\w]/g, '_')}"`
    return expandWithin(value, variables, depth + 1, budget)
  })
}
