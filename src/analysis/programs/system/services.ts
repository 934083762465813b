import { programName } from '../../base-name.ts'
import type { Effect } from '../../effects.ts'
import type { Target } from '../../target.ts'
import { watchedBy } from '../../watchers.ts'
import type { Command, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { freeWords } from '../unlisted/shapes.ts'

type Verb = Extract<Effect, { kind: 'service-control' }>['verb']

const READ_VERBS = new Set(
  'status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running get-default show-environment help print list blame version info get describe logs tail log ls jlist prettylist monit avail procinfo dumpstate print-disabled --status-all'.split(
    ' ',
  ),
)
const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['start', 'start'],
  ['stop', 'stop'],
  ['kill', 'stop'],
  ['down', 'stop'],
  ['up', 'start'],
  ['restart', 'restart'],
  ['try-restart', 'restart'],
  ['condrestart', 'restart'],
  ['reload', 'reload'],
  ['reload-or-restart', 'restart'],
  ['force-reload', 'reload'],
  ['daemon-reload', 'reload'],
  ['daemon-reexec', 'reload'],
  ['enable', 'enable'],
  ['reenable', 'enable'],
  ['preset', 'enable'],
  ['link', 'enable'],
  ['edit', 'enable'],
  ['set-property', 'enable'],
  ['add', 'enable'],
  ['disable', 'disable'],
  ['remove', 'disable'],
  ['del', 'disable'],
  ['delete', 'disable'],
  ['mask', 'mask'],
  ['unmask', 'enable'],
  ['isolate', 'power'],
  ['rescue', 'power'],
  ['emergency', 'power'],
  ['halt', 'power'],
  ['poweroff', 'power'],
  ['reboot', 'power'],
  ['kexec', 'power'],
  ['soft-reboot', 'power'],
  ['suspend', 'power'],
  ['hibernate', 'power'],
  ['set-default', 'enable'],
  ['bootstrap', 'enable'],
  ['load', 'enable'],
  ['bootout', 'disable'],
  ['unload', 'disable'],
  ['kickstart', 'restart'],
  ['submit', 'enable'],
  ['services', 'restart'],
  ['update', 'reload'],
  ['reread', 'reload'],
  ['on', 'enable'],
  ['off', 'disable'],
  ['defaults', 'enable'],
])

const STOPPING: ReadonlySet<Verb> = new Set<Verb>(['stop', 'disable', 'mask'])

/** States what happens to a service, what persists through it, and what it no longer guards. */
export function controls(
  verb: Verb,
  service: string,
  scribe: Scribe,
  mechanism: 'systemd' | 'launchd' | 'init' = 'systemd',
): Standing {
  scribe.effect({ kind: 'service-control', service, verb })
  // A way out that nobody can follow.
  if ((verb === 'start' || verb === 'restart') && /^(?:tor|i2pd?)(?:@\S*)?(?:\.service)?$/.test(service))
    scribe.effect({ kind: 'listen', reach: 'tunnel', executes: false, by: service })
  if (verb === 'enable') scribe.effect({ kind: 'persist', mechanism, target: service })
  if (STOPPING.has(verb)) {
    const area = watchedBy(service)
    if (area !== undefined) scribe.effect({ kind: 'weaken', area, feature: service })
  }
  return 'plain'
}

function isRemote(command: Command): string | undefined {
  const at = command.args.findIndex((word) => word.text === '-H' || word.text === '--host')
  return at < 0 ? undefined : command.args[at + 1]?.text
}

/** Variables that make every program started from now on load or run something. */
const LOADING = /^(?:DYLD_|LD_|PATH(?:=|$)|BASH_ENV|PROMPT_COMMAND|NODE_OPTIONS|PYTHONSTARTUP|SSH_AUTH_SOCK)/

function stateEnvironment(words: readonly Word[], mechanism: 'systemd' | 'launchd' | 'init', scribe: Scribe): Standing {
  const loading = words.find((word) => LOADING.test(word.known))
  if (loading) scribe.effect({ kind: 'persist', mechanism, target: loading.known })
  return 'plain'
}

const SYSTEMCTL = {
  flags:
    '-alqfrih help version all user system full quiet no-pager no-legend no-block no-wall force now recursive runtime global plain value failed show-types dry-run no-ask-password reverse after before with-dependencies wait ignore-dependencies',
  values:
    '-tpPnoHMs type state property lines output host machine signal kill-who kill-whom job-mode root preset-mode what timestamp legend',
}

