import type { Effect } from '../../../analysis/effects.ts'
import { freeWords } from '../../../analysis/generic/word-shapes.ts'
import { programName } from '../../../analysis/interpret/base-name.ts'
import { hasMatchingWord, nonOptionWords, wordAfter } from '../../../analysis/interpret/command-words.ts'
import { recordReads } from '../../../analysis/interpret/file-tool.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { isSecretName } from '../../lexicon/secret-names.ts'
import { protectionAreaOf } from '../../lexicon/security-products.ts'

type ServiceVerb = Extract<Effect, { kind: 'service-control' }>['verb']

const READ_ONLY_VERB =
  /^(?:status|show|show-environment|cat|list(?:-\S+)?|is-\S+|get|get-default|help|print|print-disabled|blame|version|info|describe|logs?|tail|ls|jlist|prettylist|monit|avail|procinfo|dumpstate)$/
const SERVICE_VERBS: ReadonlyMap<string, ServiceVerb> = new Map(
  Object.entries({
    start: 'start up',
    stop: 'stop kill down',
    restart: 'restart try-restart condrestart reload-or-restart kickstart services',
    reload: 'reload force-reload daemon-reload daemon-reexec update reread',
    enable: 'enable reenable preset link edit set-property add unmask set-default bootstrap load submit on defaults',
    disable: 'disable remove del delete bootout unload off',
    mask: 'mask',
    power: 'isolate rescue emergency halt poweroff reboot kexec soft-reboot suspend hibernate',
  } satisfies Partial<Record<ServiceVerb, string>>).flatMap(([verb, words]) =>
    words.split(' ').map((word): [string, ServiceVerb] => [word, verb as ServiceVerb]),
  ),
)

type Mechanism = 'systemd' | 'launchd' | 'init'

/** States what happens to a service, what persists through it, and what it no longer guards. */
function recordServiceControl(
  verb: ServiceVerb,
  service: string,
  recorder: EffectRecorder,
  mechanism: Mechanism = 'systemd',
): CommandGrade {
  recorder.effect({ kind: 'service-control', service, verb })
  // A way out that nobody can follow.
  if ((verb === 'start' || verb === 'restart') && /^(?:tor|i2pd?)(?:@\S*)?(?:\.service)?$/.test(service))
    recorder.effect({ kind: 'listen', reach: 'tunnel', executes: false, by: service })
  if (verb === 'enable') recorder.effect({ kind: 'persist', mechanism, target: service })
  const area = /^(?:stop|disable|mask)$/.test(verb) ? protectionAreaOf(service) : undefined
  if (area !== undefined) recorder.effect({ kind: 'weaken', area, feature: service })
  return 'plain'
}

/** Variables that make every program started from now on load or run something. */
const LOADING_VARIABLE = /^(?:DYLD_|LD_|PATH(?:=|$)|BASH_ENV|PROMPT_COMMAND|NODE_OPTIONS|PYTHONSTARTUP|SSH_AUTH_SOCK)/

function recordLoadingVariables(words: readonly Word[], mechanism: Mechanism, recorder: EffectRecorder): CommandGrade {
  const loading = words.find((word) => LOADING_VARIABLE.test(word.known))
  if (loading) recorder.effect({ kind: 'persist', mechanism, target: loading.known })
  return 'plain'
}

const SYSTEMCTL_GRAMMAR = {
  flags:
    '-alqfrih help version all user system full quiet no-pager no-legend no-block no-wall force now recursive runtime global plain value failed show-types dry-run no-ask-password reverse after before with-dependencies wait ignore-dependencies',
  values:
    '-tpPnoHMs type state property lines output host machine signal kill-who kill-whom job-mode root preset-mode what timestamp legend',
}

const systemctl: Program = {
  names: ['systemctl'],
  read: (command, recorder) => {
    const options = readOptions(command.args, SYSTEMCTL_GRAMMAR)
    const [verb, ...units] = options.operands
    const host = wordAfter(command.args, /^(?:-H|--host)$/)?.text
    if (host) recorder.effect({ kind: 'remote-exec', host, writes: 'unknown' })
    if (options.has('dry-run', 'help', 'h', 'version')) return 'proven'
    const shown = options.values('p', 'property', 'P').map(({ known }) => known)
    if (verb?.known === 'show-environment' || shown.some((names) => /\bEnvironment\b/.test(names)))
      return recordServiceVariables('the variables of services', recorder)
    if (!verb || READ_ONLY_VERB.test(verb.known)) return options.unknown.length > 0 ? 'unknown' : 'proven'
    if (verb.known === 'set-environment') return recordLoadingVariables(units, 'systemd', recorder)
    const action = SERVICE_VERBS.get(verb.known)
    if (!action) return 'unknown'
    for (const unit of units.length > 0 ? units : [verb]) recordServiceControl(action, unit.text ?? unit.raw, recorder)
    return 'plain'
  },
}

