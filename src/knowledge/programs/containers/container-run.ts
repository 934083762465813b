import type { Certainty } from '../../../analysis/effects.ts'
import { recordReads } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import { emptyContainerKey } from '../../../analysis/interpret/started-containers.ts'
import { classifyHost } from '../../../analysis/remote/hosts.ts'
import type { Word } from '../../../analysis/words.ts'
import type { EngineCall } from './engine.ts'
import { parseRegistry } from './images.ts'
import {
  type Mount,
  recordMountedFolderWork,
  recordMountedProjectDeletion,
  recordVolumeDeletion,
  withKnownText,
} from './mounted-folders.ts'

const RUN_GRAMMAR: Grammar = {
  flags:
    'd i t P q detach interactive tty rm init privileged publish-all read-only no-healthcheck oom-kill-disable sig-proxy quiet ' +
    'disable-content-trust replace systemd tls-verify',
  values:
    'a c e h l m p u v w ' +
    'add-host annotation attach blkio-weight cap-add cap-drop cgroup-parent cgroupns cidfile cpu-period cpu-quota cpu-shares cpus ' +
    'cpuset-cpus cpuset-mems detach-keys device device-cgroup-rule dns dns-option dns-search domainname entrypoint env env-file expose gpus ' +
    'group-add health-cmd health-interval health-retries health-start-period health-timeout hostname ip ip6 ipc isolation ' +
    'kernel-memory label label-file link log-driver log-opt mac-address memory memory-reservation memory-swap memory-swappiness mount ' +
    'name net network network-alias oom-score-adj pid pids-limit platform publish pull restart runtime security-opt shm-size stop-signal ' +
    'stop-timeout storage-opt sysctl tmpfs ulimit user userns uts volume volume-driver volumes-from workdir arch pod secret authfile',
  stopAtOperand: true,
}

const EXEC_GRAMMAR: Grammar = {
  flags: '-ditTl detach interactive tty privileged latest',
  values: '-euw env env-file user workdir detach-keys index',
  stopAtOperand: true,
}

export function readRun({ rest, recorder, remote, command }: EngineCall): CommandGrade {
  const options = readOptions(rest, RUN_GRAMMAR)
  const [image, ...inner] = options.operands
  recordSandboxOpenings(options, recorder)
  recordPublishedPorts(options, recorder)
  recordReads(options.values('env-file'), recorder)
  const entrypoint = options.value('entrypoint')
  const words = entrypoint && entrypoint.known !== '' ? [entrypoint, ...inner] : prependImageProgram(image, inner)
  const inside = isDisposableContainer(options, recorder) ? 'throwaway' : 'container'
  const place = { kind: remote ? 'remote' : inside, name: remote ?? image?.known ?? '' } as const
  const grade = words.length > 0 ? recorder.runs(words, `${command.name ?? 'docker'} run`, { place }) : 'expected'
  if (words.length > 0 && !remote) {
    recordMountedFolderWork(words, listMounts(options), recorder)
    recordMountedProjectDeletion(words, listMounts(options), recorder)
  }
  recordVolumeDeletion(words, listVolumes(options), recorder)
  recordNamelessRegistry(image, recorder)
  if (remote) recorder.effect({ kind: 'remote-exec', host: remote, writes: 'unknown' })
  if (options.unknown.length > 0 || !image) return 'unknown'
  if (grade !== 'proven' && grade !== 'expected') return grade
  return listSandboxOpenings(options, recorder).length > 0 || remote ? 'plain' : 'expected'
}

/** An image from a public address without a name is code that nobody vouches for. */
function recordNamelessRegistry(image: Word | undefined, recorder: EffectRecorder): void {
  const registry = parseRegistry(image?.known ?? '')
  const host = registry.replace(/:\d+$/, '')
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || classifyHost(host) !== 'public') return
  recorder.effect({
    kind: 'run-code',
    language: 'other',
    origin: 'download',
    read: false,
    host,
    address: `https://${registry}/`,
  })
}

/** Images that are a program: what follows their name are its arguments. */
const PROGRAM_IMAGES: ReadonlyMap<string, string> = new Map(
  (
    'curlimages/curl=curl amazon/aws-cli=aws aws-cli/aws-cli=aws alpine/git=git bitnami/git=git rclone/rclone=rclone ' +
    'alpine/curl=curl alpine/socat=socat alpine/helm=helm alpine/k8s=kubectl bitnami/kubectl=kubectl rancher/kubectl=kubectl ' +
    'hashicorp/terraform=terraform opentofu/opentofu=tofu hashicorp/vault=vault minio/mc=mc restic/restic=restic ' +
    'instrumentisto/nmap=nmap instrumentisto/rsync-ssh=rsync eeacms/rsync=rsync pulumi/pulumi=pulumi doctl/doctl=doctl ' +
    'digitalocean/doctl=doctl flyio/flyctl=flyctl cloudflare/cloudflared=cloudflared ngrok/ngrok=ngrok appropriate/curl=curl'
  )
    .split(' ')
    .map((pair) => pair.split('=', 2) as [string, string]),
)