const systemctl: Program = {
  names: ['systemctl'],
  read: (command, scribe) => {
    const options = readOptions(command.args, SYSTEMCTL)
    const [verb, ...units] = options.operands
    const host = isRemote(command)
    if (host) scribe.effect({ kind: 'remote-exec', host, writes: 'unknown' })
    if (options.has('dry-run', 'help', 'h', 'version')) return 'proven'
    if (!verb || READ_VERBS.has(verb.known)) return options.unknown.length > 0 ? 'unknown' : 'proven'
    const action = VERBS.get(verb.known)
    if (verb.known === 'set-environment') return stateEnvironment(units, 'systemd', scribe)
    if (!action) return 'unknown'
    for (const unit of units.length > 0 ? units.map((word) => word.text ?? word.raw) : [verb.known]) {
      if (verb.known === 'daemon-reload' && units.length === 0)
        scribe.effect({ kind: 'service-control', service: 'systemd', verb: 'reload' })
      else controls(action, unit, scribe)
    }
    return 'plain'
  },
}

/** `service nginx restart`, `rc-service nginx restart`, `update-rc.d x defaults`, `chkconfig x on`. */
function nameThenVerb(names: string, mechanism: 'init' | 'systemd'): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const words = command.args.filter((word) => !/^-/.test(word.known))
      const [service, verb] = words
      if (command.args.some((word) => /^--(?:status-all|list|help|version)$/.test(word.known)) || !service)
        return 'proven'
      if (!verb || READ_VERBS.has(verb.known)) return 'proven'
      const action = VERBS.get(verb.known)
      return action ? controls(action, service.text ?? service.raw, scribe, mechanism) : 'unknown'
    },
  }
}

/** `/etc/init.d/auditd stop`: the script's name is the service. */
export function stateInitScript({ name, args }: Command, scribe: Scribe): void {
  const action = VERBS.get(args[0]?.text ?? '')
  const service = programName(name ?? '')
  if (action && service !== '') controls(action, service, scribe, 'init')
}

/** `supervisorctl restart web`, `initctl stop x`, `launchctl bootout …`, `rc-update add x`. */
function verbThenName(names: string, mechanism: 'init' | 'launchd' | 'systemd'): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const words = command.args.filter((word) => !word.known.startsWith('-'))
      const [verb, ...rest] = words
      if (!verb || READ_VERBS.has(verb.known) || command.args.some((word) => word.known === '--help')) return 'proven'
      const action = VERBS.get(verb.known)
      if (verb.known === 'asuser' || verb.known === 'bsexec')
        return rest.length > 1 ? scribe.runs(rest.slice(1), 'launchctl asuser') : 'plain'
      if (verb.known === 'setenv') return stateEnvironment(rest, mechanism, scribe)
      if (!action) return 'unknown'
      const service = rest.map((word) => word.text ?? word.raw).findLast((text) => text !== '') ?? verb.known
      if (mechanism === 'launchd' && rest.some((word) => /\.plist$/.test(word.known))) {
        for (const word of rest)
          if (/\.plist$/.test(word.known)) scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
      }
      return controls(action, service.replace(/^.*\/(?=[^/]+$)/, '').replace(/\.plist$/, ''), scribe, mechanism)
    },
  }
}

/** Turns the machine off or into another run level. */
const power: Program = {
  names: ['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit'],
  read: (command, scribe) => {
    const words = command.args.map((word) => word.known)
    if (words.some((word) => /^(?:--help|--version|-c|-k|--show|-w|--wtmp-only|\/\?|\/a)$/.test(word))) return 'proven'
    if (/init$/.test(command.name ?? '') && !words.some((word) => /^[0-6sS]$/.test(word))) return 'unknown'
    scribe.effect({ kind: 'service-control', service: 'machine', verb: 'power' })
    return 'plain'
  },
}

/** Whose programs go on running is what tells one from another. */
function lingers(account: string): readonly Target[] {
  return [{ kind: 'right', account, right: 'linger', amount: 'one' }]
}

/** `loginctl terminate-user`, `machinectl poweroff`. */
const sessions: Program = {
  names: ['loginctl', 'machinectl'],
  read: (command, scribe) => {
    const verb = command.args.find((word: Word) => !word.known.startsWith('-'))?.known ?? ''
    if (verb === '' || /^(?:list|show|session-status|user-status|seat-status|status|image-status)/.test(verb))
      return 'proven'
    if (/^(?:terminate|kill|lock)/.test(verb))
      scribe.effect({ kind: 'signal-process', target: verb, owner: 'everything' })
    else if (verb === 'enable-linger') {
      const user = freeWords(command.args)[1]?.known ?? ''
      scribe.effect({ kind: 'persist', mechanism: 'systemd', target: `linger ${user}`.trim(), targets: lingers(user) })
    } else if (/^(?:poweroff|reboot|suspend|hibernate)/.test(verb))
      scribe.effect({ kind: 'service-control', service: 'machine', verb: 'power' })
    else return 'unknown'
    return 'plain'
  },
}

export const SERVICES: readonly Program[] = [
  systemctl,
  nameThenVerb('service rc-service invoke-rc.d update-rc.d chkconfig sysv-rc-conf', 'init'),
  verbThenName('supervisorctl initctl rc-update sv svcadm start-stop-daemon', 'init'),
  verbThenName('launchctl', 'launchd'),
  power,
  sessions,
]
