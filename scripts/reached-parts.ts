import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundle } from './bundle.ts'

/** Calls that stand for others: a module that several of them evaluate belongs in the part, unless it is in one before. */
const CALLS: readonly (readonly [part: string, tool: string, inputs: readonly Readonly<Record<string, string>>[]])[] = [
  ['every-call', 'Read', [{ file_path: 'a.ts' }]],
  [
    'every-command',
    'Bash',
    [
      'ls -la src',
      'git status',
      'npm test',
      'cat a.md | head -20',
      'mkdir -p out && cp a b',
      'cd src && sed -n 1,9p a.ts',
      'git log --oneline -5',
      'git diff --stat',
      'grep -rn x src | head -5',
      'ls -la src | head -20',
      'find . -name x.ts',
      'git status --short && git diff | head -40',
      'cd src && ls -la | wc -l',
    ].map((command) => ({ command })),
  ],
]

/** One that is read in vain costs little, and one that lies elsewhere a whole part. */
const SEVERAL = 2

/**
 * Modules that the plainest calls evaluate, by the part they belong in: found by making these calls, because reading a file, and
 * bringing back its compiled code, costs a hook that lives for one call about as much as its decision.
 */
export function reachedParts({ files, modules }: Bundle): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-reached-'))
  try {
    mkdirSync(join(folder, 'parts'))
    for (const [file, text] of files) writeFileSync(join(folder, file), text)
    mkdirSync(join(folder, 'home', '.irongate', 'state'), { recursive: true, mode: 0o700 })
    // Where the hook is installed, there are settings that name it; and what agents work on is mostly a repository.
    mkdirSync(join(folder, 'home', '.claude'))
    writeFileSync(join(folder, 'home', '.claude', 'settings.json'), '{ "hooks": {} }')
    writeFileSync(
      join(folder, 'home', '.irongate', 'settings.json'),
      '{ "hosts": { "claude-code": { "daemon": false } } }',
    )
    mkdirSync(join(folder, 'home', '.git'))
    writeFileSync(join(folder, 'home', '.git', 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(folder, 'home', '.git', 'config'), '[core]\n\tbare = false\n')
    const parts = new Map<string, string>()
    for (const [part, tool, inputs] of CALLS) {
      const numbers = inputs.flatMap((input) => reached(folder, { tool_name: tool, tool_input: input }))
      const times = Map.groupBy(numbers, (number) => modules[number])
      for (const [path, { length }] of times)
        if (path !== undefined && !parts.has(path) && length >= Math.min(inputs.length, SEVERAL)) parts.set(path, part)
    }
    return parts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A machine that is very busy reads no file in the time that a check has for it; so the bundle is asked again before it is blamed. */
const TRIES = 5

/** The numbers of what the hook evaluates for a call. */
function reached(folder: string, call: object, tries = TRIES): readonly number[] {
  const home = join(folder, 'home')
  const event = { session_id: 'build', cwd: home, permission_mode: 'default', hook_event_name: 'PreToolUse', ...call }
  const program = `const cli = require(${JSON.stringify(join(folder, 'cli.cjs'))})
cli.installed(['hook', 'claude-code', '--installed', '--home', ${JSON.stringify(home)}], 'none').then(() => process.stderr.write(JSON.stringify(cli.reached())))`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], {
    input: JSON.stringify(event),
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  if (status !== 0 || !stdout.includes('"allow"')) {
    if (tries > 1) return reached(folder, call, tries - 1)
    throw new Error(`the bundle does not answer a plain call: ${status} ${stdout} ${stderr}`)
  }
  return JSON.parse(stderr)
}