/** The words that run, the image's own program first when it has one. */
function prependImageProgram(image: Word | undefined, inner: readonly Word[]): readonly Word[] {
  const [first] = inner
  if (!image || !first) return inner
  const path = image.known.replace(/@sha256:.*$/, '').replace(/:[^:/]*$/, '')
  const known = PROGRAM_IMAGES.get(path.split('/').slice(-2).join('/'))
  const last = path.slice(path.lastIndexOf('/') + 1)
  // Options and patterns of files are for the image's program, which most often has the image's name.
  const isGiven = first.known.startsWith('-') || first.glob
  const program = known ?? (isGiven && /^[a-z][\w.-]*$/.test(last) ? last : undefined)
  return program === undefined || first.known === program ? inner : [withKnownText(image, program), ...inner]
}

/** Gone when it ends, and of this machine it can change no more than the project's files. */
function isDisposableContainer(options: Options, recorder: EffectRecorder): boolean {
  const mounts = listMounts(options).every(
    ({ source, readOnly }) => readOnly || /^(?:project|project-root|temp)$/.test(recorder.path(source).zone),
  )
  return (
    options.has('rm') && options.unknown.length === 0 && mounts && listSandboxOpenings(options, recorder).length === 0
  )
}

interface SandboxOpening {
  readonly feature: string
  readonly certainty: Certainty
}

const STRONG_CAPABILITIES =
  /^(?:cap_)?(?:all|sys_admin|sys_ptrace|sys_module|sys_rawio|dac_read_search|dac_override|net_admin|bpf|sys_boot|syslog)$/i

/** Values of options that give the container a hold on this machine; the first that fits. A feature that ends open takes the value. */
const SANDBOX_OPENING_OPTIONS: readonly (readonly [options: string, value: RegExp, feature: string, Certainty])[] = [
  ['pid', /^host$/, '--pid=', 'likely'],
  ['ipc uts userns cgroupns', /^host$/, 'host namespaces', 'possible'],
  ['net network', /^host$/, '--network=', 'possible'],
  ['cap-add', STRONG_CAPABILITIES, '--cap-add=', 'likely'],
  ['cap-add', /^/, '--cap-add=', 'possible'],
  ['security-opt', /(?:apparmor|seccomp)[=:]unconfined|label[=:]disable/, '--security-opt ', 'likely'],
  ['device', /^\/dev\/(?:sd|nvme|vd|mem|kmem|mapper)/, '--device ', 'certain'],
]

function listSandboxOpenings(options: Options, recorder: EffectRecorder): readonly SandboxOpening[] {
  const given = [...options.given].flatMap(([name, values]) =>
    values.flatMap((word): SandboxOpening[] => {
      const value = word?.known ?? ''
      const found = SANDBOX_OPENING_OPTIONS.find(([names, fits]) => names.split(' ').includes(name) && fits.test(value))
      if (!found) return []
      const [, , feature, certainty] = found
      return [{ feature: `docker ${feature}${/[= ]$/.test(feature) ? value : ''}`, certainty }]
    }),
  )
  return [
    ...(options.has('privileged') ? [{ feature: 'docker --privileged', certainty: 'certain' } as const] : []),
    ...given,
    ...listMounts(options).flatMap((mount) => findMountOpening(mount, recorder) ?? []),
  ]
}

export function recordSandboxOpenings(options: Options, recorder: EffectRecorder): void {
  for (const { feature, certainty } of listSandboxOpenings(options, recorder))
    recorder.effect({ kind: 'weaken', area: 'sandbox', feature, certainty })
  for (const { source, readOnly } of listMounts(options)) {
    const path = recorder.path(source)
    if (path.tags.includes('secret') || path.zone === 'home-root')
      recorder.effect({ kind: 'read-path', path, list: false, certainty: 'likely' })
    if (!readOnly && /^(?:root|system|device)$/.test(path.zone))
      recorder.effect({ kind: 'write-path', path, how: 'edit', content: undefined, certainty: 'possible' })
  }
}

