import { programOf } from '../../base-name.ts'
import type { Area, Effect } from '../../effects.ts'
import { isRaised } from '../../layers.ts'
import { meaningOf, wordsOf } from '../../verbs.ts'
import { watchedBy } from '../../watchers.ts'
import { signsIn } from '../../word-signs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { like, undashed } from './shapes.ts'

const FIRST = 3
const RESIDENT =
  /^(?:service|svc|daemon|autostart|startup|launchd|systemd|launchagent|logon|login-?item|windows-service)$/
const PUTS = /^(?:install|enable|register|bootstrap|create|add|setup)$/
const MANAGER =
  /dinit|sysv|initctl|svc|^sv$|nssm|winsw|daemon|supervis|runit|^s6|^rc-|launchctl|launchd|cron|autostart|startup/
const WHOLE =
  /^(?:startup|autostart|install-(?:service|daemon|autostart|startup)|(?:service|daemon)-install|enable-(?:autostart|startup|linger|service|daemon)|register-service|(?:auto|run)-?(?:start|run)-?(?:at|on)-?(?:boot|login|startup)|(?:start|run)-(?:at|on)-(?:boot|login|startup)|add-to-startup)$/
const INIT = /^(?:systemd|upstart|launchd|openrc|rcd|systemv|init|user|install|enable)$/
const NOT = /^(?:list|ls|show|status|disable|remove|uninstall|delete|stop|off|false|no|0|help|print|unstartup|test)$/

const INTO_SHELL =
  /^(?:ensure-?path|update-shell|(?:setup|install|modify|init)-(?:shell|path|profile|rc)|(?:shell|path|profile)-(?:setup|install)|(?:modify|update|edit|write)-(?:shell-)?(?:profile|rc|rcfile)|install-(?:completions?|shell-(?:integration|completions?))|modify-path|add-to-path)$/

const GIT_HOOK = /^(?:pre-commit|commit-msg|pre-push|prepare-commit-msg|pre-merge-commit|pre-rebase|post-commit)$/
const HOOK_TOOL = /hook|commit|^husky$|^prek$/

/** Sub-commands of those that run tasks which say something of the kind; all else has options for it. */
const OF_RUNNERS = /^(?:uninstall|remove-hooks|unhook|deactivate|init|shell)$/i

interface Beside {
  readonly stated: boolean
  readonly tasks: boolean
}

export function stateLasting(command: Command, { stated, tasks }: Beside, scribe: Scribe): void {
  if (tasks && !signsIn(command.args).dashed && !command.args.some(like(OF_RUNNERS))) return
  const name = programOf(command)
  const words = command.args.map(({ known }) => known.toLowerCase())
  const verbs = words.filter(like(/^[a-z][a-z-]{1,30}$/)).slice(0, FIRST)
  const flags = words.filter(like(/^--?[a-z][a-z-]{2,40}$/)).map((word) => word.replace(/^-+/, ''))
  if (removesHooks(name, verbs, flags, words))
    scribe.effect({ kind: 'weaken', area: 'ci-check', feature: `hooks of ${name}`, certainty: 'likely' })
  if (stated) return
  if (
    isIntoShell(tasks ? [] : verbs, flags) ||
    /^(?:init )?shell (?:init|setup|install)(?: |$)/.test(verbs.join(' '))
  ) {
    scribe.effect({ kind: 'persist', mechanism: 'shell-startup', target: name, certainty: 'likely' })
    return
  }
  if (tasks) return
  const raised = isRaised(command) && switchesOn(name, verbs)
  if (!isTable(name, command) && !raised && (!stays(name, verbs, flags) || verbs.some(like(NOT)))) return
  scribe.effect({
    kind: 'persist',
    mechanism: 'other',
    target: [name, ...verbs.slice(0, 1)].join(' '),
    certainty: 'likely',
  })
}

function isIntoShell(verbs: readonly string[], flags: readonly string[]): boolean {
  // `shell-init` alone prints what to put there.
  const installs = flags.some(like(/^(?:install|write|apply|modify)$/))
  return (
    [...verbs, ...flags].some(like(INTO_SHELL)) ||
    (installs && verbs.some(like(/^(?:shell-init|init-shell|shell-hook|shell-integration)$/)))
  )
}

function switchesOn(name: string, [first = '']: readonly string[]): boolean {
  if (/ctl$/.test(name)) return first === 'enable'
  return wordsOf(name).some(like(/^(?:rebuild|system|os)$/)) && /^(?:switch|boot|reconfigure)$/.test(first)
}

function removesHooks(
  name: string,
  verbs: readonly string[],
  flags: readonly string[],
  words: readonly string[],
): boolean {
  const [verb = ''] = verbs
  const removes = /^(?:uninstall|remove-hooks|unhook|deactivate)$/.test(verb) || flags.includes('uninstall')
  return removes && (HOOK_TOOL.test(name) || words.some(like(GIT_HOOK)))
}

function stays(name: string, verbs: readonly string[], flags: readonly string[]): boolean {
  if (flags.some((flag) => WHOLE.test(flag) && flag !== 'startup')) return true
  const [first = ''] = verbs
  if (first === 'startup' && !MANAGER.test(name) && !flags.includes('user'))
    return verbs.length === 1 ? flags.length === 0 : INIT.test(verbs[1] ?? '')
  if (WHOLE.test(first)) return true
  if (MANAGER.test(name) && PUTS.test(first)) return true
  const nouns = [...wordsOf(name), ...verbs]
  return verbs.some(like(PUTS)) && nouns.some(like(RESIDENT)) && !/^(?:create|add)$/.test(first)
}

