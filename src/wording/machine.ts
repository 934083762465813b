import { targetsOf } from '../analysis/targets.ts'
import { programLabel } from './files.ts'
import {
  hostName,
  known,
  listed,
  type Reader,
  safePath,
  shellSafe,
  shorten,
  sourceName,
  systemName,
  thirdPerson,
} from './names.ts'
import type { Of, Said } from './said.ts'

export function saySignal({ target, broad, owner, actor }: Of<'signal-process'>): Said {
  const name = known(target)
  if (broad)
    return [
      `kills every ${name} process`,
      "Some of them aren't this session's",
      'kill the one that is meant by its process ID',
    ]
  const searched = /\$\(|`/.test(target)
  const all = owner === 'everything' && !searched
  if (all)
    return [
      `kills every process${/^[\W\d]*$/.test(target) || name === '' ? '' : ` of ${name}`}`,
      "Most of them aren't this session's",
    ]
  if (target === 'instances') return ['deletes system objects that a search finds', 'Programs may need them']
  if (searched || /found by/.test(target) || name === '')
    return ['kills processes that a search finds', "They may be anybody's"]
  return [
    `${/hup/i.test(actor.words.join(' ')) ? 'signals' : 'kills'} ${/^%?\d+$/.test(name) ? 'process ' : ''}${name}`,
    "This session didn't start it",
  ]
}

export function sayService({ service, verb }: Of<'service-control'>): Said {
  const name = known(service) || 'a service'
  switch (verb) {
    case 'power':
      return ['shuts down or restarts the machine', 'Everything that runs on it ends']
    case 'enable':
      return [`makes ${name} start with the machine`, 'It outlives this session']
    case 'disable':
    case 'mask':
      return [`${verb === 'mask' ? 'masks' : 'disables'} service ${name}`, "It won't start again by itself"]
    default:
      return [
        `${thirdPerson(verb)} service ${name}`,
        verb === 'stop' ? 'Others may be using it' : "It's unavailable meanwhile",
      ]
  }
}

const MECHANISMS: Readonly<Record<Of<'persist'>['mechanism'], string>> = {
  cron: 'schedules a job',
  at: 'schedules a job',
  systemd: 'sets up a service',
  launchd: 'adds a launch agent',
  'shell-startup': 'adds code to every shell start',
  autostart: 'adds a program that starts at login',
  'git-hook': 'adds a git hook',
  init: 'adds a program that starts at boot',
  kernel: 'loads a kernel module',
  trap: 'hooks a command into every shell command',
  editor: 'adds a command to the editor',
  agent: 'schedules an agent task',
  other: 'adds code that runs later',
}

export function sayPersist(effect: Of<'persist'>): Said {
  const { mechanism, target, actor } = effect
  const [right] = targetsOf(effect)
  if (right?.kind === 'right')
    return [`lets ${known(right.account) || 'a user'}'s services run without a login`, 'They outlive this session']
  const outlives = 'It outlives this session'
  if (/^(?:an?|the) /.test(target)) return [`adds ${known(target.split(/\s--?\w/)[0])}`, outlives]
  const last = /[\s\\<>]/.test(target) && mechanism !== 'at' ? target.split(/[\s\\]/).at(-1) : target
  const name = target.includes('…') ? '' : known(last)
  const repeats = actor.words.includes(name) || name === actor.name
  const telling = name !== '' && !repeats && !/^-|[<>]|^(?:crontab|item|create)$/.test(name)
  if (mechanism === 'systemd' && telling) return [`makes ${name} start on its own`, 'It outlives this session']
  if (mechanism === 'init' && telling) return [`makes ${name} start at boot`, 'It outlives this session']
  if (mechanism === 'kernel' && telling) return [`loads kernel module ${shorten(name)}`, 'It runs with full rights']
  return [`${MECHANISMS[mechanism]}${telling ? ` (${name})` : ''}`, 'It outlives this session']
}

export function sayGrant(effect: Of<'grant'>): Said {
  const { to, what } = effect
  const rights = targetsOf(effect).flatMap((target) => (target.kind === 'right' ? [target] : []))
  const account = known(rights[0]?.account || to) || 'someone'
  const right = listed(
    rights.map((each) => each.right),
    '',
  )
  const why = 'That gives access it lacks now'
  if (what.startsWith('login by ssh key')) return [`adds an SSH key to ${account}`, 'Its holder can log in there']
  if (what === 'the secrets of the repository')
    return ["gives pull requests the repository's secrets", 'Whoever opens one could read them']
  if (/\baccount$/.test(what)) return [`creates account ${account.split('/').at(-1)}`, 'It can log in to this machine']
  if (/ shell$/.test(what)) return [`opens ${what}`, ANYTHING]
  if (/exploit/.test(what)) return [`builds an exploit with ${account}`, 'It attacks another program']
  if (what === 'administrator rights') return [`runs ${account} as administrator`, ANYTHING]
  if (what === 'sudo rules') return ['changes the sudo rules', 'They decide who may act as root']
  if (to === '') return [`changes ${known(what)}`, 'Others may get access']
  if (/^(?:\*|public|everyone|all-?users|anyone|world)/i.test(to))
    return [`grants everyone ${right}`, 'Anyone could use it']
  if (account.includes(' ') && what !== 'team') return [`grants ${right} (${account})`, why]
  if (/^membership of | group$/.test(what))
    return [`adds ${account} to ${rights.length > 1 ? `groups ${right}` : right.replace(/^membership of /, '')}`, why]
  if (what === 'team') return [`changes the members of a team (${account})`, why]
  if (right === 'member') return [`makes ${account} a member`, why]
  return [
    `grants ${account} ${right}${/^(?:push|pull|admin|maintain|triage|read|write)$/.test(right) ? ' access' : ''}`,
    why,
  ]
}
const ANYTHING = 'It may do anything on this machine'

const GUARDS: Readonly<Record<Of<'weaken'>['area'], readonly [doing: string, why: string]>> = {
  tls: ['turns off certificate checks', 'Someone in between could read the traffic'],
  authentication: ['weakens authentication', 'Others may get in'],
  firewall: ['weakens the firewall', 'More can be reached from outside'],
  sandbox: ['weakens isolation', 'A program can reach more of this machine'],
  'endpoint-protection': ['turns off malware protection', 'Harmful programs go unnoticed'],
  signing: ['weakens signature checks', 'Forged code would pass'],
  audit: ['tampers with the audit trail', 'Nobody could see what happened'],
  history: ['turns off the shell history', 'Nobody could see what was run'],
  'secure-boot': ['weakens secure boot', 'Changed system code would start'],
  'ci-check': ['skips checks', 'Mistakes would go unnoticed'],
  gate: ['loosens permission checks', 'Nothing would be checked'],
  instructions: ["removes limits from the agents' instructions", 'Agents would no longer keep to them'],
  person: ['speaks for you to another agent', 'It would take that for your word'],
  other: ['changes a protected setting', 'It may weaken this machine'],
}

/** The gate's own commands and program, or what else holds an agent back. */
function sayGate(feature: string, doing: string): string {
  const [, verb, file] = /^(loads|runs) (.+)$/.exec(feature) ?? []
  const name = known(file ?? feature)
  const named = name === '' ? '' : ` (${name})`
  if (verb !== undefined) return `${verb} Irongate's own program${named}`
  return /^irongate(?: |$)/.test(feature) ? `changes Irongate itself${named}` : `${doing}${named}`
}

export function sayWeaken({ area, feature }: Of<'weaken'>): Said {
  const [doing, why] = GUARDS[area]
  const name = known(feature.replace(/[;,\s]+$/, '')).replace(/^aws (?=[a-z])/, 'AWS ')
  const [, from, to] = /^(?:(.+), sent to|where packages come from:) (\S+)$/.exec(feature) ?? []
  if (to !== undefined)
    return [
      from === undefined ? `takes packages from ${to}` : `sends ${from} to ${to}`,
      from === undefined ? why : 'Your code would go there',
    ]
  switch (area) {
    case 'firewall':
      if (/^\d[\d.:]*(?:\/\w+)?$/.test(feature)) return [`opens port ${feature.split('/')[0]} in the firewall`, why]
      if (/ open port$/.test(name)) return ['opens a port in the firewall', why]
      return [/^(?:disabled|off|firewall.*)$/.test(name) ? 'turns off the firewall' : `${doing} (${name})`, why]
    case 'gate':
      return [sayGate(feature, doing), why]
    case 'sandbox':
      return [/isolation/.test(name) ? `weakens ${name}` : `${doing}${name === '' ? '' : ` (${name})`}`, why]
    case 'person':
      return [name === '' ? doing : name.replace(/^type\b/, 'types'), why]
    case 'audit':
      return [`tampers with ${/^(?:the |an? |[A-Z])/.test(name) ? name : `the ${name || 'audit trail'}`}`, why]
    case 'history':
      return [`turns off ${/history/i.test(name) ? name : 'the shell history'}`, why]
    case 'ci-check': {
      const [, branch] = /\/branches\/([^/]+)\/protection/.exec(feature) ?? []
      if (branch !== undefined) return [`changes the branch protection of ${branch}`, why]
      return /protect/.test(name)
        ? ['bypasses branch protection', why]
        : [`skips ${name || 'checks'}`, why, 'let them run']
    }
    default:
      if (name === 'checks of downloads') return ['downloads past the checks of Windows', why]
      if (/^the sight of /.test(name)) return [`hides ${name.slice(13)}`, 'Nobody would find it there']
      if (name === 'trusted roots') return ['changes the trusted root certificates', why]
      if (/host key check/.test(name)) return ['turns off the SSH host key check', why]
      if (/^certificate checks of /.test(name)) return [`turns off ${name}`, why]
      return [name === '' ? doing : `${doing} (${name})`, why]
  }
}

const LISTENS: Readonly<Record<Of<'listen'>['reach'], Said>> = {
  loopback: ['opens a port on this machine'],
  network: ['opens a port to the network', 'Others could connect', 'bind it to 127.0.0.1'],
  tunnel: ['opens a tunnel from the internet', 'Anyone with its address could connect', 'serve it on localhost only'],
  'remote-forward': [
    'forwards a remote port to this machine',
    'Others could connect through it',
    'serve it on localhost only',
  ],
  'reverse-shell': ['hands a shell to another machine', 'Whoever is there controls this one'],
}

export function sayListen({ reach, executes, by }: Of<'listen'>): Said {
  const [headline, ...rest] =
    executes && reach !== 'reverse-shell'
      ? (['lets others run commands here', 'They would control this machine'] as const)
      : LISTENS[reach]
  const name = programLabel(by)
  return [/^(?:code|Write|Edit|MultiEdit)$/.test(name) ? headline : `${headline} with ${name}`, ...rest]
}

const OBSERVED: Readonly<Record<Of<'observe'>['what'], readonly [headline: string, why: string]>> = {
  screen: ['records the screen', 'It may show private data'],
  clipboard: ['reads the clipboard', 'It may hold passwords'],
  keyboard: ['records the keyboard', 'It would see passwords'],
  camera: ['uses the camera', 'It records whoever is there'],
  microphone: ['uses the microphone', 'It records whoever is there'],
  'network-traffic': ['records network traffic', 'It may hold passwords'],
  memory: ['reads the memory of programs', 'It may hold passwords'],
  'credential-scan': ['probes for credentials', 'That exposes secrets to the agent'],
  'host-scan': ['scans machines for open ports', 'Their owners may take it for an attack'],
}

export function sayObserve({ what, by }: Of<'observe'>): Said {
  const [headline, why] = OBSERVED[what]
  const name = programLabel(by)
  return [name === 'code' ? headline : `${headline} with ${name}`, why]
}

const EXHAUSTED: Readonly<Record<Of<'exhaust'>['what'], string>> = {
  processes: 'starts processes without end',
  processor: 'uses up the processor',
  disk: 'fills the disk',
  memory: 'uses up the memory',
  network: 'floods the network',
}
export const sayExhaust = ({ what }: Of<'exhaust'>): Said => [EXHAUSTED[what], 'The machine may stop responding']

export function sayAgent({ agent, broad }: Of<'spawn-agent'>): Said {
  const name = known(agent) || 'an agent'
  return broad
    ? [`starts ${name} without permission checks`, 'Nothing it does would be checked', 'start it in its default mode']
    : [`starts ${name}`]
}

export function sayImpersonate({ as }: Of<'impersonate'>): Said {
  const name = known(as.replace(/<[^>]*>/, '')) || known(as)
  return [`acts in the name of ${name || 'someone else'}`, 'Others would believe it came from them']
}

export function sayRemote({ host, writes, actor }: Of<'remote-exec'>): Said {
  const inventory =
    host === 'inventory' ? 'the inventory' : host.includes('/') && !/[:\s]/.test(host) ? known(host) : ''
  // A cloud's tool for its machines names the cloud.
  const cloud = /^(?:aws|azure|gcloud|heroku)$/.test(host) ? systemName(host) : undefined
  const place =
    cloud !== undefined ? `a machine in ${cloud}` : inventory === '' ? hostName(host) : `machines in ${inventory}`
  const safe = actor.name === 'ssh' ? shellSafe(host) : undefined
  const look = safe && `\`ssh ${safe} uptime\``
  if (/:\//.test(host) && !host.includes('://')) return [`copies files to ${place}`, "That isn't this machine"]
  const inside = /^(?:pod|container)\b/.test(place) ? 'in' : 'on'
  return [
    `runs a command ${inside} ${place}`,
    writes === 'yes' ? "It changes what isn't on this machine" : "It may change what isn't on this machine",
    look,
  ]
}

const SINKS: Readonly<Record<Of<'expose-secret'>['sink'], readonly [doing: string, to: string]>> = {
  output: ['prints', ''],
  file: ['writes', ' to a file'],
  argument: ['puts', ' into a command line'],
  log: ['logs', ''],
  clipboard: ['copies', ' to the clipboard'],
  program: ['hands', ' to an unknown program'],
}

export function saySecret({ sink, source, actor }: Of<'expose-secret'>, reader: Reader): Said {
  const [doing, to] = SINKS[sink]
  const file =
    source.kind === 'file'
      ? safePath({ text: source.path, real: source.path, glob: /[*?[]/.test(source.path) }, reader)
      : undefined
  const variable = source.kind === 'environment' && /^\w+$/.test(source.name) ? source.name : undefined
  const look =
    file !== undefined ? `\`test -s ${file}\`` : variable !== undefined ? `\`test -n "$${variable}"\`` : undefined
  const name = sourceName(source, reader)
  if (sink === 'file' && actor.name === 'git')
    return [`adds ${name} to Git`, 'Everyone with the repository could read it']
  return [`${doing} ${name}${to}`, 'That exposes secrets to the agent', look]
}

export function saySend({ host, channel, payload }: Of<'send-data'>, reader: Reader, data?: string): Said {
  const place = hostName(host)
  if (channel === 'mail' || channel === 'chat')
    return [
      `sends ${data ?? 'a message'} through ${place}`,
      data === undefined ? 'People read it at once' : 'The data leaves this machine',
    ]
  if (channel === 'paste') return [`posts data on ${place}`, 'Anyone can read it there']
  const [source] = payload
  const what = data ?? (source ? sourceName(source, reader) : 'data')
  return [`sends ${what} to ${place}`, 'The data leaves this machine']
}

export function sayConnect(host: string, address: string | undefined): Said {
  if (address === 'metadata')
    return [`asks ${hostName(host)} for cloud credentials`, "It hands out this machine's identity"]
  return address === 'callback'
    ? [`calls ${hostName(host)}`, 'That place only records who calls']
    : [`connects to ${hostName(host)}`]
}

export function sayInstall(effect: Of<'install'>): Said {
  const { packages, origin, manager } = effect
  const from =
    effect.source !== undefined
      ? hostName(effect.source)
      : { 'other-registry': 'another registry', git: 'a git repository', url: 'a web address' }[origin as string]
  const named = packages.filter((name) => name !== effect.source && !/:\/\//.test(name))
  const places = packages.filter((name) => /:\/\//.test(name)).map(hostName)
  const place = places[0] ?? from
  const sources = packages.filter((name) => /:\/\/|^ppa:/.test(name))
  if (origin === 'other-registry' && sources.length === packages.length && packages.length > 0)
    return [
      `adds package source ${places[0] ?? known(sources[0])} to ${manager.split(' ')[0]}`,
      'Nobody has checked that source',
    ]
  const what = named.length === 0 ? 'a package' : listed(named.slice(0, 3), named.length > 3 ? 'package' : '')
  return [
    `installs ${what}${place === undefined ? '' : ` from ${place}`}${/\.json$/.test(manager) || places.length === 0 ? '' : ` with ${manager.split(' ')[0]}`}`,
    origin === 'registry' ? undefined : 'Nobody has checked that source',
  ]
}
