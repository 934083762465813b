import { protectionAreaOf } from '../../knowledge/lexicon/security-products.ts'
import { VERBS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect, ProtectionArea } from '../effects.ts'
import { commandProgram } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { charactersIn } from '../text/word-characters.ts'
import type { Command } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import { isAmong, isNotOptionLike, matching } from './word-shapes.ts'

const MAX_VERBS = 3
const SERVICE_NOUN =
  /^(?:service|svc|daemon|autostart|startup|launchd|systemd|launchagent|logon|login-?item|windows-service)$/
const INSTALL_VERB = /^(?:install|enable|register|bootstrap|create|add|setup)$/
const SERVICE_MANAGER_NAME =
  /dinit|sysv|initctl|svc|^sv$|nssm|winsw|daemon|supervis|runit|^s6|^rc-|launchctl|launchd|cron|autostart|startup/
const AUTOSTART_WORD =
  /^(?:startup|autostart|install-(?:service|daemon|autostart|startup)|(?:service|daemon)-install|enable-(?:autostart|startup|linger|service|daemon)|register-service|(?:auto|run)-?(?:start|run)-?(?:at|on)-?(?:boot|login|startup)|(?:start|run)-(?:at|on)-(?:boot|login|startup)|add-to-startup)$/
const INIT_SYSTEM = /^(?:systemd|upstart|launchd|openrc|rcd|systemv|init|user|install|enable)$/
const NON_INSTALL_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'list ls show status disable uninstall stop off false no 0 help print unstartup test'.split(' '),
])

const SHELL_SETUP_WORD =
  /^(?:ensure-?path|update-shell|(?:setup|install|modify|init)-(?:shell|path|profile|rc)|(?:shell|path|profile)-(?:setup|install)|(?:modify|update|edit|write)-(?:shell-)?(?:profile|rc|rcfile)|install-(?:completions?|shell-(?:integration|completions?))|modify-path|add-to-path)$/

const GIT_HOOK = /^(?:pre-commit|commit-msg|pre-push|prepare-commit-msg|pre-merge-commit|pre-rebase|post-commit)$/
const HOOK_TOOL = /hook|commit|^husky$|^prek$/

/** Sub-commands of those that run tasks which say something of the kind; all else has options for it. */
const TASK_RUNNER_SUBCOMMAND = /^(?:uninstall|remove-hooks|unhook|deactivate|init|shell)$/i

interface PersistenceContext {
  readonly stated: boolean
  readonly tasks: boolean
}

export function recordPersistence(
  command: Command,
  { stated, tasks }: PersistenceContext,
  recorder: EffectRecorder,
): void {
  if (tasks && !charactersIn(command.args).dashed && !command.args.some(matching(TASK_RUNNER_SUBCOMMAND))) return
  const name = commandProgram(command)
  const words = command.args.map(({ known }) => known.toLowerCase())
  const verbs = words.filter(matching(/^[a-z][a-z-]{1,30}$/)).slice(0, MAX_VERBS)
  const flags = words.filter(matching(/^--?[a-z][a-z-]{2,40}$/)).map((word) => word.replace(/^-+/, ''))
  if (removesHooks(name, verbs, flags, words))
    recorder.effect({ kind: 'weaken', area: 'ci-check', feature: `hooks of ${name}`, certainty: 'likely' })
  if (stated) return
  if (
    changesShellStartup(tasks ? [] : verbs, flags) ||
    /^(?:init )?shell (?:init|setup|install)(?: |$)/.test(verbs.join(' '))
  ) {
    recorder.effect({ kind: 'persist', mechanism: 'shell-startup', target: name, certainty: 'likely' })
    return
  }
  if (tasks) return
  const raised = isElevated(command) && enablesService(name, verbs)
  if (
    !installsJobTable(name, command) &&
    !raised &&
    (!installsService(name, verbs, flags) || verbs.some(isAmong(NON_INSTALL_VERBS)))
  )
    return
  recorder.effect({
    kind: 'persist',
    mechanism: 'other',
    target: [name, ...verbs.slice(0, 1)].join(' '),
    certainty: 'likely',
  })
}

function changesShellStartup(verbs: readonly string[], flags: readonly string[]): boolean {
  // `shell-init` alone prints what to put there.
  const installs = flags.some(matching(/^(?:install|write|apply|modify)$/))
  return (
    [...verbs, ...flags].some(matching(SHELL_SETUP_WORD)) ||
    (installs && verbs.some(matching(/^(?:shell-init|init-shell|shell-hook|shell-integration)$/)))
  )
}

