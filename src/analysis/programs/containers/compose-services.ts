import { dataOf, entriesOf, itemsOf, memberOf } from '../../data/data.ts'
import type { Scribe } from '../program.ts'

const MOST_SERVICES = 40

/** What a service is started with, as the command that would start it alone: it gets the same hold on this machine. */
export function stateServices(text: string, folder: string, scribe: Scribe): void {
  for (const [, service] of entriesOf(memberOf(dataOf('yaml', text), 'services')).slice(0, MOST_SERVICES))
    scribe.runsShell({ text: runLine(service), sources: [] }, 'compose service', { cwd: folder })
}

function runLine(service: unknown): string {
  const of = (key: string) => memberOf(service, key)
  const [entry, ...given] = commandWords(of('entrypoint'))
  const image = of('image')
  return [
    'docker run --rm',
    ...itemsOf(of('volumes')).flatMap((each) => mountWords(each)),
    ...itemsOf(of('env_file')).flatMap((each) => (typeof each === 'string' ? [`--env-file ${quoted(each)}`] : [])),
    ...(entry === undefined ? [] : [`--entrypoint ${entry}`]),
    typeof image === 'string' ? quoted(image) : 'built',
    ...given,
    ...commandWords(of('command')),
  ].join(' ')
}

function mountWords(volume: unknown): readonly string[] {
  if (typeof volume === 'string') return [`-v ${quoted(volume)}`]
  const [type, source, target] = ['type', 'source', 'target'].map((key) => memberOf(volume, key))
  if (type !== 'bind' || typeof source !== 'string') return []
  return [`-v ${quoted(`${source}:${String(target ?? '')}${memberOf(volume, 'read_only') === true ? ':ro' : ''}`)}`]
}

/** A text is split as a shell would; the words of a list are what they are. */
function commandWords(command: unknown): readonly string[] {
  if (typeof command === 'string') return [filled(command).replaceAll(/[;&|<>()\n`]/g, '\\$&')]
  return itemsOf(command).flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [quoted(String(each))] : [],
  )
}

function quoted(text: string): string {
  return `"${filled(text.replaceAll(/["\\`]/g, '\\$&')).replaceAll('!', '"\'!\'"')}"`
}

/** `$$` is a sign of its own, `${NAME}` a variable as the shell has them, and nothing else is one. */
function filled(text: string): string {
  return text
    .replaceAll('$$', '\\$')
    .replaceAll(/\$(?![{A-Za-z_])/g, (sign, at: number, all: string) => (all[at - 1] === '\\' ? sign : '\\$'))
}
