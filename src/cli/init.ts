import { commandStates, writeCommands } from '../integrations/install/command-files.ts'
import { launcherUsers } from '../integrations/install/hook-status.ts'
import { HostFileFault } from '../integrations/install/host-file.ts'
import {
  applyInstall,
  type InstallPlan,
  planInstall,
  planLauncher,
  writeLauncher,
} from '../integrations/install/install.ts'
import {
  type ManualMode,
  manualQuestion,
  parseManualMode,
  readManualMode,
  writeManualMode,
  writeWaitSeconds,
} from '../integrations/install/manual-modes.ts'
import type { FoundHost, HookPlace, Installer } from '../integrations/installer.ts'
import { readPolicy } from '../integrations/policy.ts'
import { installers, launcherHosts } from '../integrations/registry.ts'
import { areSettingsLost, readInstalls } from '../state/installs.ts'
import { changedLines } from './changed-lines.ts'
import { refusesAgent } from './command-args.ts'
import { homeWarning } from './home.ts'
import { installManaged } from './init-managed.ts'
import {
  type InitOptions,
  initHelp,
  installableHosts,
  installHome,
  isMachineWide,
  parseInitOptions,
} from './init-options.ts'
import { EXIT, type Io, paint, showInvisible, UsageError } from './io.ts'
import { offerJudge } from './judge-choice/offer.ts'
import { wrappingIo } from './line-wrapping.ts'
import { hookFile } from './package-root.ts'
import { offerPowershell, offersPowershell, POWERSHELL_OFFER } from './powershell-offer.ts'
import { askTerminal, THIS_PERSON } from './typing-person.ts'
import { projectRootFor } from './working-directory.ts'

/** A host on this machine, with what puts the hook into it. */
interface Target {
  readonly installer: Installer
  readonly host: FoundHost
}

export async function run(args: readonly string[], plain: Io): Promise<number> {
  const io = wrappingIo(plain)
  const typed = parseInitOptions(args)
  if (typed.help) {
    io.out(initHelp())
    return 0
  }
  const options: InitOptions = { ...typed, home: installHome(typed) }
  const wanted = (await installers()).filter(({ id }) => options.host === undefined || id === options.host)
  if (wanted.length === 0) throw new UsageError(`--host is one of: ${installableHosts()}\n\n${initHelp()}`)
  const environment = { home: options.home, path: process.env['PATH'] ?? '', variables: process.env }
  const targets = wanted.flatMap((installer): Target[] => {
    const host = installer.find(environment)
    return host ? [{ installer, host }] : []
  })
  if (targets.length === 0) {
    for (const { title, sought } of wanted) io.error(`irongate init: ${title} was not found: ${sought}.\n`)
    return EXIT.usage
  }
  if (options.scope === 'managed' && process.getuid?.() !== 0)
    throw new UsageError('--scope managed needs root: `sudo irongate init --scope managed`')
  const hosts = await launcherHosts(launcherUsers(targets, { ...options, project: projectOf(options) }))
  const launcher = planLauncher({ node: process.execPath, hook: hookFile(), home: options.home }, hosts)
  for (const warning of accountWarnings(options)) io.out(`${paint(io, 'yellow', 'warning')}: ${warning}\n`)
  if (options.scope === 'managed' || options.plugin) {
    const statuses = targets.map((target) => {
      printHeader(target, io)
      return tryInstall(io, () =>
        options.plugin
          ? preparePlugin(target.installer, launcher, options, io)
          : installManaged(target, hosts, { ...options, isYes }, io),
      )
    })
    return statuses.find((status) => status !== 0) ?? 0
  }
  const status = installAll(targets, launcher, options, io)
  const isOn = options.scope === 'user' && !options.dryRun && readInstalls(options.home).length > 0
  if (isOn) await offerJudge(options, io)
  return status
}

type Launcher = InstallPlan['launcher']

const projectOf = ({ home, scope }: Pick<InitOptions, 'home' | 'scope'>) => projectRootFor(home, scope === 'project')

