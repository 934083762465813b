import { dirname } from 'node:path/posix'
import { dockerCopies, dockerRuns, isKnownInstaller } from '../../files/dockerfile.ts'
import { hostOf } from '../../hosts.ts'
import { languageOf } from '../../shell/language.ts'
import { textsOf } from '../../unread.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'

const DOCKERFILE = /\/(?:Dockerfile|Containerfile)[^/]*$/

/** Reads Dockerfiles that this session wrote, before they are built. Older ones are the project's own. */
export function readWrittenDockerfiles(named: readonly Word[], scribe: Scribe): Standing {
  const { written } = scribe.facts.session
  if (written.size === 0) return 'proven'
  const wanted = new Set(named.map((word) => scribe.path(word).real))
  const files = [...written.keys()].filter((path) => (named.length > 0 ? wanted.has(path) : DOCKERFILE.test(path)))
  return weakest(
    'proven',
    ...textsOf(files, scribe).map(([, text]) => (text === undefined ? 'plain' : readRuns(text, scribe))),
  )
}

/** A secret that a Dockerfile of this session copies into its image goes where the image goes. */
export function stateCopiedSecrets(registry: string, scribe: Scribe): void {
  const files = [...scribe.facts.session.written.keys()].filter((path) => DOCKERFILE.test(path))
  const payload = textsOf(files, scribe).flatMap(([file, content]) =>
    dockerCopies(content ?? '', dirname(file)).flatMap((source): DataSource[] => {
      const { real, text, tags } = scribe.pathOf(source)
      return tags.includes('secret') ? [{ kind: 'file', path: real ?? text, secret: true }] : []
    }),
  )
  if (payload.length > 0) scribe.effect({ kind: 'send-data', host: registry, channel: 'other', payload })
}

/** `build -`, `build -f -`: the Dockerfile comes on standard input. */
export function readGivenDockerfile({ stdin, args }: Command, scribe: Scribe): Standing {
  if (stdin.kind !== 'value' || !args.some((word) => word.known === '-')) return 'proven'
  return stdin.value.text === undefined ? 'plain' : readRuns(stdin.value.text, scribe)
}

function readRuns(text: string, scribe: Scribe): Standing {
  const runs = dockerRuns(text, scribe.facts.projectRoot)
    .flatMap((each) => [each, ...ownScripts(each, scribe)])
    .filter((each) => !isUsual(each))
  return weakest(
    'proven',
    ...runs.map((each) =>
      scribe.runsShell({ text: each, sources: [] }, 'RUN', { place: { kind: 'container', name: 'image' } }),
    ),
  )
}

/** Scripts of this session that were copied in and are named: they run in the image too. */
function ownScripts(text: string, scribe: Scribe): readonly string[] {
  const { written } = scribe.facts.session
  const named = text.match(/\/[\w./@+-]{1,300}/g) ?? []
  return [...new Set(named)]
    .filter((path) => languageOf(path, written.get(path)) === 'shell')
    .flatMap((path) => written.get(path) ?? [])
}

/** Fetches from well-known places only, and sends nothing. */
function isUsual(text: string): boolean {
  const hosts = [...text.matchAll(/https?:\/\/[^\s"'|;)]{1,300}/g)].map(([url]) => hostOf(url))
  const sends = /\s(?:-T|-F|-d|--data\S*|--upload-file|--form|--post-\S+)\b|\bnc\b|\/dev\/tcp/.test(text)
  return !sends && hosts.every((host) => isKnownInstaller(host))
}
