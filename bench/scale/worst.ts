import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { checkerOf, cpuMs, leastMs } from './checking.ts'

/** As long as a command may be that is analysed. */
const LENGTH = 250_000

const filled = (part: string, length = LENGTH) => part.repeat(Math.floor(length / part.length))
const document = (head: string, part: string) => `${head} <<'END_OF_TEXT'\n${filled(part)}\nEND_OF_TEXT\n`
const listed = (count: number, one: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => one(at)).join(between)

/** Inputs made to be slow: as much of one thing as fits. */
export const SHAPES: ReadonlyMap<string, () => string> = new Map<string, () => string>([
  ['commands', () => filled('a;')],
  ['pipes', () => `${filled('a|')}a`],
  ['and-lists', () => `${filled('a && ')}a`],
  ['subshells', () => filled('(a);')],
  ['branches', () => filled('if a; then b; fi;')],
  ['cases', () => filled('case x in a) b;; esac;')],
  ['loops', () => filled('for i in a b; do c $i; done;')],
  ['functions', () => filled('f(){ a; };f;')],
  ['git', () => filled('git log;')],
  ['containers', () => filled('docker run a b;')],
  ['directories', () => filled('cd a;')],
  ['links', () => filled('ln -s a b;')],
  ['files written', () => listed(12_000, (at) => `echo a > b${at}`, '\n')],
  ['files copied', () => `cp ${listed(5_000, (at) => `a${at}`)} d`],
  ['substitutions', () => `echo ${filled('$(a) ')}`],
  ['process substitutions', () => `cat ${filled('<(a) ')}`],
  ['text with substitutions', () => `echo "${filled('hello; $x `y` ')}"`],
  ['quotes', () => filled('"a"\'b\'$c')],
  ['variables', () => filled('$a')],
  ['assignments', () => filled('x=1 ')],
  ['arithmetic', () => filled('((x=x+1));')],
  ['arguments', () => `rm -rf ${filled('a/b ')}`],
  ['globs', () => `rm ${filled('*a ')}`],
  ['brackets', () => '('.repeat(LENGTH)],
  ['evaluations', () => `${filled('eval ')}ls`],
  ['wrappers', () => `${filled('env ')}ls`],
  ['shells', () => filled("bash -c 'a';")],
  ['traps', () => filled("trap 'a' EXIT;")],
  ['a text for a shell', () => document('bash', 'a;b\n')],
  ['a text for a file', () => document('cat > notes.md', 'It is; what $(it) is.\n')],
  ['Python: assignments', () => document('python3 -', 'x=1\n')],
  ['Python: files', () => document('python3 -', 'open("f","w").write("x")\n')],
  ['Python: text that grows', () => document('python3 -', 'a=a+a+"xxxxxxxx"\n')],
  ['JavaScript: calls', () => document('node -', 'a();')],
  ['JavaScript: requests', () => document('node -', 'fetch("http://a.test");')],
  ['Perl: programs', () => document('perl -', 'system("ls");\n')],
  ['PowerShell', () => `pwsh -c '${filled('Get-Item a;')}'`],
  ['SQL', () => document('psql', 'delete from a where x=1;\n')],
])

export interface Worst {
  readonly name: string
  readonly bytes: number
  readonly warm: number
  /** The first check of a fresh process. */
  readonly cold: number
  readonly outcome: string
}

/** Every shape: what a check costs in a process that has run before, and in one that has not. */
export async function worstCases(step: (name: string) => void): Promise<readonly Worst[]> {
  const checker = checkerOf()
  const found: Worst[] = []
  for (const [name, shape] of SHAPES) {
    const text = shape()
    const { outcome } = await checker.check(text)
    const warm = await leastMs(5, () => checker.check(text))
    found.push({ name, bytes: text.length, warm, cold: await coldMs(name), outcome })
    step(name)
  }
  return found
}

async function coldMs(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, name])
  return Number(stdout)
}

if (process.argv[1] === import.meta.filename) {
  const text = SHAPES.get(process.argv[2] ?? '')?.() ?? ''
  const checker = checkerOf()
  process.stdout.write(String(await cpuMs(() => checker.check(text))))
}
