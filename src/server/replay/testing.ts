import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Case, readClass, readClasses } from '../../../test/corpus/read.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { GENERIC_INTEGRATION } from '../../integrations/generic/integration.ts'
import { answerEvent } from '../../integrations/hook-runtime/hook-events.ts'
import { readPolicy } from '../../integrations/policy.ts'

/** For tests: calls of the corpus, as an agent makes them in sessions on a machine that is there. */
export interface ReplayedSessions {
  readonly home: string
  readonly records: AuditRecord[]
}

export function replayedMachine(home: string): ReplayedSessions {
  const project = join(home, 'project')
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  mkdirSync(join(project, 'scripts'), { recursive: true })
  mkdirSync(join(project, 'src'))
  const scripts = { test: 'vitest run', build: 'tsc -p .', deploy: 'sh scripts/deploy.sh', lint: 'biome check .' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'p', scripts, dependencies: { hono: '^4' } }))
  writeFileSync(join(project, 'Makefile'), 'test:\n\tnpm test\nclean:\n\trm -rf dist\n')
  writeFileSync(join(project, 'scripts/deploy.sh'), 'kubectl apply -f k8s/ --context production\n')
  writeFileSync(join(project, 'src/index.ts'), 'export const one = 1\n')
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', project, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args])
  git('init', '--quiet', '--initial-branch=main')
  git('remote', 'add', 'origin', 'git@github.com:acme/project.git')
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  git('checkout', '--quiet', '-b', 'feature/x')
  writeFileSync(join(project, 'src/index.ts'), 'export const one = 2\n')
  return { home, records: [] }
}

/** Everything that the decisions rested on is gone. */
export function wipeHome({ home }: ReplayedSessions): void {
  rmSync(join(home, 'project'), { recursive: true })
  mkdirSync(join(home, 'project'))
}

export function corpusCases(): readonly Case[] {
  return readClasses().flatMap((name) => readClass(name))
}

async function sendEvent({ home, records }: ReplayedSessions, fields: object): Promise<void> {
  const event = GENERIC_INTEGRATION.readEvent(JSON.stringify(fields), { home, signs: {} })
  const audit = (record: AuditRecord) => records.push(record)
  await answerEvent(event, {
    integration: GENERIC_INTEGRATION,
    host: 'generic',
    home,
    now: Date.now,
    readPolicy,
    audit,
  })
}

let sessionCount = 0

/** A case with what came before it, in a session. */
export async function replayLiveCase(
  at: ReplayedSessions,
  found: Case,
  how: { session: string; attended: boolean; agent?: string },
): Promise<void> {
  const {
    tool,
    input,
    user = [],
    before = [],
  } = JSON.parse(JSON.stringify(found).replaceAll('/home/dev', at.home)) as Case
  const shared = { ...how, cwd: join(at.home, 'project') }
  for (const text of user) await sendEvent(at, { event: 'prompt', text, session: how.session, cwd: shared.cwd })
  for (const call of before) {
    const id = `c${++sessionCount}`
    await sendEvent(at, { event: 'tool', ...shared, ...call, call: id })
    await sendEvent(at, { event: 'ran', ...shared, call: id })
  }
  await sendEvent(at, { event: 'tool', ...shared, tool, input, call: `c${++sessionCount}` })
}
