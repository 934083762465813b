import { dirname } from 'node:path/posix'
import { isKnownInstaller, listDockerCopies, listDockerRuns } from '../../../analysis/files/dockerfile.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { fileLanguage } from '../../../analysis/interpret/language.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import { readTexts } from '../../../analysis/text/read-limits.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'

const DOCKERFILE_PATH = /\/(?:Dockerfile|Containerfile)[^/]*$/

/** Reads Dockerfiles that this session wrote, before they are built. Older ones are the project's own. */
export function readSessionDockerfiles(named: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const { written } = recorder.facts.session
  if (written.size === 0) return 'proven'
  const wanted = new Set(named.map((word) => recorder.path(word).real))
  const files = [...written.keys()].filter((path) => (named.length > 0 ? wanted.has(path) : DOCKERFILE_PATH.test(path)))
  return weakestGrade(
    'proven',
    ...readTexts(files, recorder).map(([, text]) => (text === undefined ? 'plain' : runBuildCommands(text, recorder))),
  )
}

/** A secret that a Dockerfile of this session copies into its image goes where the image goes. */
export function recordCopiedSecrets(registry: string, recorder: EffectRecorder): void {
  const files = [...recorder.facts.session.written.keys()].filter((path) => DOCKERFILE_PATH.test(path))
  const payload = readTexts(files, recorder).flatMap(([file, content]) =>
    listDockerCopies(content ?? '', dirname(file)).flatMap((source): DataSource[] => {
      const { real, text, tags } = recorder.pathOf(source)
      return tags.includes('secret') ? [{ kind: 'file', path: real ?? text, secret: true }] : []
    }),
  )
  if (payload.length > 0) recorder.effect({ kind: 'send-data', host: registry, channel: 'other', payload })
}

/** `build -`, `build -f -`: the Dockerfile comes on standard input. */
export function readStdinDockerfile({ stdin, args }: Command, recorder: EffectRecorder): CommandGrade {
  if (stdin.kind !== 'value' || !args.some((word) => word.known === '-')) return 'proven'
  return stdin.value.text === undefined ? 'plain' : runBuildCommands(stdin.value.text, recorder)
}

function runBuildCommands(text: string, recorder: EffectRecorder): CommandGrade {
  const runs = listDockerRuns(text, recorder.facts.projectRoot)
    .flatMap((each) => [each, ...findSessionScripts(each, recorder)])
    .filter((each) => !hasOnlyKnownSources(each))
  return weakestGrade(
    'proven',
    ...runs.map((each) =>
      recorder.runsShell({ text: each, sources: [] }, 'RUN', { place: { kind: 'container', name: 'image' } }),
    ),
  )
}

/** Scripts of this session that were copied in and are named: they run in the image too. */
function findSessionScripts(text: string, recorder: EffectRecorder): readonly string[] {
  const { written } = recorder.facts.session
  const named = text.match(/\/[\w./@+-]{1,300}/g) ?? []
  return [...new Set(named)]
    .filter((path) => fileLanguage(path, written.get(path)) === 'shell')
    .flatMap((path) => written.get(path) ?? [])
}

/** Fetches from well-known places only, and sends nothing. */
function hasOnlyKnownSources(text: string): boolean {
  const hosts = [...text.matchAll(/https?:\/\/[^\s"'|;)]{1,300}/g)].map(([url]) => hostOf(url))
  const sends = /\s(?:-T|-F|-d|--data\S*|--upload-file|--form|--post-\S+)\b|\bnc\b|\/dev\/tcp/.test(text)
  return !sends && hosts.every((host) => isKnownInstaller(host))
}
