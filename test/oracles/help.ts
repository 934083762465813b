import { spawnSync } from 'node:child_process'

/** The help that a tool prints, or undefined where it is not installed. */
export function helpOf(command: string): string | undefined {
  const [program = '', ...words] = command.split(' ')
  const asks = program === 'git' ? ['-h'] : program === 'curl' ? ['--help', 'all'] : ['--help']
  const result = spawnSync(program, [...words, ...asks], {
    encoding: 'utf8',
    timeout: 5_000,
    input: '',
    env: { ...process.env, LC_ALL: 'C', COLUMNS: '200', PAGER: 'cat', GIT_PAGER: 'cat' },
  })
  if (result.error) return undefined
  const text = `${result.stdout}\n${result.stderr}`
  return /(?:^|\s)--?\w/.test(text) ? text : undefined
}

const NAME = /^--?(?:\[no-\])?([A-Za-z0-9][\w-]*)/
/** A value behind the name: in angles, after `=`, in capitals, or a plain word that ends the head of the line. */
const VALUE =
  /^(?:[= ]?<[^>]*>|[= ](?:\[[^\]\s]*\]|\([^)\s]*\))[^\s,]+|[= ]\([^)\s]*\)|=[^\s,[]+|[ ](?:[A-Z][A-Z0-9_:.-]*|'[^']*')(?=$|[\s,.[])|[ ][a-z][\w-]*(?=$|,))(?:\.\.\.)?/
/** A value that may be left out, and then is attached. */
const OPTIONAL = /^(?: ?\[[^\]]*\]+|#)(?=$|[\s,:])/
const BETWEEN = /^(?:\s*[,|/]\s*|\s+)(?=-)/

interface Spelling {
  readonly name: string
  /** Takes the next word. */
  takes: boolean
  /** Its value is one of the line's own: `-C, --check=quiet` says nothing of what `-C` takes. */
  readonly fixed: boolean
}

/** Options with whether they take the next word, from lines such as `-o, --output=FILE  write to FILE`. */
export function optionsIn(help: string): ReadonlyMap<string, boolean> {
  const found = new Map<string, Set<boolean>>()
  for (const line of help.split('\n')) {
    for (const { name, takes } of /^\s+-/.test(line) ? spellings(line.trim()) : [])
      found.set(name, (found.get(name) ?? new Set()).add(takes))
  }
  // What is shown in two ways is not said clearly.
  return new Map([...found].flatMap(([name, said]) => (said.size === 1 ? [[name, said.has(true)] as const] : [])))
}

function spellings(line: string): readonly Spelling[] {
  const found: Spelling[] = []
  let rest = line.split(/\s{2,}(?!-)|\t/)[0] ?? ''
  for (let name = NAME.exec(rest); name; name = NAME.exec(rest)) {
    rest = rest.slice(name[0].length)
    const optional = OPTIONAL.exec(rest)
    const value = optional ? null : VALUE.exec(rest)
    rest = rest.slice((optional ?? value)?.[0].length ?? 0)
    found.push({ name: name[1] ?? '', takes: value !== null, fixed: /^=[a-z]/.test(value?.[0] ?? '') })
    const between = BETWEEN.exec(rest)
    if (!between) break
    rest = rest.slice(between[0].length)
  }
  // Words that go on behind the names are a value in a form of its own, or the description.
  if (/^[\s[]*\[/.test(rest)) return []
  // `-o, --output=FILE`: what the long spelling takes, the short one takes too.
  const [long] = found.slice(-1)
  for (const each of found) if (each !== long && long?.takes && !long.fixed && !shown(found, each)) each.takes = true
  return found
}

/** `-c, -C NUM, --context[=NUM]`: two short spellings on a line are not the same option. */
function shown(found: readonly Spelling[], each: Spelling): boolean {
  return each.name.length === 1 && found.filter(({ name }) => name.length === 1).length > 1
}