/** A service's variables are where its passwords are. */
function recordServiceVariables(store: string, recorder: EffectRecorder): CommandGrade {
  recorder.effect({ kind: 'expose-secret', source: { kind: 'secret-store', store }, sink: 'output' })
  return 'plain'
}

/** `service nginx restart`, `rc-service nginx restart`, `update-rc.d x defaults`, `chkconfig x on`. */
const nameFirstProgram: Program = {
  names: 'service rc-service invoke-rc.d update-rc.d chkconfig sysv-rc-conf'.split(' '),
  read: (command, recorder) => {
    const [service, verb] = nonOptionWords(command)
    if (
      !service ||
      !verb ||
      READ_ONLY_VERB.test(verb.known) ||
      hasMatchingWord(command, /^--(?:status-all|list|help|version)$/)
    )
      return 'proven'
    const action = SERVICE_VERBS.get(verb.known)
    return action ? recordServiceControl(action, service.text ?? service.raw, recorder, 'init') : 'unknown'
  },
}

/** `/etc/init.d/auditd stop`: the script's name is the service. */
export function recordInitScript({ name, args }: Command, recorder: EffectRecorder): void {
  const action = SERVICE_VERBS.get(args[0]?.text ?? '')
  const service = programName(name ?? '')
  if (action && service !== '') recordServiceControl(action, service, recorder, 'init')
}

/** `supervisorctl restart web`, `initctl stop x`, `launchctl bootout …`, `rc-update add x`. */
function createVerbFirstProgram(names: string, mechanism: Mechanism): Program {
  return {
    names: names.split(' '),
    read: (command, recorder) => {
      const [verb, ...rest] = nonOptionWords(command)
      if (verb?.known === 'getenv' && isSecretName(rest[0]?.known ?? ''))
        return recordServiceVariables('launchd', recorder)
      if (!verb || READ_ONLY_VERB.test(verb.known) || hasMatchingWord(command, /^--help$/)) return 'proven'
      if (verb.known === 'asuser' || verb.known === 'bsexec')
        return rest.length > 1 ? recorder.runs(rest.slice(1), 'launchctl asuser') : 'plain'
      if (verb.known === 'setenv') return recordLoadingVariables(rest, mechanism, recorder)
      const action = SERVICE_VERBS.get(verb.known)
      if (!action) return 'unknown'
      const service = rest.map((word) => word.text ?? word.raw).findLast((text) => text !== '') ?? verb.known
      const lists = rest.filter(({ known }) => mechanism === 'launchd' && known.endsWith('.plist'))
      recordReads(lists, recorder)
      return recordServiceControl(
        action,
        service.replace(/^.*\/(?=[^/]+$)/, '').replace(/\.plist$/, ''),
        recorder,
        mechanism,
      )
    },
  }
}

const powerProgram: Program = {
  names: ['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit'],
  read: (command, recorder) => {
    if (hasMatchingWord(command, /^(?:--help|--version|-c|-k|--show|-w|--wtmp-only|\/[?a])$/)) return 'proven'
    if (command.name?.endsWith('init') && !hasMatchingWord(command, /^[0-6sS]$/)) return 'unknown'
    return recordServiceControl('power', 'machine', recorder)
  },
}

/** `loginctl terminate-user`, `machinectl poweroff`. */
const loginSessions: Program = {
  names: ['loginctl', 'machinectl'],
  read: (command, recorder) => {
    const verb = nonOptionWords(command)[0]?.known ?? ''
    if (verb === '' || /^(?:list|show|(?:(?:session|user|seat|image)-)?status)/.test(verb)) return 'proven'
    if (/^(?:poweroff|reboot|suspend|hibernate)/.test(verb)) return recordServiceControl('power', 'machine', recorder)
    if (/^(?:terminate|kill|lock)/.test(verb))
      recorder.effect({ kind: 'signal-process', target: verb, owner: 'everything' })
    else if (verb === 'enable-linger') {
      const account = freeWords(command.args)[1]?.known ?? ''
      recorder.effect({
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

export const SERVICE_PROGRAMS: readonly Program[] = [
  systemctl,
  nameFirstProgram,
  createVerbFirstProgram('supervisorctl initctl rc-update sv svcadm start-stop-daemon', 'init'),
  createVerbFirstProgram('launchctl', 'launchd'),
  powerProgram,
  loginSessions,
]
