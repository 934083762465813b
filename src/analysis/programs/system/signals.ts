import type { Effect } from '../../effects.ts'
import { isRaised } from '../../layers.ts'
import { watchedBy } from '../../watchers.ts'
import type { Command, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { familyFor } from '../registry.ts'
import { weakest } from '../standing.ts'
import { operandsOf, says } from './words-of.ts'

type Owner = Extract<Effect, { kind: 'signal-process' }>['owner']

const SYSTEM_DAEMONS =
  /^(?:init|systemd.*|launchd|sshd|dbus.*|cron|crond|udevd|networkmanager|wpa_supplicant|dhclient|dockerd|docker|containerd.*|kubelet|kube-.*|etcd|xorg|x|xwayland|gdm.*|sddm|lightdm|gnome-shell|plasmashell|kwin.*|windowserver|loginwindow|finder|dock|securityd|opendirectoryd|mysqld?|mariadbd?|postgres(?:ql)?|postmaster|mongod|redis-server|redis|nginx|apache2|httpd|haproxy|named|bind9|bluetoothd|ntpd|chronyd|timesyncd|avahi.*|cupsd|cups-.*|modemmanager|accounts-daemon|udisksd|upowerd|rtkit-daemon|snapd|thermald|irqbalance|acpid|atd|anacron|smartd|rpcbind|rpc\..*|nfsd|smbd|nmbd|vsftpd|proftpd|postfix|exim.*|dovecot|sendmail|memcached|squid|openvpn|charon|libvirtd|virtlogd|vmtoolsd|pulseaudio|pipewire.*|wireplumber|xdg-.*|gvfsd.*|colord|geoclue|fwupd|packagekitd|switcheroo-control|coreaudiod|mds|mdworker.*|cfprefsd|distnoted|notifyd|configd|powerd|systemuiserver|cinnamon|mate-.*|xfce4-.*|xfwm4|mutter|polkitd|agetty|getty|login|kthreadd|wazuh.*|splunkd?|irongate.*)$/i

/** Ports that services of the machine listen on, not what is being developed. */
const SERVICE_PORTS: ReadonlySet<string> = new Set(
  '22 25 53 111 389 445 631 1433 1521 2375 2376 2379 3306 5432 5672 6379 6443 9092 9200 11211 15672 27017'.split(' '),
)

/** Programs that run others' programs: their name says nothing of whose. */
function isRuntime(name: string): boolean {
  const family = familyFor(name)
  return family === 'interpreters' || (family === 'shell' && /sh$/.test(name))
}

/** A daemon of the machine, or what watches over it or over the agent. */
function isMachines(name: string): boolean {
  return SYSTEM_DAEMONS.test(name) || watchedBy(name) !== undefined
}

const isListedMachines = (name: string) => isMachines(name) || SERVICE_PORTS.has(name)

/** Whose a process is, by its name: shells and daemons of the machine, or the user's own programs. */
function ownerOfName(name: string, facts: Scribe['facts']): Owner {
  if (facts.session.started.has(name)) return 'session'
  if (/^[.*?[\]^$+]*$/.test(name)) return 'everything'
  return isMachines(name.replace(/^.*\//, '')) ? 'system' : 'user'
}

/** With the rights of the machine's owner, whatever some list names is ended, whoever runs it. */
function ownerOfRaised(word: Word, facts: Scribe['facts']): Owner {
  const owner = ownerOfId(word, facts)
  const listed = word.known.startsWith('\0') && word.sources.length > 0
  const blindly = word.sources.every((source) => source.kind === 'command' && source.about === undefined)
  return owner === 'unknown' && listed && blindly ? 'everything' : owner
}

/** Whose a process is, by id, job or the command that printed the id. */
function ownerOfId(word: Word, facts: Scribe['facts']): Owner {
  if (word.text === '-1') return 'everything'
  if (/^(?:1|-0|2)$/.test(word.text ?? '')) return 'system'
  if (word.known.startsWith('%')) return 'session'
  if (word.text !== undefined) return word.text === '0' || facts.session.started.has(word.text) ? 'session' : 'unknown'
  if (/\$!|\$\{!\}|\bjobs\b|\$\$/.test(word.raw) && !/PPID/.test(word.raw)) return 'session'
  // Every process has a directory there.
  if (/\/proc\//.test(word.raw)) return 'everything'
  // Services keep their numbers there.
  if (/\/(?:var\/)?run\/[\w./-]+\.pid\b/.test(word.raw)) return 'system'
  const listed = ownerOfListed(word, facts)
  if (listed) return listed
  const lookup = /(?:pgrep|pidof|lsof|fuser|ps)\b(.*)/s.exec(word.raw)
  const names = (lookup?.[1] ?? '').match(/[\w.-]+/g) ?? []
  if (names.some(isListedMachines)) return 'system'
  if (/\bps\s+(?:-?[aA]\w*x?|-e\w*)\b/.test(word.raw) && !/grep|awk\s+'?\//.test(word.raw)) return 'everything'
  return lookup || /pid/i.test(word.raw) ? 'user' : 'unknown'
}

/** Whose processes a list tells of, by what it was filtered for. */
function ownerOfListed({ sources }: Word, facts: Scribe['facts']): Owner | undefined {
  const lists = listsIn(sources)
  if (lists.length === 0) return undefined
  const names = namesAskedFor(lists)
  if (names.length === 0) return sources.length === lists.length ? 'everything' : 'unknown'
  if (names.some((name) => name === 'root' || isListedMachines(name))) return 'system'
  return names.some((name) => facts.session.started.has(name)) ? 'session' : 'user'
}

function listsIn(sources: Word['sources']): Word['sources'] {
  return sources.filter((source) => source.kind === 'command' && /^(?:ps|pgrep|lsof)$/.test(source.program))
}

function namesAskedFor(lists: Word['sources']): readonly string[] {
  const asked = lists.flatMap((source) => ('about' in source && source.about !== undefined ? [source.about] : []))
  // `[s]shd` is how a search avoids finding itself.
  return asked.flatMap((about) => about.replace(/\[(\w)\]/g, '$1').match(/[\w.-]+/g) ?? [])
}

/** A list of all that one runtime runs, as `pkill node` would end it. */
function isBroadList({ sources }: Word): boolean {
  const names = namesAskedFor(listsIn(sources))
  return names.length > 0 && names.every(isRuntime)
}

const kill: Program = {
  names: ['kill', 'skill', 'tkill'],
  read: (command, scribe) => {
    const [first] = command.args
    if (asksForHelp(command.args) || /^-[lL]$|^--list$|^--table$/.test(first?.known ?? '') || probes(command))
      return 'proven'
    const targets = targetsOf(command)
    if (command.name?.endsWith('skill') && says(command, /^-[utc]$/))
      return signals(targets.at(-1), 'everything', scribe)
    // The shell that is killed writes no history.
    if (
      command.via.length === 0 &&
      /^-(?:9|KILL|SIGKILL)$/.test(first?.known ?? '') &&
      targets.some(({ raw }) => raw === '$$')
    )
      scribe.effect({ kind: 'weaken', area: 'history', feature: 'the history of this shell', certainty: 'likely' })
    const ownerOf = isRaised(command) ? ownerOfRaised : ownerOfId
    return weakest(
      'expected',
      ...targets.map((word) => {
        const owner = ownerOf(word, scribe.facts)
        return signals(word, owner, scribe, owner === 'user' && isBroadList(word))
      }),
    )
  },
}

/** States a signal; only what this session started is ended as a matter of course. */
function signals(word: Word | undefined, owner: Owner, scribe: Scribe, broad = false): Standing {
  scribe.effect({ kind: 'signal-process', target: word?.text ?? word?.raw ?? '*', owner, ...(broad && { broad }) })
  return owner === 'session' ? 'expected' : 'plain'
}

/** Signal 0 only asks whether a process is there. */
function probes(command: Command): boolean {
  const [first, second] = command.args
  return first?.text === '-0' || (/^-(?:s|n|-signal)$/.test(first?.known ?? '') && second?.text === '0')
}

/** The ids after the signal: `kill -9 -1` signals everything, `kill -1 5` sends the first signal. */
function targetsOf(command: Command): readonly Word[] {
  const [first, ...rest] = command.args
  if (!first) return []
  if (first.known === '--') return rest
  if (/^-(?:s|n|-signal|q|-queue)$/.test(first.known)) return rest.slice(1).filter((word) => word.known !== '--')
  if (/^-(?:[A-Za-z]+\d*|\d+)$/.test(first.known) || first.known.startsWith('--signal=')) {
    return rest.length === 0 ? [first] : rest.filter((word) => word.known !== '--')
  }
  return command.args
}

const BY_NAME = {
  flags:
    '-ceginoqrsvwxyIlVfHzZaLAd exact ignore-case interactive list quiet regexp verbose wait full newest oldest count inverse echo lightweight require-handler',
  values:
    '-sugtPGUFOrkn signal user group terminal parent euid uid pgroup pidfile older ns nslist older-than younger-than process-group',
}
const SIGNAL =
  /^-(?:\d+|(?:SIG)?[A-Z][A-Z0-9]{2,8}(?:[+-]\d+)?|(?:SIG)?(?:hup|int|quit|kill|term|stop|cont|tstp|usr[12]|abrt|alrm|winch))$/

const byName: Program = {
  names: ['pkill', 'killall', 'killall5', 'slay', 'taskkill', 'fkill'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    if (command.name === 'killall5') return signals(undefined, 'everything', scribe)
    if (says(command, /^(?:-0|-l|--list)$/)) return 'proven'
    const options = readOptions(
      command.args.filter((word) => !SIGNAL.test(word.known)),
      BY_NAME,
    )
    const user = options.value('u', 'U', 'user', 'euid', 'uid')
    const names = options.operands.filter((word) => !/^\/(?:f|t|pid|im)$/i.test(word.known))
    if (names.length === 0 && user) signals(user, user.text === 'root' ? 'system' : 'everything', scribe)
    // Whoever sits at a terminal, with the rights of the machine's owner: no process of one's own is meant.
    const terminal = options.value('t', 'terminal')
    if (names.length === 0 && terminal && isRaised(command)) signals(terminal, 'everything', scribe)
    const standings = names.map((word) => {
      const { text: name } = word
      const owner = name === undefined ? 'unknown' : ownerOfName(name.split(/\s/)[0] ?? name, scribe.facts)
      // With the rights of the machine's owner, a name ends what other people run under it.
      const broad = name !== undefined && owner === 'user' && (isRuntime(name) || (isRaised(command) && !user))
      return signals(word, owner, scribe, broad)
    })
    return options.unknown.length > 0 ? 'unknown' : weakest(names.length === 0 ? 'plain' : 'expected', ...standings)
  },
}

/** `fuser -k 3000/tcp` frees a port; of a device, a mount or a folder outside it ends whatever uses it. */
const fuser: Program = {
  names: ['fuser', 'kill-port', 'xkill'],
  read: (command, scribe) => {
    const { args } = command
    if (command.name === 'fuser' && !says(command, /^-[a-zA-Z]*k|^--kill$/)) return 'proven'
    const spaces = new Set(args.filter((_, at) => /^(?:-n|--namespace)$/.test(args[at - 1]?.known ?? '')))
    const ports = [...spaces].some(({ known }) => /^(?:tcp|udp)$/.test(known))
    for (const word of operandsOf(command).filter((each) => !spaces.has(each)))
      scribe.effect({
        kind: 'signal-process',
        target: word.text?.replace(/\/(?:tcp|udp)$/, '') ?? word.raw,
        owner: ownerOfUsed(word, { ports, raised: isRaised(command) }, scribe),
      })
    return 'plain'
  },
}

/** Who uses a port or a place; with the rights of the machine's owner it may be anybody. */
function ownerOfUsed(
  word: Word,
  { ports, raised }: { readonly ports: boolean; readonly raised: boolean },
  scribe: Scribe,
): Owner {
  if (scribe.facts.session.started.has(word.text?.split('/')[0] ?? '')) return 'session'
  const [port] = /^\d+(?=(?:\/(?:tcp|udp))?$)/.exec(word.text ?? '') ?? []
  if (port !== undefined) return raised || SERVICE_PORTS.has(port) ? 'system' : 'user'
  if (ports || !word.known.startsWith('/')) return 'unknown'
  return /^(?:project|temp)/.test(scribe.path(word).zone) ? 'unknown' : 'everything'
}

export const SIGNALS: readonly Program[] = [kill, byName, fuser]
