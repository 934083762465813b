import {
  type BuildAnalyzer,
  type BuildCall,
  collectOptionValues,
  listPlainOperands,
} from '../../../analysis/interpret/build-tool.ts'
import {
  classifySpecOrigin,
  isUsualRegistry,
  type PackageOrigin,
  type PackageScope,
  recordInstall,
} from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'

const SIGNATURE_SKIPPING_OPTION =
  /^(?:--allow-unauthenticated|--allow-insecure-repositories|--force-yes|--nosignature|--nodigest|--nogpgcheck|--no-gpg-checks|--no-gpg-check|--allow-untrusted|--dangerous|--force-dangerous|--no-gpg-verify)$/i
const SIGNATURE_DISABLING_SETTING = /^(?:--setopt=)?(?:[\w*-]{1,40}\.)?(?:gpgcheck|sslverify)=(?:0|false|no|off)$/i

export function recordUnsignedInstall({ command: { args }, name, verb, recorder }: BuildCall): void {
  const off = args.find(
    ({ known }, at) =>
      SIGNATURE_SKIPPING_OPTION.test(known) ||
      (SIGNATURE_DISABLING_SETTING.test(known) && (known.startsWith('-') || args[at - 1]?.known === '--setopt')),
  )
  const by = `${name} ${verb}`
  if (off) recorder.effect({ kind: 'weaken', area: 'signing', feature: `${name} ${off.known}`, by })
}

const SERVER_OPTIONS = ['--server', '--source', '--only-server', '--mirror', '--repo', '--repository']

export function hasForeignServer({ args, name }: BuildCall): boolean {
  const servers = collectOptionValues(args, name === 'gem' ? [...SERVER_OPTIONS, '-s'] : SERVER_OPTIONS)
  return servers.some((word) => /^https?:/.test(word.known) && !isUsualRegistry(word.known))
}

/** Taps of Homebrew itself and of makers who distribute their own tools this way. */
const KNOWN_TAPS =
  /^(?:homebrew|hashicorp|aws|azure|mongodb|stripe|supabase|oven-sh|heroku|goreleaser|golangci|anchore|aquasecurity|snyk|derailed|helm|fluxcd|argoproj|cloudflare|planetscale|dart-lang|confluentinc|elastic|grafana|hasura|jetpack-io|nats-io|pulumi|redis-stack|sass|denisidoro|tinygo-org|tilt-dev|weaveworks|withgraphite|xo|borkdude|clojure|minio|ngrok|databricks|launchdarkly|buildkite|github|microsoft|powershell|teamookla|temporalio|turso|tursodatabase|upstash|earthly|encoredev|speakeasy-api|vectordotdev|bufbuild|warrensbox)\//i

/** Where a package comes from: a system package file brings scripts that run as root, a tap is somebody's git repository. */
export function classifyPackageOrigin(name: string, scope: PackageScope, call: BuildCall): PackageOrigin {
  if (scope === 'project' && /^[\w-]+\/[\w.-]+$/.test(name)) return 'registry'
  const origin = classifySpecOrigin(name)
  if (call.name === 'brew' && /^[\w-]+\/[\w-]+(?:\/[\w.@+-]+)?$/.test(name))
    return KNOWN_TAPS.test(name) ? 'registry' : 'git'
  if (origin !== 'local' || !/\.(?:deb|rpm|apk|snap|flatpak|flatpakref|pkg)$/i.test(name)) return origin
  const path = call.recorder.pathOf(name)
  const { created, written } = call.recorder.facts.session
  const real = path.real ?? ''
  const built = (created.has(real) || written.has(real)) && call.recorder.provenance(real).kind !== 'elsewhere'
  return built || path.tags.includes('build-artefact') ? 'local' : 'url'
}

export function analyzeSourceAddition({ args, name, recorder }: BuildCall): CommandGrade {
  if (args.some((word) => /^(?:-r|--remove|-L|--list|-h|--help|--dry-run)$/.test(word.known))) return 'plain'
  recordInstall(name === 'gem' ? 'gem' : 'apt', listPlainOperands(args), 'other-registry', 'system', recorder, {
    by: name,
  })
  return 'plain'
}

/** `gem sources --add address`; without it the list is shown or shortened. */
export const analyzeGemSourceAddition: BuildAnalyzer = (call) =>
  call.args.some((word) => /^(?:-a|--add)(?:=|$)/.test(word.known)) ? analyzeSourceAddition(call) : 'plain'

export const analyzeComposerConfig: BuildAnalyzer = ({ args, recorder }) => {
  const [key = '', ...values] = listPlainOperands(args)
  const by = 'composer config'
  if (/^(?:disable-tls|secure-http)$/.test(key) && values[0] === (key === 'disable-tls' ? 'true' : 'false'))
    recorder.effect({ kind: 'weaken', area: 'tls', feature: key, by })
  const addresses = values.filter((value) => /^https?:/.test(value))
  if (/^repos?(?:itories)?\./.test(key) && !addresses.every(isUsualRegistry))
    recordInstall('composer', addresses, 'other-registry', 'project', recorder, { by })
  return 'plain'
}
