import { programName } from '../../base-name.ts'
import type { Effect } from '../../effects.ts'
import { isSecretName } from '../../secrets.ts'
import { watchedBy } from '../../watchers.ts'
import type { Command, Word } from '../../words.ts'
import { reads } from '../files/touching.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { freeWords } from '../unlisted/shapes.ts'
import { after, operandsOf, says } from './words-of.ts'

type Verb = Extract<Effect, { kind: 'service-control' }>['verb']

const LOOKS =
  /^(?:status|show|show-environment|cat|list(?:-\S+)?|is-\S+|get|get-default|help|print|print-disabled|blame|version|info|describe|logs?|tail|ls|jlist|prettylist|monit|avail|procinfo|dumpstate)$/
const VERBS: ReadonlyMap<string, Verb> = new Map(
  Object.entries({
    start: 'start up',
    stop: 'stop kill down',
    restart: 'restart try-restart condrestart reload-or-restart kickstart services',
    reload: 'reload force-reload daemon-reload daemon-reexec update reread',
    enable: 'enable reenable preset link edit set-property add unmask set-default bootstrap load submit on defaults',
    disable: 'disable remove del delete bootout unload off',
    mask: 'mask',
    power: 'isolate rescue emergency halt poweroff reboot kexec soft-reboot suspend hibernate',
  } satisfies Partial<Record<Verb, string>>).flatMap(([verb, words]) =>
    words.split(' ').map((word): [string, Verb] => [word, verb as Verb]),
  ),
)

type Mechanism = 'systemd' | 'launchd' | 'init'

/** States what happens to a service, what persists through it, and what it no longer guards. */
function controls(verb: Verb, service: string, scribe: Scribe, mechanism: Mechanism = 'systemd'): Standing {
  scribe.effect({ kind: 'service-control', service, verb })
  // A way out that nobody can follow.
  if ((verb === 'start' || verb === 'restart') && /^(?:tor|i2pd?)(?:@\S*)?(?:\.service)?$/.test(service))
    scribe.effect({ kind: 'listen', reach: 'tunnel', executes: false, by: service })
  if (verb === 'enable') scribe.effect({ kind: 'persist', mechanism, target: service })
  const area = /^(?:stop|disable|mask)$/.test(verb) ? watchedBy(service) : undefined
  if (area !== undefined) scribe.effect({ kind: 'weaken', area, feature: service })
  return 'plain'
}

/** Variables that make every program started from now on load or run something. */
const LOADING = /^(?:DYLD_|LD_|PATH(?:=|$)|BASH_ENV|PROMPT_COMMAND|NODE_OPTIONS|PYTHONSTARTUP|SSH_AUTH_SOCK)/

function stateEnvironment(words: readonly Word[], mechanism: Mechanism, scribe: Scribe): Standing {
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
    const host = after(command.args, /^(?:-H|--host)$/)?.text
    if (host) scribe.effect({ kind: 'remote-exec', host, writes: 'unknown' })
    if (options.has('dry-run', 'help', 'h', 'version')) return 'proven'
    const shown = options.values('p', 'property', 'P').map(({ known }) => known)
    if (verb?.known === 'show-environment' || shown.some((names) => /\bEnvironment\b/.test(names)))
      return showsVariables('the variables of services', scribe)
    if (!verb || LOOKS.test(verb.known)) return options.unknown.length > 0 ? 'unknown' : 'proven'
    if (verb.known === 'set-environment') return stateEnvironment(units, 'systemd', scribe)
    const action = VERBS.get(verb.known)
    if (!action) return 'unknown'
    for (const unit of units.length > 0 ? units : [verb]) controls(action, unit.text ?? unit.raw, scribe)
    return 'plain'
  },
}

/** A service's variables are where its passwords are. */
function showsVariables(store: string, scribe: Scribe): Standing {
  scribe.effect({ kind: 'expose-secret', source: { kind: 'secret-store', store }, sink: 'output' })
  return 'plain'
}

