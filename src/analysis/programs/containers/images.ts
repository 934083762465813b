import { addressOf, endsIn, hostOf } from '../../hosts.ts'
import type { Target } from '../../target.ts'
import { taggedTargets } from '../../targets.ts'
import type { Word } from '../../words.ts'
import { reads, writes } from '../files/touching.ts'
import { shown } from '../form/words.ts'
import { sourcesOf } from '../network/data.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { readGivenDockerfile, readWrittenDockerfiles, stateCopiedSecrets } from './dockerfiles.ts'
import type { EngineCall } from './engine.ts'

const BUILD: Grammar = {
  flags: 'q D quiet pull no-cache rm force-rm compress load push squash layers print debug check provenance sbom',
  values:
    'f t c m o u ' +
    'file tag build-arg build-context target platform label secret ssh cache-from cache-to output progress network add-host allow ' +
    'annotation attest builder cgroup-parent iidfile invoke metadata-file no-cache-filter shm-size ulimit memory set isolation call',
  optional: 'provenance sbom pull',
}

export function readBuild({ rest, scribe, remote, command }: EngineCall): Standing {
  const options = readOptions(rest, BUILD)
  if (remote) stateContext(options.operands[0], remote, scribe)
  if (options.has('push') || options.values('o', 'output').some((word) => /type=registry|push=true/.test(word.known))) {
    const tag = options.value('t', 'tag')
    const what = tag ? shown(tag) : 'image'
    const registry = registryOf(what)
    scribe.effect({ kind: 'publish', registry, what, removes: false })
    stateCopiedSecrets(registry, scribe)
  }
  for (const word of options.values('allow'))
    if (/security\.insecure|network\.host/.test(word.known))
      scribe.effect({ kind: 'weaken', area: 'sandbox', feature: `build --allow ${word.known}`, certainty: 'likely' })
  for (const word of options.values('iidfile', 'metadata-file')) writes(word, 'overwrite', scribe)
  for (const word of options.values('o', 'output')) stateOutput(word, scribe)
  const read = weakest(
    readWrittenDockerfiles(options.values('f', 'file'), scribe),
    readGivenDockerfile(command, scribe),
  )
  const outside = options.operands.some((word) => !/^(?:-|[.])/.test(word.known) && /:\/\//.test(word.known))
  if (options.unknown.length > 0) return 'unknown'
  return weakest(read, options.has('push') || outside ? 'plain' : 'expected')
}

/** `-o folder`, `--output type=local,dest=folder`: the image's files land there. */
function stateOutput(word: Word, scribe: Scribe): void {
  const named = /(?:^|,)dest=([^,]+)/.exec(word.known)?.[1] ?? (/=/.test(word.known) ? undefined : word.known)
  if (named === undefined || named === '-') return
  const folder = scribe.pathOf(named)
  const path = folder.zone === 'home-root' ? scribe.pathOf(`${named}/files of the image`) : folder
  scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: 'build -o' })
}

/** The whole folder goes to the machine that builds. */
function stateContext(folder: Word | undefined, remote: string, scribe: Scribe): void {
  const host = hostOf(remote)
  if (!folder || /:\/\/|^-$/.test(folder.known) || addressOf(host) !== 'public') return
  const path = scribe.path(folder)
  const payload = [{ kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }] as const
  scribe.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
}

/** The registry of an image name; Docker Hub when it names none. */
export function registryOf(image: string): string {
  const first = image.replace(/^docker:\/\//, '').split('/')[0] ?? ''
  return image.includes('/') && /[.:]|^localhost$/.test(first) ? first : 'docker.io'
}

export function readPush({ rest, scribe }: EngineCall): Standing {
  const options = readOptions(rest, {
    flags: '-aqp all-tags quiet disable-content-trust tls-verify purge',
    values: 'platform creds authfile format',
    optional: 'tls-verify',
  })
  const names = options.operands.map(shown)
  const registry = registryOf(names.at(-1) ?? '')
  if (statePublished(names[0] ?? '', registry, scribe)) stateCopiedSecrets(registry, scribe)
  return 'plain'
}

const TAGGING: Grammar = {
  flags: '-D append dry-run prefer-index debug',
  values: '-tfp tag file annotation builder progress metadata-file platform',
  optional: 'prefer-index',
}

/** `imagetools create -t NAME:TAG SOURCE`: a tag in the registry points to something else from now on. */
export function readImageTools({ rest, scribe }: EngineCall): Standing {
  const [verb, ...words] = rest
  if (verb?.text === 'inspect') return 'expected'
  if (verb?.text !== 'create') return 'unknown'
  const options = readOptions(words, TAGGING)
  if (options.has('dry-run')) return 'expected'
  for (const word of options.values('t', 'tag')) statePublishedTag(shown(word), scribe)
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

export function statePublishedTag(image: string, scribe: Scribe): void {
  statePublished(image, registryOf(image), scribe, taggedTargets(image))
}

/** States that an image goes to a registry; one of this machine is nobody else's. */
export function statePublished(what: string, registry: string, scribe: Scribe, targets?: readonly Target[]): boolean {
  const local = addressOf(registry.split(':')[0] ?? '') === 'loopback' || endsIn(registry, ['localhost'])
  const certainty = local ? 'possible' : 'certain'
  scribe.effect({ kind: 'publish', registry, what, removes: false, certainty, ...(targets && { targets }) })
  return !local
}

/** `login -p` puts the password where every process list shows it. */
export function readLogin({ rest, scribe }: EngineCall): Standing {
  const options = readOptions(rest, {
    flags: '-v password-stdin get-login',
    values: '-up username password authfile',
  })
  for (const word of options.values('p', 'password')) {
    const source = sourcesOf(word)[0] ?? { kind: 'argument' }
    scribe.effect({ kind: 'expose-secret', source, sink: 'argument', certainty: 'possible' })
  }
  return 'plain'
}

export function readCopy({ rest, scribe }: EngineCall): Standing {
  const options = readOptions(rest, { flags: '-aLq archive follow-link quiet', values: 'index' })
  const [from, to] = options.operands
  if (!from || !to) return 'unknown'
  const isInside = (text: string) => /^[^/.][^/]*:/.test(text)
  if (!isInside(from.known)) reads([from], scribe)
  if (isInside(to.known) || to.known === '-') return options.unknown.length > 0 ? 'unknown' : 'expected'
  const path = scribe.path(to)
  scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined })
  return /^(?:project|temp|project-root)$/.test(path.zone) ? 'expected' : 'plain'
}

export function writesArchive({ rest, scribe }: EngineCall): Standing {
  const options = readOptions(rest, { flags: '-qm quiet compress', values: '-o output format platform' })
  for (const word of options.values('o', 'output')) writes(word, 'create', scribe)
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}
