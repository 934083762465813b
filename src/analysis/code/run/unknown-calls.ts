import { type NameRole, verbRole } from '../../../knowledge/lexicon/role-words.ts'
import { isPackageHost } from '../../files/dependency-sources.ts'
import { classifyHost, hostOf } from '../../remote/hosts.ts'
import { isUsualSource } from '../../remote/package-sources.ts'
import { isSecretSource } from '../../text/secrets.ts'
import type { DataSource } from '../../words.ts'
import { allSources, exactText, uniqueSources } from './abstract-value.ts'
import { type CodeCall, lastNamePart } from './call-table.ts'
import { isProgramCommand } from './remote-typing.ts'
import type { CodeRun } from './run.ts'

/** What a file is opened for: `w`, `wb`, `a`, `r+`, and `n` or `c` of small databases. */
const WRITE_MODES = /^(?=[rwaxbt+]{1,3}$)[rbt]*[wax+][rbt+]*$|^[nc]$/
const OPEN_CALLS = /open|file|fd|handle|stream/i

/** What a call that nothing here knows may do to the places it is given: by its name, or by how it opens them. */
export function unknownCallRole({ name, args, named }: CodeCall): NameRole {
  const last = lastNamePart(name)
  const said = verbRole(last)
  if (said !== undefined) return said
  const opens =
    OPEN_CALLS.test(last) && [...args, ...named.values()].some((value) => WRITE_MODES.test(exactText(value) ?? ''))
  return opens ? 'does' : undefined
}

/** Names of calls that start a program, whatever library they belong to. */
const RUN_CALLS =
  /^(?:\$|run|sudo|exec|execute|shell|sh|bash|zsh|cmd|command|system|popen|spawn|call|check_call|check_output|local|task)(?:[A-Z_]\w*)?$/

/** A call that nothing here knows, called as one that starts programs, and given a text that is a command. */
export function recordCommandArgument({ name, args }: CodeCall, run: CodeRun): void {
  const [first] = args
  const line = exactText(first)
  if (!first || line === undefined || !RUN_CALLS.test(lastNamePart(name)) || !isProgramCommand(line)) return
  const { certainty } = run
  if (certainty === 'certain') run.certainty = 'likely'
  run.shell(first, name)
  run.certainty = certainty
}

const HOST_NAME = /^(?:[\w-]+\.)+[a-z]{2,}$|^\d{1,3}(?:\.\d{1,3}){3}$/i

/** What a call that nothing here knows gives back, of a secret file that it was given, may be what is in it: `open('/…/.pgpass')`. */
export function secretPlaces({ args, named }: CodeCall, run: CodeRun): readonly DataSource[] {
  return [...args, ...named.values()].flatMap((value) => {
    const place = exactText(value)
    if (place === undefined || !/^(?:\/|~\/)[^\s:*]+$/.test(place)) return []
    const path = run.recorder.pathOf(place)
    return path.tags.includes('secret') ? [{ kind: 'file', path: path.real ?? path.text, secret: true } as const] : []
  })
}

/** A call that nothing here knows is given a secret and the name of another machine: it goes there. */
export function recordSecretArgument({ name, args, named, receiver }: CodeCall, run: CodeRun): void {
  const given = [...args, ...named.values()]
  const texts = given.map((value) => exactText(value) ?? '')
  const bare = texts.find((text) => HOST_NAME.test(text))
  const address = bare === undefined ? texts.find((text) => /^(?:https?|wss?|tcp):\/\//i.test(text)) : undefined
  const host = bare ?? (address === undefined ? '' : hostOf(address))
  if (host === '' || classifyHost(host) === 'loopback') return
  const secrets = uniqueSources([...given, ...(receiver ? [receiver] : [])].map(allSources)).filter(isSecretSource)
  // A client of a service is told its address and its key; a file of keys is no such key.
  const payload = bare === undefined ? secrets.filter(({ kind }) => kind === 'file') : secrets
  if (payload.length > 0)
    run.acts({ kind: 'send-data', host, channel: 'socket', payload, by: name, certainty: 'likely' })
}

/** `import "https://host/x.ts"`: code of another place, unless that place hands out packages. */
export function recordImportedAddress(module: string, run: CodeRun): void {
  if (!/^https?:\/\//.test(module)) return
  const host = hostOf(module)
  if (isUsualSource(host) || isPackageHost(host) || classifyHost(host) === 'loopback') return
  run.state({
    kind: 'run-code',
    language: 'javascript',
    origin: 'download',
    read: false,
    host,
    address: module,
    by: 'import',
  })
}
