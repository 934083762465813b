import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hostFacts } from '../facts/host.ts'
import { diagnose } from '../integrations/install/diagnose.ts'
import { findHookStatuses } from '../integrations/install/hook-status.ts'
import { planLauncher } from '../integrations/install/install.ts'
import { repairInstalls, repairSettings, repairState } from '../integrations/install/repair.ts'
import type { Diagnosis } from '../integrations/installer.ts'
import { readPolicy } from '../integrations/policy.ts'
import { HOSTS, launcherHosts } from '../integrations/registry.ts'
import type { Policy } from '../settings/policy.ts'
import { refusesAgent } from './command-args.ts'
import { confirmGateChanges } from './doctor-confirmation.ts'
import { agentHomeDirectory } from './home.ts'
import { findInstalledHosts } from './installed-hosts.ts'
import { EXIT, type Io, paint, showInvisible, UsageError } from './io.ts'
import { judgeLines, judgeStatusOf, todaySpend } from './judge-status.ts'
import { wrappingIo } from './line-wrapping.ts'
import { hookFile } from './package-root.ts'
import { THIS_PERSON } from './typing-person.ts'
import { currentDirectoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate doctor [--fix] [--json]

Looks whether the gate really stands in the way: sends a harmless call that must be denied through the installed hook, and
looks at everything that could switch it off. Exit status 0 when nothing is wrong.

  --fix    repairs what it can: the hook's entries, its launcher, the state folder, settings that are gone
  --json   one finding per line

Examples:
  irongate doctor
  irongate doctor --fix
`

export async function run(args: readonly string[], plain: Io): Promise<number> {
  const { person = THIS_PERSON } = plain
  const { values } = options(args)
  const io = values.json ? plain : wrappingIo(plain)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const project = hostFacts({ cwd: currentDirectoryOr(home), home }).projectRoot
  const hosts = await findInstalledHosts({ home, project })
  const known = HOSTS.map(({ id }) => id)
  const look = () => diagnose({ home, project, policy: readPolicy({ cwd: project, home }), known, hosts })
  let found = look()
  if (values.fix && found.some(({ repair }) => repair !== undefined)) {
    if (refusesAgent(person, io, 'doctor --fix')) return EXIT.deny
    const kinds = new Set(found.flatMap(({ repair }) => repair ?? []))
    if (kinds.has('state')) io.out(`${showInvisible(repairState(home))}\n`)
    if (kinds.has('settings')) io.out(`${showInvisible(repairSettings(hosts, { home, project }))}\n`)
    if (kinds.has('install')) {
      const installs = hosts.flatMap(({ installer, host }) => findHookStatuses(installer, { home, project, host }))
      const from = installs.filter(({ scope }) => scope !== 'managed')
      const launcher = planLauncher({ node: process.execPath, hook: hookFile(), home }, await launcherHosts(from))
      const waitSeconds = readPolicy({ cwd: project, home }).approvals?.waitSeconds
      for (const line of repairInstalls(hosts, { home, project, launcher, waitSeconds }))
        io.out(`${showInvisible(line)}\n`)
    }
    found = look()
  }
  found = [...found, ...(await judgeFindings(readPolicy({ cwd: project, home }), home))]
  for (const diagnosis of found) io.out(values.json ? `${JSON.stringify(diagnosis)}\n` : formatFinding(diagnosis, io))
  if (!values.json) confirmGateChanges(home, io, person)
  return found.some(({ level }) => level === 'fault') ? EXIT.deny : 0
}

/** How the model answers, where one was chosen. An error that is past is told, and is no fault. */
async function judgeFindings(policy: Policy, home: string): Promise<Diagnosis[]> {
  const status = await judgeStatusOf(policy, home)
  if (!status.withModel) return []
  const what = judgeLines(status, todaySpend(home)).map((line) => line.trim().replace(/^judge {2}/, 'the judge: '))
  return [{ level: 'ok', what: what.join('\n') }]
}

const MARKS = { ok: ['green', 'ok     '], warning: ['yellow', 'warning'], fault: ['red', 'fault  '] } as const

function formatFinding({ level, what, todo }: Diagnosis, io: Io): string {
  const [style, mark] = MARKS[level]
  return `${paint(io, style, mark)}  ${showInvisible(what).replaceAll('\n', `\n${' '.repeat(9)}`)}\n${todo === undefined ? '' : `         → ${showInvisible(todo)}\n`}`
}

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        fix: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