/** `service nginx restart`, `rc-service nginx restart`, `update-rc.d x defaults`, `chkconfig x on`. */
const nameThenVerb: Program = {
  names: 'service rc-service invoke-rc.d update-rc.d chkconfig sysv-rc-conf'.split(' '),
  read: (command, scribe) => {
    const [service, verb] = operandsOf(command)
    if (!service || !verb || LOOKS.test(verb.known) || says(command, /^--(?:status-all|list|help|version)$/))
      return 'proven'
    const action = VERBS.get(verb.known)
    return action ? controls(action, service.text ?? service.raw, scribe, 'init') : 'unknown'
  },
}

/** `/etc/init.d/auditd stop`: the script's name is the service. */
export function stateInitScript({ name, args }: Command, scribe: Scribe): void {
  const action = VERBS.get(args[0]?.text ?? '')
  const service = programName(name ?? '')
  if (action && service !== '') controls(action, service, scribe, 'init')
}

/** `supervisorctl restart web`, `initctl stop x`, `launchctl bootout …`, `rc-update add x`. */
function verbThenName(names: string, mechanism: Mechanism): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const [verb, ...rest] = operandsOf(command)
      if (verb?.known === 'getenv' && isSecretName(rest[0]?.known ?? '')) return showsVariables('launchd', scribe)
      if (!verb || LOOKS.test(verb.known) || says(command, /^--help$/)) return 'proven'
      if (verb.known === 'asuser' || verb.known === 'bsexec')
        return rest.length > 1 ? scribe.runs(rest.slice(1), 'launchctl asuser') : 'plain'
      if (verb.known === 'setenv') return stateEnvironment(rest, mechanism, scribe)
      const action = VERBS.get(verb.known)
      if (!action) return 'unknown'
      const service = rest.map((word) => word.text ?? word.raw).findLast((text) => text !== '') ?? verb.known
      const lists = rest.filter(({ known }) => mechanism === 'launchd' && known.endsWith('.plist'))
      reads(lists, scribe)
      return controls(action, service.replace(/^.*\/(?=[^/]+$)/, '').replace(/\.plist$/, ''), scribe, mechanism)
    },
  }
}

const power: Program = {
  names: ['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit'],
  read: (command, scribe) => {
    if (says(command, /^(?:--help|--version|-c|-k|--show|-w|--wtmp-only|\/[?a])$/)) return 'proven'
    if (command.name?.endsWith('init') && !says(command, /^[0-6sS]$/)) return 'unknown'
    return controls('power', 'machine', scribe)
  },
}

/** `loginctl terminate-user`, `machinectl poweroff`. */
const sessions: Program = {
  names: ['loginctl', 'machinectl'],
  read: (command, scribe) => {
    const verb = operandsOf(command)[0]?.known ?? ''
    if (verb === '' || /^(?:list|show|(?:(?:session|user|seat|image)-)?status)/.test(verb)) return 'proven'
    if (/^(?:poweroff|reboot|suspend|hibernate)/.test(verb)) return controls('power', 'machine', scribe)
    if (/^(?:terminate|kill|lock)/.test(verb))
      scribe.effect({ kind: 'signal-process', target: verb, owner: 'everything' })
    else if (verb === 'enable-linger') {
      const account = freeWords(command.args)[1]?.known ?? ''
      scribe.effect({
        kind: 'persist',
        mechanism: 'systemd',
        target: `linger ${account}`.trim(),
        // Whose programs go on running is what tells one from another.
        targets: [{ kind: 'right', account, right: 'linger', amount: 'one' }],
      })
    } else return 'unknown'
    return 'plain'
  },
}

export const SERVICES: readonly Program[] = [
  systemctl,
  nameThenVerb,
  verbThenName('supervisorctl initctl rc-update sv svcadm start-stop-daemon', 'init'),
  verbThenName('launchctl', 'launchd'),
  power,
  sessions,
]