/** A table of jobs that is handed over whole: `…tab -`, `…crontab file`. */
function isTable(name: string, { args, stdin }: Command): boolean {
  if (/^(?:crontab|tab)$/.test(name) || !/tab$/.test(name)) return false
  const [first] = args.filter(({ known }) => known === '-' || !known.startsWith('-'))
  if (first?.known === '-') return stdin.kind === 'value'
  return /crontab$/.test(name) && first !== undefined
}

const LETS_GO =
  /^(?:stop|disable|uninstall|delete|unload|off|pause|flush|remove|bypass|kill|suspend|shutdown|down|deactivate|unmonitor|unregister|unenroll)$/
const TOLD = new RegExp(`^(?:--)?(?:-d$|${LETS_GO.source.slice(1)})`)
const CONTROLS = /(?:[-_.]?(?:ctl|control|svc)|[-_](?:agent|agentd|sensor|forwarder|collector|exporter|daemon))$/
const SAYS_ONLY = /^(?:stop|disable|uninstall|unload|pause|suspend|shutdown|kill)$/

/** A guard is told to look away: by a program called after it, or one that is told its name. `manages`: it keeps others running. */
export function stateUnguarded({ name: path = '', args }: Command, manages: boolean | undefined, scribe: Scribe): void {
  if (!args.some(like(TOLD))) return
  const name = path.replace(/^.*\//, '').toLowerCase()
  const words = args.map(({ known }) => known.replace(/^--/, ''))
  const controls = manages === undefined && (CONTROLS.test(name) || MANAGER.test(name))
  const [first = ''] = words.filter(undashed)
  const asks = meaningOf(first)?.act === 'read' && watchedBy(first) === undefined
  const verb = asks ? undefined : words.find((word) => LETS_GO.test(word) || (word === '-d' && controls))
  if (verb === undefined) return
  const operands = words.filter((word) => !word.startsWith('-') && word !== verb)
  const told = manages || controls ? operands.map(lastName).find((word) => watchedBy(word) !== undefined) : undefined
  const feature = watchedBy(name) === undefined ? told : name
  const area = feature === undefined ? undefined : watchedBy(feature)
  if (feature !== undefined && area !== undefined) scribe.effect({ kind: 'weaken', area, feature, certainty: 'likely' })
  else if (manages === undefined && operands.length === 0 && SAYS_ONLY.test(verb) && controls && !path.startsWith('.'))
    scribe.effect({ kind: 'service-control', service: name, verb: 'stop', certainty: 'likely' })
}

function lastName(word: string): string {
  return word.replace(/\/+$/, '').replace(/^.*\//, '')
}

const AREAS: readonly (readonly [Area, RegExp])[] = [
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
const NEGATES = /^(?:no|not|disable|disabled|disables|skip|skips|bypass|without|off|insecure|ignore|anonymous|unsafe)$/
const ON = /^(?:true|1|yes|on|enabled?|always)$/i
const OFF = /^(?:false|0|no|off|disabled?|none|never)$/i
const WEAK =
  /^(?:legacy|permissive|insecure|weak|low|lowest|minimal|plain|plaintext|anonymous|complain|unconfined|relaxed|allow-?all)$/i
const OLD_PROTOCOL = /^(?:sslv[23]|tlsv?1(?:[._][01])?)$/i
const ABOUT =
  /^(?:url|uri|host|port|path|file|dir|name|key|secret|id|timeout|ttl|debug|log|level|version|count|size|retries|cache|redirect|metrics|verbose|autologin)$/
const PAIR = /(?<![\w.-])([A-Za-z][\w.-]{1,60})=["']?([A-Za-z0-9]{1,8})(?![\w./:-])/g
const MOST_NAMED = 64

/** A check that is switched off where something is deployed: `AUTH_DISABLED=true`, `--set auth.enabled=false`, `--https-only false`. */
export function stateSwitchedOff(command: Command, scribe: Scribe): void {
  const found = new Map<string, Area>()
  for (const [at, { known }] of command.args.entries()) {
    for (const [, name = '', value = ''] of known.matchAll(PAIR)) note(found, name, value, '=')
    const next = command.args[at + 1]?.known
    if (/^--[a-z][\w-]{2,60}$/.test(known) && next !== undefined) note(found, known.slice(2), next, ' ')
  }
  const weak = [...found]
  for (const [feature, area] of weak.slice(0, MOST_NAMED))
    scribe.effect({ kind: 'weaken', area, feature, certainty: 'likely' })
  const [, area] = weak[MOST_NAMED] ?? []
  if (area !== undefined)
    scribe.effect({ kind: 'weaken', area, feature: `${weak.length - MOST_NAMED} more checks`, certainty: 'likely' })
}

function note(found: Map<string, Area>, name: string, value: string, between: string): void {
  const area = weakened(name, value)
  if (area !== undefined) found.set(`${name}${between}${value}`, area)
}

export function weakened(name: string, value: string): Area | undefined {
  const words = wordsOf(name)
  if (words.some(like(ABOUT)) && !OLD_PROTOCOL.test(value)) return undefined
  const negated = words.some(like(NEGATES))
  if (!(negated ? ON.test(value) : OFF.test(value) || WEAK.test(value) || OLD_PROTOCOL.test(value))) return undefined
  const area = AREAS.find(([, names]) => words.some(like(names)))?.[0]
  // `VERIFY_PEER=false`, `INSECURE_SKIP_VERIFY=true`: whatever is verified.
  return area ?? (words.some(like(/^(?:verify|verification)$/)) ? 'authentication' : undefined)
}

export function changesDeployed(own: readonly Effect[]): boolean {
  return own.some(
    (effect) =>
      (effect.kind === 'deploy' && effect.stage !== 'development' && effect.stage !== 'preview') ||
      (effect.kind === 'resource-change' &&
        effect.certainty !== 'possible' &&
        effect.stage !== 'development' &&
        effect.stage !== 'preview'),
  )
}
