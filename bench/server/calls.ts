import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readSessions } from '../data/sessions.ts'

export interface SessionCall {
  readonly session: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
}

/** A project as agents work in: a repository with files. */
export function makeProject(home: string): string {
  const project = join(home, 'project')
  for (const folder of ['src', 'src/lib', 'test', 'docs']) mkdirSync(join(project, folder), { recursive: true })
  const manifest = { name: 'bench', scripts: { test: 'vitest run', build: 'tsc -p .', lint: 'biome check .' } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  for (let index = 0; index < 200; index++)
    writeFileSync(join(project, 'src/lib', `file-${index}.ts`), `export const value${index} = ${index}\n`)
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=b', '-c', 'user.email=b@b', ...words])
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'start')
  return project
}

/** The calls of real sessions, moved into the project; calls that are made up only where that was asked for: they cost half as much. */
export function callsFor(
  project: string,
  data: readonly string[] | 'made up',
): { readonly from: string; readonly calls: readonly SessionCall[] } {
  if (data === 'made up') return { from: data, calls: madeUp(project) }
  const sessions = readSessions(data)
  const calls = sessions.flatMap(({ id, cwd, events }) =>
    events.flatMap((event): SessionCall[] => {
      if (event.kind !== 'call' || event.clipped) return []
      const input = JSON.parse(JSON.stringify(event.input).replaceAll(cwd, project)) as SessionCall['input']
      return [{ session: id, tool: event.tool, input, cwd: project }]
    }),
  )
  if (calls.length === 0)
    throw new Error(`there are no sessions in ${data.join(', ')}; --data names other folders, --made-up does without`)
  return { from: `${sessions.length} real sessions`, calls }
}

/**
 * The calls of all sessions between each other, each session's own in their order: whoever asks thousands of times in a second is many
 * people at work at once, whose calls come seconds apart, and not one session that hurries.
 */
export function atOnce(calls: readonly SessionCall[]): readonly SessionCall[] {
  const placed = [...Map.groupBy(calls, ({ session }) => session).values()].flatMap((own) =>
    own.map((call, index) => ({ call, at: (index + 0.5) / own.length })),
  )
  return placed.toSorted((left, right) => left.at - right.at).map(({ call }) => call)
}

const COMMANDS: readonly ((at: number) => string)[] = [
  (at) => `git log --oneline -n ${at % 50}`,
  (at) => `grep -rn "value${at}" src | sort -u | head -${at % 40}`,
  (at) => `cd src && sed -n '${at % 90},${(at % 90) + 20}p' lib/file-${at % 200}.ts`,
  (at) => `npm test -- --filter=case-${at}`,
  (at) => `find . -name "*-${at}.ts" -not -path "./node_modules/*" | xargs wc -l`,
  (at) => `git diff HEAD~${at % 5} --stat && git status --short`,
  (at) => `python3 -c "print(sum(range(${at})))"`,
  (at) => `for f in a${at} b${at}; do test -f src/$f.ts && cat src/$f.ts; done`,
]

function madeUp(project: string): readonly SessionCall[] {
  return Array.from({ length: 4000 }, (_, at) => {
    const session = `session-${at % 40}`
    const command = COMMANDS[at % COMMANDS.length]?.(at) ?? 'ls'
    return at % 2 === 0
      ? { session, tool: 'Read', input: { file_path: join(project, 'src/lib', `file-${at % 200}.ts`) }, cwd: project }
      : { session, tool: 'Bash', input: { command }, cwd: project }
  })
}

/** The same call, with a text that was not sent before. A file keeps its name, which says how it is read, and gets another folder. */
export function unlike({ tool, input, cwd }: SessionCall, round: number): Readonly<Record<string, unknown>> {
  const { command, file_path: file } = input
  if (tool === 'Bash' && typeof command === 'string') return { ...input, command: `${command}\n# ${round}` }
  if (typeof file !== 'string') return { ...input, round }
  const inside = file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : undefined
  const moved = inside === undefined ? join(dirname(file), `${round}`, basename(file)) : join(cwd, `${round}`, inside)
  return { ...input, file_path: moved }
}
