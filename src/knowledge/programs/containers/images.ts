import { valueSources } from '../../../analysis/interpret/data-sources.ts'
import { recordReads, recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import { classifyHost, hostOf, isInDomain } from '../../../analysis/remote/hosts.ts'
import type { Target } from '../../../analysis/target.ts'
import { taggedTargets } from '../../../analysis/targets.ts'
import type { Word } from '../../../analysis/words.ts'
import { readSessionDockerfiles, readStdinDockerfile, recordCopiedSecrets } from './dockerfiles.ts'
import type { EngineCall } from './engine.ts'

const BUILD_GRAMMAR: Grammar = {
  flags: 'q D quiet pull no-cache rm force-rm compress load push squash layers print debug check provenance sbom',
  values:
    'f t c m o u ' +
    'file tag build-arg build-context target platform label secret ssh cache-from cache-to output progress network add-host allow ' +
    'annotation attest builder cgroup-parent iidfile invoke metadata-file no-cache-filter shm-size ulimit memory set isolation call',
  optional: 'provenance sbom pull',
}

export function readBuild({ rest, recorder, remote, command }: EngineCall): CommandGrade {
  const options = readOptions(rest, BUILD_GRAMMAR)
  if (remote) recordBuildContext(options.operands[0], remote, recorder)
  if (options.has('push') || options.values('o', 'output').some((word) => /type=registry|push=true/.test(word.known))) {
    const tag = options.value('t', 'tag')
    const what = tag ? displayText(tag) : 'image'
    const registry = parseRegistry(what)
    recorder.effect({ kind: 'publish', registry, what, removes: false })
    recordCopiedSecrets(registry, recorder)
  }
  for (const word of options.values('allow'))
    if (/security\.insecure|network\.host/.test(word.known))
      recorder.effect({ kind: 'weaken', area: 'sandbox', feature: `build --allow ${word.known}`, certainty: 'likely' })
  for (const word of options.values('iidfile', 'metadata-file')) recordWrite(word, 'overwrite', recorder)
  for (const word of options.values('o', 'output')) recordBuildOutput(word, recorder)
  const read = weakestGrade(
    readSessionDockerfiles(options.values('f', 'file'), recorder),
    readStdinDockerfile(command, recorder),
  )
  const outside = options.operands.some((word) => !/^(?:-|[.])/.test(word.known) && /:\/\//.test(word.known))
  if (options.unknown.length > 0) return 'unknown'
  return weakestGrade(read, options.has('push') || outside ? 'plain' : 'expected')
}

/** `-o folder`, `--output type=local,dest=folder`: the image's files land there. */
function recordBuildOutput(word: Word, recorder: EffectRecorder): void {
  const named = /(?:^|,)dest=([^,]+)/.exec(word.known)?.[1] ?? (/=/.test(word.known) ? undefined : word.known)
  if (named === undefined || named === '-') return
  const folder = recorder.pathOf(named)
  const path = folder.zone === 'home-root' ? recorder.pathOf(`${named}/files of the image`) : folder
  recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: 'build -o' })
}

/** The whole folder goes to the machine that builds. */
function recordBuildContext(folder: Word | undefined, remote: string, recorder: EffectRecorder): void {
  const host = hostOf(remote)
  if (!folder || /:\/\/|^-$/.test(folder.known) || classifyHost(host) !== 'public') return
  const path = recorder.path(folder)
  const payload = [{ kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }] as const
  recorder.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
}

/** The registry of an image name; Docker Hub when it names none. */
export function parseRegistry(image: string): string {
  const first = image.replace(/^docker:\/\//, '').split('/')[0] ?? ''
  return image.includes('/') && /[.:]|^localhost$/.test(first) ? first : 'docker.io'
}

export function readPush({ rest, recorder }: EngineCall): CommandGrade {
  const options = readOptions(rest, {
    flags: '-aqp all-tags quiet disable-content-trust tls-verify purge',
    values: 'platform creds authfile format',
    optional: 'tls-verify',
  })
  const names = options.operands.map(displayText)
  const registry = parseRegistry(names.at(-1) ?? '')
  if (recordImagePublish(names[0] ?? '', registry, recorder)) recordCopiedSecrets(registry, recorder)
  return 'plain'
}

const IMAGETOOLS_GRAMMAR: Grammar = {
  flags: '-D append dry-run prefer-index debug',
  values: '-tfp tag file annotation builder progress metadata-file platform',
  optional: 'prefer-index',
}

/** `imagetools create -t NAME:TAG SOURCE`: a tag in the registry points to something else from now on. */
export function readImageTools({ rest, recorder }: EngineCall): CommandGrade {
  const [verb, ...words] = rest
  if (verb?.text === 'inspect') return 'expected'
  if (verb?.text !== 'create') return 'unknown'
  const options = readOptions(words, IMAGETOOLS_GRAMMAR)
  if (options.has('dry-run')) return 'expected'
  for (const word of options.values('t', 'tag')) recordImageTagPublish(displayText(word), recorder)
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

export function recordImageTagPublish(image: string, recorder: EffectRecorder): void {
  recordImagePublish(image, parseRegistry(image), recorder, taggedTargets(image))
}

/** States that an image goes to a registry; one of this machine is nobody else's. */
export function recordImagePublish(
  what: string,
  registry: string,
  recorder: EffectRecorder,
  targets?: readonly Target[],
): boolean {
  const local = classifyHost(registry.split(':')[0] ?? '') === 'loopback' || isInDomain(registry, ['localhost'])
  const certainty = local ? 'possible' : 'certain'
  recorder.effect({ kind: 'publish', registry, what, removes: false, certainty, ...(targets && { targets }) })
  return !local
}

/** `login -p` puts the password where every process list shows it. */
export function readLogin({ rest, recorder }: EngineCall): CommandGrade {
  const options = readOptions(rest, {
    flags: '-v password-stdin get-login',
    values: '-up username password authfile',
  })
  for (const word of options.values('p', 'password')) {
    const source = valueSources(word)[0] ?? { kind: 'argument' }
    recorder.effect({ kind: 'expose-secret', source, sink: 'argument', certainty: 'possible' })
  }
  return 'plain'
}

export function readCopy({ rest, recorder }: EngineCall): CommandGrade {
  const options = readOptions(rest, { flags: '-aLq archive follow-link quiet', values: 'index' })
  const [from, to] = options.operands
  if (!from || !to) return 'unknown'
  const isInside = (text: string) => /^[^/.][^/]*:/.test(text)
  if (!isInside(from.known)) recordReads([from], recorder)
  if (isInside(to.known) || to.known === '-') return options.unknown.length > 0 ? 'unknown' : 'expected'
  const path = recorder.path(to)
  recorder.effect({ kind: 'write-path', path, how: 'create', content: undefined })
  return /^(?:project|temp|project-root)$/.test(path.zone) ? 'expected' : 'plain'
}

export function recordImageArchive({ rest, recorder }: EngineCall): CommandGrade {
  const options = readOptions(rest, { flags: '-qm quiet compress', values: '-o output format platform' })
  for (const word of options.values('o', 'output')) recordWrite(word, 'create', recorder)
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}