/** Shows the change in every agent, asks once, and writes. One that cannot be changed keeps nobody else from it. */
function installAll(targets: readonly Target[], launcher: Launcher, typed: InitOptions, io: Io): number {
  // The hook's time limit, which is shown, follows from it.
  const options: InitOptions = { ...typed, wait: typed.wait ?? chooseWaiting(typed, io) }
  const states = new Map<string, number>()
  const shown = targets.flatMap((target): readonly ShownChange[] => {
    printHeader(target, io)
    const found: ShownChange[] = []
    const status = tryInstall(io, () => {
      found.push(showChange(target, launcher, options, io))
      return 0
    })
    states.set(target.installer.title, status)
    return found
  })
  if (options.dryRun) {
    io.out('\nNothing was written.\n')
    return worstStatus(states)
  }
  // A hook that stands there may be another home's.
  if (shown.some(({ plan }) => plan.again) && refusesAgent(io.person ?? THIS_PERSON, io, 'init')) return EXIT.deny
  const wanted = options.yes ? shown : chooseChanges(shown)
  if (shown.length > 0 && wanted.length === 0) io.out('Nothing was written. With --yes it does not ask.\n')
  if (options.wait !== undefined && wanted.length > 0)
    io.out(`${writeWaitSeconds(options.home, options.wait)}: ${waitingText(options.wait)}\n`)
  let answers: InstallAnswers = {}
  for (const one of shown) {
    const { title } = one.target.installer
    if (!wanted.includes(one)) {
      states.set(title, EXIT.deny)
      continue
    }
    if (targets.length > 1) io.out(`\n${paint(io, 'bold', title)}\n`)
    const status = tryInstall(io, () => {
      const written = writeChange(one, { ...options, ...answers }, io)
      answers = written.answers
      return written.status
    })
    states.set(title, status)
  }
  if (targets.length > 1) io.out(`\n${installSummary(states)}\n`)
  return worstStatus(states)
}

const worstStatus = (states: ReadonlyMap<string, number>) => [...states.values()].find((status) => status !== 0) ?? 0

const DEFAULT_WAIT_SECONDS = 300

/** Offered once, before anything is installed for this home; undefined leaves the settings as they are. */
function chooseWaiting({ home, scope, yes, dryRun }: InitOptions, io: Io): number | undefined {
  if (dryRun || scope !== 'user' || readPolicy({ cwd: home, home }).approvals?.waitSeconds) return undefined
  const reply =
    yes || readInstalls(home).length > 0
      ? undefined
      : askTerminal(
          'Where nobody can be asked (`claude -p`, a nightly job), let a stopped call wait five minutes for your answer? [y/N] ',
        )
  if (isYes(reply)) return DEFAULT_WAIT_SECONDS
  io.out(
    `Where nobody can be asked, calls are denied at once; \`irongate init --wait ${DEFAULT_WAIT_SECONDS}\` lets them wait for you.\n`,
  )
  return undefined
}

function waitingText(seconds: number): string {
  return seconds === 0
    ? 'calls are denied at once'
    : `calls wait up to ${seconds} s for you; \`irongate pending\` lists them`
}

function installSummary(states: ReadonlyMap<string, number>): string {
  const each = [...states].map(([title, status]) => `${title}: ${status === 0 ? 'on' : 'NOT on'}`)
  return `${each.join(', ')}. \`irongate status\` shows each.`
}

function printHeader({ installer, host }: Target, io: Io): void {
  io.out(`${paint(io, 'bold', installer.title)} ${host.version ?? ''} ${host.program ?? ''}\n`)
  for (const warning of installer.warnings(host)) io.out(`${paint(io, 'yellow', 'warning')}: ${warning}\n`)
}

/** A file of an agent that cannot be changed is told; the gate is not on there. */
function tryInstall(io: Io, install: () => number): number {
  try {
    return install()
  } catch (error) {
    if (!(error instanceof HostFileFault)) throw error
    io.error(`irongate init: ${showInvisible(error.message)}. Nothing was written there; the gate is NOT on.\n`)
    return EXIT.deny
  }
}