/** Bind mounts: `-v source:target[:ro]` and `--mount type=bind,source=…`. */
export function listMounts(options: Options): readonly Mount[] {
  const short = options.values('v', 'volume').flatMap((word): Mount[] => {
    const [source = '', target, mode = ''] = word.known.split(':')
    const isPath = /^[./~\0]/.test(source)
    return isPath ? [{ source: withKnownText(word, source), target, readOnly: mode.split(',').includes('ro') }] : []
  })
  const long = options.values('mount').flatMap((word): Mount[] => {
    const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(word.known)?.[1]
    if (source === undefined || !/(?:^|,)type=bind/.test(word.known)) return []
    const target = /(?:^|,)(?:target|dst|destination)=([^,]*)/.exec(word.known)?.[1]
    return [
      { source: withKnownText(word, source), target, readOnly: /(?:^|,)(?:readonly|ro)(?:$|,|=true)/.test(word.known) },
    ]
  })
  return [...short, ...long]
}

/** Where named volumes lie inside: `-v data:/var/lib/x`. */
function listVolumes(options: Options): readonly string[] {
  return options.values('v', 'volume').flatMap((word) => {
    const [source = '', target] = word.known.split(':')
    return target !== undefined && !/^[./~\0]/.test(source) ? [target] : []
  })
}

function findMountOpening({ source, readOnly }: Mount, recorder: EffectRecorder): SandboxOpening | undefined {
  const path = recorder.path(source)
  if (/\/(?:docker|containerd|podman|crio)[^/]*\.sock$/.test(path.text))
    return { feature: 'container engine socket mounted', certainty: 'likely' }
  if (path.zone === 'root') return { feature: 'host root mounted', certainty: 'certain' }
  if (path.zone === 'system' && /^\/(?:etc|boot|usr|bin|sbin|lib|root)(?:\/|$)/.test(path.real ?? ''))
    return {
      feature: `${path.text} mounted`,
      certainty:
        readOnly || /localtime|timezone|ssl|ca-certificates|resolv|hosts$/.test(path.text) ? 'possible' : 'likely',
    }
  if (path.zone === 'home-root') return { feature: 'home directory mounted', certainty: 'likely' }
  return path.tags.includes('secret') ? { feature: `${path.text} mounted`, certainty: 'possible' } : undefined
}

/** Published ports listen on every address unless one is named. */
function recordPublishedPorts(options: Options, recorder: EffectRecorder): void {
  for (const word of options.values('p', 'publish')) {
    const host = /^(\[[^\]]*\]|[^:]*):[^:]*:/.exec(word.known)?.[1]
    const bindsAll = host === '0.0.0.0' || host === '[::]'
    const loopback = host !== undefined && !bindsAll && classifyHost(host) === 'loopback'
    recorder.effect({
      kind: 'listen',
      reach: loopback ? 'loopback' : 'network',
      executes: false,
      certainty: bindsAll ? 'likely' : 'possible',
    })
  }
}

/** What is fed to a container that runs is typed into whatever reads there. */
export function readAttach({ rest, recorder, remote, command }: EngineCall): CommandGrade {
  const [container] = readOptions(rest, EXEC_GRAMMAR).operands
  if (!container || command.stdin.kind !== 'value') return 'plain'
  const place = { kind: remote ? 'remote' : 'container', name: remote ?? displayText(container) } as const
  return weakestGrade('plain', recorder.runsShell(command.stdin.value, 'docker attach', { place, typed: true }))
}

function isEmpty({ text }: Word, recorder: EffectRecorder): boolean {
  return text !== undefined && recorder.facts.session.started.has(emptyContainerKey(text))
}

export function readExec({ rest, recorder, remote, command }: EngineCall): CommandGrade {
  const options = readOptions(rest, EXEC_GRAMMAR)
  const [container, ...inner] = options.operands
  if (!container) return 'unknown'
  const own = remote === undefined && !options.has('e', 'env', 'env-file') && isEmpty(container, recorder)
  const place = { kind: remote ? 'remote' : 'container', name: remote ?? displayText(container), own } as const
  const grade = inner.length > 0 ? recorder.runs(inner, `${command.name ?? 'docker'} exec`, { place }) : 'plain'
  recordVolumeDeletion(inner, [], recorder)
  if (options.has('privileged'))
    recorder.effect({ kind: 'weaken', area: 'sandbox', feature: 'exec --privileged', certainty: 'likely' })
  if (remote) recorder.effect({ kind: 'remote-exec', host: remote, writes: grade === 'proven' ? 'no' : 'unknown' })
  if (options.unknown.length > 0) return 'unknown'
  return grade === 'proven' ? 'expected' : grade
}