function enablesService(name: string, [first = '']: readonly string[]): boolean {
  if (/ctl$/.test(name)) return first === 'enable'
  return wordsOf(name).some(matching(/^(?:rebuild|system|os)$/)) && /^(?:switch|boot|reconfigure)$/.test(first)
}

function removesHooks(
  name: string,
  verbs: readonly string[],
  flags: readonly string[],
  words: readonly string[],
): boolean {
  const [verb = ''] = verbs
  const removes = /^(?:uninstall|remove-hooks|unhook|deactivate)$/.test(verb) || flags.includes('uninstall')
  return removes && (HOOK_TOOL.test(name) || words.some(matching(GIT_HOOK)))
}

function installsService(name: string, verbs: readonly string[], flags: readonly string[]): boolean {
  if (flags.some((flag) => AUTOSTART_WORD.test(flag) && flag !== 'startup')) return true
  const [first = ''] = verbs
  if (first === 'startup' && !SERVICE_MANAGER_NAME.test(name) && !flags.includes('user'))
    return verbs.length === 1 ? flags.length === 0 : INIT_SYSTEM.test(verbs[1] ?? '')
  if (AUTOSTART_WORD.test(first)) return true
  if (SERVICE_MANAGER_NAME.test(name) && INSTALL_VERB.test(first)) return true
  const nouns = [...wordsOf(name), ...verbs]
  return verbs.some(matching(INSTALL_VERB)) && nouns.some(matching(SERVICE_NOUN)) && !/^(?:create|add)$/.test(first)
}

/** A table of jobs that is handed over whole: `…tab -`, `…crontab file`. */
function installsJobTable(name: string, { args, stdin }: Command): boolean {
  if (/^(?:crontab|tab)$/.test(name) || !/tab$/.test(name)) return false
  const [first] = args.filter(({ known }) => known === '-' || !known.startsWith('-'))
  if (first?.known === '-') return stdin.kind === 'value'
  return /crontab$/.test(name) && first !== undefined
}

const STOP_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'stop disable uninstall unload off pause flush bypass kill suspend shutdown down deactivate'.split(' '),
  ...'unmonitor unregister unenroll'.split(' '),
])
const CONTROLLER_NAME = /(?:[-_.]?(?:ctl|control|svc)|[-_](?:agent|agentd|sensor|forwarder|collector|exporter|daemon))$/
const SERVICE_STOP_VERB = /^(?:stop|disable|uninstall|unload|pause|suspend|shutdown|kill)$/

