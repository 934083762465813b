import { type BuildCall, type BuildReader, optionValues, plainNames } from '../build/tool.ts'
import type { Standing } from '../program.ts'
import { isUsualRegistry, originOf, type PackageOrigin, type PackageScope, stateInstall } from './specs.ts'

const UNSIGNED =
  /^(?:--allow-unauthenticated|--allow-insecure-repositories|--force-yes|--nosignature|--nodigest|--nogpgcheck|--no-gpg-checks|--no-gpg-check|--allow-untrusted|--dangerous|--force-dangerous|--no-gpg-verify)$/i
const SETS = /^(?:--setopt=)?(?:[\w*-]{1,40}\.)?(?:gpgcheck|sslverify)=(?:0|false|no|off)$/i

export function stateUnsigned({ command: { args }, name, verb, scribe }: BuildCall): void {
  const off = args.find(
    ({ known }, at) =>
      UNSIGNED.test(known) || (SETS.test(known) && (known.startsWith('-') || args[at - 1]?.known === '--setopt')),
  )
  const by = `${name} ${verb}`
  if (off) scribe.effect({ kind: 'weaken', area: 'signing', feature: `${name} ${off.known}`, by })
}

const SERVERS = ['--server', '--source', '--only-server', '--mirror', '--repo', '--repository']

export function foreignServer({ args, name }: BuildCall): boolean {
  const servers = optionValues(args, name === 'gem' ? [...SERVERS, '-s'] : SERVERS)
  return servers.some((word) => /^https?:/.test(word.known) && !isUsualRegistry(word.known))
}

/** Taps of Homebrew itself and of makers who distribute their own tools this way. */
const KNOWN_TAPS =
  /^(?:homebrew|hashicorp|aws|azure|mongodb|stripe|supabase|oven-sh|heroku|goreleaser|golangci|anchore|aquasecurity|snyk|derailed|helm|fluxcd|argoproj|cloudflare|planetscale|dart-lang|confluentinc|elastic|grafana|hasura|jetpack-io|nats-io|pulumi|redis-stack|sass|denisidoro|tinygo-org|tilt-dev|weaveworks|withgraphite|xo|borkdude|clojure|minio|ngrok|databricks|launchdarkly|buildkite|github|microsoft|powershell|teamookla|temporalio|turso|tursodatabase|upstash|earthly|encoredev|speakeasy-api|vectordotdev|bufbuild|warrensbox)\//i

/** Where a package comes from: a system package file brings scripts that run as root, a tap is somebody's git repository. */
export function packageOrigin(name: string, scope: PackageScope, call: BuildCall): PackageOrigin {
  if (scope === 'project' && /^[\w-]+\/[\w.-]+$/.test(name)) return 'registry'
  const origin = originOf(name)
  if (call.name === 'brew' && /^[\w-]+\/[\w-]+(?:\/[\w.@+-]+)?$/.test(name))
    return KNOWN_TAPS.test(name) ? 'registry' : 'git'
  if (origin !== 'local' || !/\.(?:deb|rpm|apk|snap|flatpak|flatpakref|pkg)$/i.test(name)) return origin
  const path = call.scribe.pathOf(name)
  const { created, written } = call.scribe.facts.session
  const real = path.real ?? ''
  const built = (created.has(real) || written.has(real)) && call.scribe.provenance(real).kind !== 'elsewhere'
  return built || path.tags.includes('build-artefact') ? 'local' : 'url'
}

export function addsSource({ args, name, scribe }: BuildCall): Standing {
  if (args.some((word) => /^(?:-r|--remove|-L|--list|-h|--help|--dry-run)$/.test(word.known))) return 'plain'
  stateInstall(name === 'gem' ? 'gem' : 'apt', plainNames(args), 'other-registry', 'system', scribe, { by: name })
  return 'plain'
}

/** `gem sources --add address`; without it the list is shown or shortened. */
export const addsGemSource: BuildReader = (call) =>
  call.args.some((word) => /^(?:-a|--add)(?:=|$)/.test(word.known)) ? addsSource(call) : 'plain'

export const configuresComposer: BuildReader = ({ args, scribe }) => {
  const [key = '', ...values] = plainNames(args)
  const by = 'composer config'
  if (/^(?:disable-tls|secure-http)$/.test(key) && values[0] === (key === 'disable-tls' ? 'true' : 'false'))
    scribe.effect({ kind: 'weaken', area: 'tls', feature: key, by })
  const addresses = values.filter((value) => /^https?:/.test(value))
  if (/^repos?(?:itories)?\./.test(key) && !addresses.every(isUsualRegistry))
    stateInstall('composer', addresses, 'other-registry', 'project', scribe, { by })
  return 'plain'
}
