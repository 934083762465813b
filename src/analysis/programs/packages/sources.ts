import { type BuildCall, type BuildReader, optionValues } from '../build/tool.ts'
import type { Standing } from '../program.ts'
import { isUsualRegistry, namesOf, originOf, type PackageOrigin } from './specs.ts'

export type SourceScope = 'project' | 'user' | 'system'

/** Options that switch signature checks off. */
const UNSIGNED =
  /^(?:--allow-unauthenticated|--allow-insecure-repositories|--force-yes|--nosignature|--nodigest|--nogpgcheck|--no-gpg-checks|--no-gpg-check|--allow-untrusted|--dangerous|--force-dangerous|--no-gpg-verify)$/i
const SETS = /^(?:--setopt=)?(?:[\w*-]{1,40}\.)?(?:gpgcheck|sslverify)=(?:0|false|no|off)$/i

export function stateUnsigned(call: BuildCall): void {
  const { args } = call.command
  const off = args.find(
    ({ known }, at) =>
      UNSIGNED.test(known) || (SETS.test(known) && (known.startsWith('-') || args[at - 1]?.known === '--setopt')),
  )
  if (off)
    call.scribe.effect({
      kind: 'weaken',
      area: 'signing',
      feature: `${call.name} ${off.known}`,
      by: `${call.name} ${call.verb}`,
    })
}

/** A server that is named on the command line and is not the usual one. */
export function foreignServer(call: BuildCall): boolean {
  const servers = optionValues(call.args, [
    '--server',
    '--source',
    ...(call.name === 'gem' ? ['-s'] : []),
    '--only-server',
    '--mirror',
    '--repo',
    '--repository',
  ])
  return servers.some((word) => /^https?:/.test(word.known) && !isUsualRegistry(word.known))
}

/** Taps of Homebrew itself and of makers who distribute their own tools this way. */
const KNOWN_TAPS =
  /^(?:homebrew|hashicorp|aws|azure|mongodb|stripe|supabase|oven-sh|heroku|goreleaser|golangci|anchore|aquasecurity|snyk|derailed|helm|fluxcd|argoproj|cloudflare|planetscale|dart-lang|confluentinc|elastic|grafana|hasura|jetpack-io|nats-io|pulumi|redis-stack|sass|denisidoro|tinygo-org|tilt-dev|weaveworks|withgraphite|xo|borkdude|clojure|minio|ngrok|databricks|launchdarkly|buildkite|github|microsoft|powershell|teamookla|temporalio|turso|tursodatabase|upstash|earthly|encoredev|speakeasy-api|vectordotdev|bufbuild|warrensbox)\//i

/** Where a package comes from: a system package file brings scripts that run as root, a tap is somebody's git repository. */
export function packageOrigin(name: string, scope: SourceScope, call: BuildCall): PackageOrigin {
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

/** A further place from which the whole machine takes packages. */
export function addsSource(call: BuildCall): Standing {
  if (call.args.some((word) => /^(?:-r|--remove|-L|--list|-h|--help|--dry-run)$/.test(word.known))) return 'plain'
  call.scribe.effect({
    kind: 'install',
    manager: call.name === 'gem' ? 'gem' : 'apt',
    packages: namesOf(call.args.filter((word) => !word.known.startsWith('-'))),
    origin: 'other-registry',
    scope: 'system',
    by: call.name,
  })
  return 'plain'
}

/** `gem sources --add address`; without it the list is shown or shortened. */
export const addsGemSource: BuildReader = (call) =>
  call.args.some((word) => /^(?:-a|--add)(?:=|$)/.test(word.known)) ? addsSource(call) : 'plain'

/** `gem owner x --add someone`. */
export const ownsGem: BuildReader = (call) => {
  const [who] = optionValues(call.args, ['-a', '--add'])
  const [removed] = optionValues(call.args, ['-r', '--remove'])
  if (removed)
    call.scribe.effect({
      kind: 'external-write',
      service: 'rubygems',
      nature: 'account',
      target: removed.known,
      by: 'gem owner',
    })
  if (who) call.scribe.effect({ kind: 'grant', what: 'gem owner', to: who.known, reach: 'remote', by: 'gem owner' })
  return 'plain'
}

/** `composer config`: another repository, or encryption switched off. */
export const configuresComposer: BuildReader = (call) => {
  const [key = '', ...values] = namesOf(call.args.filter((word) => !word.known.startsWith('-')))
  const by = 'composer config'
  if (/^(?:disable-tls|secure-http)$/.test(key) && values[0] === (key === 'disable-tls' ? 'true' : 'false'))
    call.scribe.effect({ kind: 'weaken', area: 'tls', feature: key, by })
  if (/^repos?(?:itories)?\./.test(key) && values.some((value) => /^https?:/.test(value) && !isUsualRegistry(value)))
    call.scribe.effect({
      kind: 'install',
      manager: 'composer',
      packages: values.filter((value) => /^https?:/.test(value)),
      origin: 'other-registry',
      scope: 'project',
      by,
    })
  return 'plain'
}