/** A guard is told to look away: by a program called after it, or one that is told its name. `manages`: it keeps others running. */
export function recordStoppedProtection(
  { name: path = '', args }: Command,
  manages: boolean | undefined,
  recorder: EffectRecorder,
): void {
  if (!args.some(({ known }) => known === '-d' || STOP_VERBS.has(known.replace(/^--/, '')))) return
  const name = path.replace(/^.*\//, '').toLowerCase()
  const words = args.map(({ known }) => known.replace(/^--/, ''))
  const controls = manages === undefined && (CONTROLLER_NAME.test(name) || SERVICE_MANAGER_NAME.test(name))
  const [first = ''] = words.filter(isNotOptionLike)
  const asks = verbMeaning(first)?.act === 'read' && protectionAreaOf(first) === undefined
  const verb = asks ? undefined : words.find((word) => STOP_VERBS.has(word) || (word === '-d' && controls))
  if (verb === undefined) return
  const operands = words.filter((word) => !word.startsWith('-') && word !== verb)
  const protection =
    manages || controls ? operands.map(lastPathSegment).find((word) => protectionAreaOf(word) !== undefined) : undefined
  const feature = protectionAreaOf(name) === undefined ? protection : name
  const area = feature === undefined ? undefined : protectionAreaOf(feature)
  if (feature !== undefined && area !== undefined)
    recorder.effect({ kind: 'weaken', area, feature, certainty: 'likely' })
  else if (
    manages === undefined &&
    operands.length === 0 &&
    SERVICE_STOP_VERB.test(verb) &&
    controls &&
    !path.startsWith('.')
  )
    recorder.effect({ kind: 'service-control', service: name, verb: 'stop', certainty: 'likely' })
}

function lastPathSegment(word: string): string {
  return word.replace(/\/+$/, '').replace(/^.*\//, '')
}

const AREA_WORDS: readonly (readonly [ProtectionArea, RegExp])[] = [
  ['tls', /^(?:tls|mtls|ssl|https|certs?|certificates?|encrypt|encryption|hsts|crypto|ciphers?|fips)$/],
  ['audit', /^(?:audit|auditing|auditlog)$/],
  ['firewall', /^(?:firewall|waf|ipfilter|whitelist|allowlist)$/],
  ['signing', /^(?:signatures?|signing|signed)$/],
  ['sandbox', /^(?:sandbox|lockdown|selinux|apparmor|seccomp|isolation|confinement|mitigations|aslr)$/],
  [
    'authentication',
    /^(?:auth|authn|authz|authentication|authorization|login|logins|mfa|2fa|totp|otp|sso|rbac|csrf|xsrf|security|jwt)$/,
  ],
]
/** A name that says the opposite: what it is set to counts the other way round. */
const NEGATION_WORD =
  /^(?:no|not|disable|disabled|disables|skip|skips|bypass|without|off|insecure|ignore|anonymous|unsafe)$/
const ON_VALUE = /^(?:true|1|yes|on|enabled?|always)$/i
const OFF_VALUE = /^(?:false|0|no|off|disabled?|none|never)$/i
const WEAK_VALUE =
  /^(?:legacy|permissive|insecure|weak|low|lowest|minimal|plain|plaintext|anonymous|complain|unconfined|relaxed|allow-?all)$/i
const OLD_PROTOCOL = /^(?:sslv[23]|tlsv?1(?:[._][01])?)$/i
const ATTRIBUTE_WORD =
  /^(?:url|uri|host|port|path|file|dir|name|key|secret|id|timeout|ttl|debug|log|level|version|count|size|retries|cache|redirect|metrics|verbose|autologin)$/
const ASSIGNMENT_PAIR = /(?<![\w.-])([A-Za-z][\w.-]{1,60})=["']?([A-Za-z0-9]{1,8})(?![\w./:-])/g
const MAX_NAMED_FEATURES = 64

/** A check that is switched off where something is deployed: `AUTH_DISABLED=true`, `--set auth.enabled=false`, `--https-only false`. */
export function recordDisabledChecks(command: Command, recorder: EffectRecorder): void {
  const found = new Map<string, ProtectionArea>()
  for (const [at, { known }] of command.args.entries()) {
    for (const [, name = '', value = ''] of known.matchAll(ASSIGNMENT_PAIR)) noteWeakening(found, name, value, '=')
    const next = command.args[at + 1]?.known
    if (/^--[a-z][\w-]{2,60}$/.test(known) && next !== undefined) noteWeakening(found, known.slice(2), next, ' ')
  }
  const weak = [...found]
  for (const [feature, area] of weak.slice(0, MAX_NAMED_FEATURES))
    recorder.effect({ kind: 'weaken', area, feature, certainty: 'likely' })
  const [, area] = weak[MAX_NAMED_FEATURES] ?? []
  if (area !== undefined)
    recorder.effect({
      kind: 'weaken',
      area,
      feature: `${weak.length - MAX_NAMED_FEATURES} more checks`,
      certainty: 'likely',
    })
}

function noteWeakening(found: Map<string, ProtectionArea>, name: string, value: string, between: string): void {
  const area = weakenedArea(name, value)
  if (area !== undefined) found.set(`${name}${between}${value}`, area)
}

export function weakenedArea(name: string, value: string): ProtectionArea | undefined {
  const words = wordsOf(name)
  if (words.some(matching(ATTRIBUTE_WORD)) && !OLD_PROTOCOL.test(value)) return undefined
  const negated = words.some(matching(NEGATION_WORD))
  if (!(negated ? ON_VALUE.test(value) : OFF_VALUE.test(value) || WEAK_VALUE.test(value) || OLD_PROTOCOL.test(value)))
    return undefined
  const area = AREA_WORDS.find(([, names]) => words.some(matching(names)))?.[0]
  // `VERIFY_PEER=false`, `INSECURE_SKIP_VERIFY=true`: whatever is verified.
  return area ?? (words.some(matching(/^(?:verify|verification)$/)) ? 'authentication' : undefined)
}

export function changesDeployedSystem(own: readonly Effect[]): boolean {
  return own.some(
    (effect) =>
      (effect.kind === 'deploy' && effect.environment !== 'development' && effect.environment !== 'preview') ||
      (effect.kind === 'resource-change' &&
        effect.certainty !== 'possible' &&
        effect.environment !== 'development' &&
        effect.environment !== 'preview'),
  )
}