/** What would be written into one agent, after the person has seen it. */
interface ShownChange {
  readonly target: Target
  readonly plan: InstallPlan
  readonly place: HookPlace
  /** It stands there already. */
  readonly isComplete: boolean
}

function showChange(target: Target, launcher: Launcher, { scope, home, wait }: InitOptions, io: Io): ShownChange {
  const { installer, host } = target
  const project = projectOf({ home, scope })
  const file = installer.fileFor(scope, { host, project })
  const waitSeconds = wait ?? readPolicy({ cwd: project, home }).approvals?.waitSeconds
  const plan = planInstall({ installer, scope, file, waitSeconds }, launcher)
  const { before, after } = plan
  if (before === after) io.out(`${file} has the hook already.\n`)
  else io.out(`\n${file}${before === undefined ? ' (new)' : ''}\n${changedLines(before ?? '', after, io)}\n`)
  const place = { scope, file }
  const commands = commandStates(installer, place)
  for (const { file: path, typed, state } of commands)
    io.out(`${path}${COMMAND_NOTES[state]}\n  ${typed} in ${installer.title}: why the gate stopped a call\n`)
  const isComplete = before === after && commands.every(({ state }) => state === 'current' || state === 'theirs')
  io.out(`${launcher.file}\n  starts the hook with a clean environment; a fault blocks the call\n`)
  if (offersPowershell({ platform: process.platform, home })) io.out(POWERSHELL_OFFER)
  return { target, plan, place, isComplete }
}

/** What the person wants of it: all, nothing, or one by one. What stands there already needs no yes. */
function chooseChanges(shown: readonly ShownChange[]): readonly ShownChange[] {
  const news = shown.filter(({ isComplete }) => !isComplete)
  if (news.length === 0) return shown
  const titles = news.map(({ target }) => target.installer.title)
  const [only] = titles
  const reply = askTerminal(
    titles.length === 1
      ? `\nWrite this${shown.length > 1 ? ` for ${only}` : ''}? [y/N] `
      : `\nWrite this for ${titles.join(', ')}? [y/N, or e to choose each] `,
  )
  if (isYes(reply)) return shown
  const each = titles.length > 1 && /^e(?:ach)?$/i.test(reply ?? '')
  return shown.filter((one) => one.isComplete || (each && isYes(askTerminal(`${one.target.installer.title}? [y/N] `))))
}

/** What was answered for one agent, and counts for the next ones. */
interface InstallAnswers {
  readonly answered?: ManualMode
}

interface WriteResult {
  readonly status: number
  readonly answers: InstallAnswers
}

function writeChange({ target, plan, place }: ShownChange, options: InitOptions & InstallAnswers, io: Io): WriteResult {
  const { installer, host } = target
  const { scope, home } = options
  const { file } = place
  // Settings that are gone said something: what is not known is as new, and there nothing is loosened.
  const existing = !areSettingsLost(home) && readInstalls(home).some((install) => install.file === file)
  // Chosen before the hook stands: without a choice it also says yes, and whoever is asked may break off.
  const answered = chooseManualMode(installer, { ...options, existing }, io)
  const { backup } = applyInstall(plan, home, Date.now())
  if (backup !== undefined) io.out(`The file as it was: ${backup}\n`)
  addCommands({ installer, place, home }, io)
  if (offersPowershell({ platform: process.platform, home })) offerPowershell(options, io)
  const answers = answered === undefined ? {} : { answered }
  if (scope === 'user') io.out(limitationText(installer))
  const notYet = notRunningReason({ installer, host, file, text: plan.after })
  if (notYet !== undefined) {
    io.error(`\nirongate init: the gate is NOT on yet. ${notYet}.\n`)
    return { status: EXIT.deny, answers }
  }
  io.out(
    `\nDone. New sessions of ${installer.title} with the home ${home} pass through the gate. \`irongate doctor\` proves it.\n`,
  )
  return { status: 0, answers }
}

