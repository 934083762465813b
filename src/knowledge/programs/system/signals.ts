import type { Effect } from '../../../analysis/effects.ts'
import { hasMatchingWord, nonOptionWords } from '../../../analysis/interpret/command-words.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { familyFor } from '../../../analysis/interpret/registry.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { isElevated } from '../../../analysis/wrappers.ts'
import { protectionAreaOf } from '../../lexicon/security-products.ts'

type ProcessOwner = Extract<Effect, { kind: 'signal-process' }>['owner']

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
function isMachineDaemon(name: string): boolean {
  return SYSTEM_DAEMONS.test(name) || protectionAreaOf(name) !== undefined
}

const isMachineDaemonOrPort = (name: string) => isMachineDaemon(name) || SERVICE_PORTS.has(name)

/** Whose a process is, by its name: shells and daemons of the machine, or the user's own programs. */
function ownerOfName(name: string, facts: EffectRecorder['facts']): ProcessOwner {
  if (facts.session.started.has(name)) return 'session'
  if (/^[.*?[\]^$+]*$/.test(name)) return 'everything'
  return isMachineDaemon(name.replace(/^.*\//, '')) ? 'system' : 'user'
}

/** With the rights of the machine's owner, whatever some list names is ended, whoever runs it. */
function ownerOfIdAsRoot(word: Word, facts: EffectRecorder['facts']): ProcessOwner {
  const owner = ownerOfId(word, facts)
  const listed = word.known.startsWith('\0') && word.sources.length > 0
  const blindly = word.sources.every((source) => source.kind === 'command' && source.about === undefined)
  return owner === 'unknown' && listed && blindly ? 'everything' : owner
}

/** Whose a process is, by id, job or the command that printed the id. */
function ownerOfId(word: Word, facts: EffectRecorder['facts']): ProcessOwner {
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
  if (names.some(isMachineDaemonOrPort)) return 'system'
  if (/\bps\s+(?:-?[aA]\w*x?|-e\w*)\b/.test(word.raw) && !/grep|awk\s+'?\//.test(word.raw)) return 'everything'
  return lookup || /pid/i.test(word.raw) ? 'user' : 'unknown'
}

/** Whose processes a list tells of, by what it was filtered for. */
function ownerOfListed({ sources }: Word, facts: EffectRecorder['facts']): ProcessOwner | undefined {
  const lists = processListSources(sources)
  if (lists.length === 0) return undefined
  const names = listFilterNames(lists)
  if (names.length === 0) return sources.length === lists.length ? 'everything' : 'unknown'
  if (names.some((name) => name === 'root' || isMachineDaemonOrPort(name))) return 'system'
  return names.some((name) => facts.session.started.has(name)) ? 'session' : 'user'
}

function processListSources(sources: Word['sources']): Word['sources'] {
  return sources.filter((source) => source.kind === 'command' && /^(?:ps|pgrep|lsof)$/.test(source.program))
}

function listFilterNames(lists: Word['sources']): readonly string[] {
  const asked = lists.flatMap((source) => ('about' in source && source.about !== undefined ? [source.about] : []))
  // `[s]shd` is how a search avoids finding itself.
  return asked.flatMap((about) => about.replace(/\[(\w)\]/g, '$1').match(/[\w.-]+/g) ?? [])
}

/** A list of all that one runtime runs, as `pkill node` would end it. */
function isBroadList({ sources }: Word): boolean {
  const names = listFilterNames(processListSources(sources))
  return names.length > 0 && names.every(isRuntime)
}

const kill: Program = {
  names: ['kill', 'skill', 'tkill'],
  read: (command, recorder) => {
    const [first] = command.args
    if (isHelpRequest(command.args) || /^-[lL]$|^--list$|^--table$/.test(first?.known ?? '') || isSignalProbe(command))
      return 'proven'
    const targets = killTargets(command)
    if (command.name?.endsWith('skill') && hasMatchingWord(command, /^-[utc]$/))
      return recordSignal(targets.at(-1), 'everything', recorder)
    // The shell that is killed writes no history.
    if (
      command.wrapperNames.length === 0 &&
      /^-(?:9|KILL|SIGKILL)$/.test(first?.known ?? '') &&
      targets.some(({ raw }) => raw === '$$')
    )
      recorder.effect({ kind: 'weaken', area: 'history', feature: 'the history of this shell', certainty: 'likely' })
    const ownerOf = isElevated(command) ? ownerOfIdAsRoot : ownerOfId
    return weakestGrade(
      'expected',
      ...targets.map((word) => {
        const owner = ownerOf(word, recorder.facts)
        return recordSignal(word, owner, recorder, owner === 'user' && isBroadList(word))
      }),
    )
  },
}

/** States a signal; only what this session started is ended as a matter of course. */
function recordSignal(
  word: Word | undefined,
  owner: ProcessOwner,
  recorder: EffectRecorder,
  broad = false,
): CommandGrade {
  recorder.effect({ kind: 'signal-process', target: word?.text ?? word?.raw ?? '*', owner, ...(broad && { broad }) })
  return owner === 'session' ? 'expected' : 'plain'
}

/** Signal 0 only asks whether a process is there. */
function isSignalProbe(command: Command): boolean {
  const [first, second] = command.args
  return first?.text === '-0' || (/^-(?:s|n|-signal)$/.test(first?.known ?? '') && second?.text === '0')
}

/** The ids after the signal: `kill -9 -1` signals everything, `kill -1 5` sends the first signal. */
function killTargets(command: Command): readonly Word[] {
  const [first, ...rest] = command.args
  if (!first) return []
  if (first.known === '--') return rest
  if (/^-(?:s|n|-signal|q|-queue)$/.test(first.known)) return rest.slice(1).filter((word) => word.known !== '--')
  if (/^-(?:[A-Za-z]+\d*|\d+)$/.test(first.known) || first.known.startsWith('--signal=')) {
    return rest.length === 0 ? [first] : rest.filter((word) => word.known !== '--')
  }
  return command.args
}

const KILL_BY_NAME_GRAMMAR = {
  flags:
    '-ceginoqrsvwxyIlVfHzZaLAd exact ignore-case interactive list quiet regexp verbose wait full newest oldest count inverse echo lightweight require-handler',
  values:
    '-sugtPGUFOrkn signal user group terminal parent euid uid pgroup pidfile older ns nslist older-than younger-than process-group',
}
const SIGNAL_OPTION =
  /^-(?:\d+|(?:SIG)?[A-Z][A-Z0-9]{2,8}(?:[+-]\d+)?|(?:SIG)?(?:hup|int|quit|kill|term|stop|cont|tstp|usr[12]|abrt|alrm|winch))$/

const killByName: Program = {
  names: ['pkill', 'killall', 'killall5', 'slay', 'taskkill', 'fkill'],
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    if (command.name === 'killall5') return recordSignal(undefined, 'everything', recorder)
    if (hasMatchingWord(command, /^(?:-0|-l|--list)$/)) return 'proven'
    const options = readOptions(
      command.args.filter((word) => !SIGNAL_OPTION.test(word.known)),
      KILL_BY_NAME_GRAMMAR,
    )
    const user = options.value('u', 'U', 'user', 'euid', 'uid')
    const names = options.operands.filter((word) => !/^\/(?:f|t|pid|im)$/i.test(word.known))
    if (names.length === 0 && user) recordSignal(user, user.text === 'root' ? 'system' : 'everything', recorder)
    // Whoever sits at a terminal, with the rights of the machine's owner: no process of one's own is meant.
    const terminal = options.value('t', 'terminal')
    if (names.length === 0 && terminal && isElevated(command)) recordSignal(terminal, 'everything', recorder)
    const grades = names.map((word) => {
      const { text: name } = word
      const owner = name === undefined ? 'unknown' : ownerOfName(name.split(/\s/)[0] ?? name, recorder.facts)
      // With the rights of the machine's owner, a name ends what other people run under it.
      const broad = name !== undefined && owner === 'user' && (isRuntime(name) || (isElevated(command) && !user))
      return recordSignal(word, owner, recorder, broad)
    })
    return options.unknown.length > 0 ? 'unknown' : weakestGrade(names.length === 0 ? 'plain' : 'expected', ...grades)
  },
}

/** `fuser -k 3000/tcp` frees a port; of a device, a mount or a folder outside it ends whatever uses it. */
const fuser: Program = {
  names: ['fuser', 'kill-port', 'xkill'],
  read: (command, recorder) => {
    const { args } = command
    if (command.name === 'fuser' && !hasMatchingWord(command, /^-[a-zA-Z]*k|^--kill$/)) return 'proven'
    const spaces = new Set(args.filter((_, at) => /^(?:-n|--namespace)$/.test(args[at - 1]?.known ?? '')))
    const ports = [...spaces].some(({ known }) => /^(?:tcp|udp)$/.test(known))
    for (const word of nonOptionWords(command).filter((each) => !spaces.has(each)))
      recorder.effect({
        kind: 'signal-process',
        target: word.text?.replace(/\/(?:tcp|udp)$/, '') ?? word.raw,
        owner: ownerOfPortOrPath(word, { ports, raised: isElevated(command) }, recorder),
      })
    return 'plain'
  },
}

/** Who uses a port or a place; with the rights of the machine's owner it may be anybody. */
function ownerOfPortOrPath(
  word: Word,
  { ports, raised }: { readonly ports: boolean; readonly raised: boolean },
  recorder: EffectRecorder,
): ProcessOwner {
  if (recorder.facts.session.started.has(word.text?.split('/')[0] ?? '')) return 'session'
  const [port] = /^\d+(?=(?:\/(?:tcp|udp))?$)/.exec(word.text ?? '') ?? []
  if (port !== undefined) return raised || SERVICE_PORTS.has(port) ? 'system' : 'user'
  if (ports || !word.known.startsWith('/')) return 'unknown'
  return /^(?:project|temp)/.test(recorder.path(word).zone) ? 'unknown' : 'everything'
}

export const SIGNAL_PROGRAMS: readonly Program[] = [kill, killByName, fuser]