/** What is left to do before the agent runs the hook that stands in its file. */
function notRunningReason({
  installer,
  host,
  file,
  text,
}: Target & { file: string; text: string }): string | undefined {
  const unread = installer.editor.unread(text)
  if (unread !== undefined) return `${file} ${unread}, then run \`irongate doctor\``
  const pending = installer.pending?.(file, host)
  return pending === undefined ? undefined : `${pending}. Then run \`irongate doctor\``
}

const COMMAND_NOTES = {
  missing: ' (new)',
  current: '',
  changed: ' (was changed; a copy is kept)',
  theirs: ' (not ours; it stays as it is)',
} as const

/** The gate stands without them. */
function addCommands(
  { installer, place, home }: { installer: Installer; place: HookPlace; home: string },
  io: Io,
): void {
  try {
    writeCommands(installer, place, home)
  } catch (error) {
    if (!(error instanceof HostFileFault)) throw error
    io.error(`irongate init: ${showInvisible(error.message)}; the gate stands without it.\n`)
  }
}

/** Said before anybody relies on it. */
const limitationText = ({ managedNeeds, conversations, scopes }: Installer) => {
  const ways = [
    ...(conversations ? ['`irongate status` lists calls that ran without the gate'] : []),
    ...((scopes?.includes('managed') ?? true)
      ? [
          `\`sudo irongate init --scope managed\` stands above them all${managedNeeds === undefined ? '' : `, with ${managedNeeds}`}`,
        ]
      : []),
  ]
  return `
What this cannot prevent: settings of a project, a flag at the agent's start or the account itself can switch hooks off, and then no
hook can say so.${ways.length === 0 ? '' : ` ${ways.join('; ')}.`}
`
}

/**
 * New installs spare the person the agent's own question where the gate has answered; older ones keep what they had. Gives back
 * what was answered: a person who installs into several agents is asked once.
 */
function chooseManualMode(
  installer: Installer,
  { home, manual, yes, existing, answered }: InitOptions & InstallAnswers & { existing: boolean },
  io: Io,
): ManualMode | undefined {
  const { id, title, manualModes } = installer
  if (manualModes === undefined) return answered
  const before = readManualMode(home, id)
  if (manual === undefined && (before !== undefined || existing)) {
    if (before === undefined)
      io.out(
        `In the modes ${manualModes} the gate says yes where ${title} would ask you; \`irongate init --manual mirror\` ends that.\n`,
      )
    return answered
  }
  const choice = manual ?? answered ?? (yes ? 'answer' : parseManualMode(askTerminal(manualQuestion(installer))))
  if (choice !== before)
    io.out(
      `${writeManualMode(home, id, choice)}: in the modes ${manualModes} ${title} ${MANUAL_MODE_EFFECTS[choice]}.\n`,
    )
  return choice
}

const MANUAL_MODE_EFFECTS = {
  mirror: 'keeps asking you about everything',
  answer: 'no longer asks you about what Irongate finds safe; `irongate init --manual mirror` changes that',
} as const

/** The plugin carries the hook entries; the launcher that they start lies in our own folder all the same. */
function preparePlugin({ title, plugin }: Installer, launcher: Launcher, options: InitOptions, io: Io): number {
  if (!plugin) throw new UsageError(`there is no plugin for ${title}`)
  io.out(`${launcher.file}\n`)
  if (!options.dryRun) writeLauncher(launcher, options.home)
  io.out(options.dryRun ? 'Nothing was written.\n' : `Done. ${plugin.next}\n`)
  return 0
}

function accountWarnings(options: InitOptions): readonly string[] {
  const elsewhere = isMachineWide(options) ? undefined : homeWarning(options.home)
  const temporary = /[/\\]_npx[/\\]/.test(hookFile())
    ? ['this is a temporary copy from npx; install it for good with `npm install --global irongate` first.']
    : []
  return elsewhere === undefined ? temporary : [elsewhere, ...temporary]
}

function isYes(reply: string | undefined): boolean {
  return /^y(?:es)?$/i.test(reply ?? '')
}
