import { isCodeShelf } from '../../files/dependency-sources.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { isUsualSource } from '../../package-sources.ts'
import { type NameDeed, verbSays } from '../../role-words.ts'
import { isSecret } from '../../secrets.ts'
import type { DataSource } from '../../words.ts'
import type { Run } from './run.ts'
import { type CodeCall, lastOf } from './table.ts'
import { isCommand } from './typed-there.ts'
import { allSources, exact, unique } from './value.ts'

/** What a file is opened for: `w`, `wb`, `a`, `r+`, and `n` or `c` of small databases. */
const OPENS_TO_WRITE = /^(?=[rwaxbt+]{1,3}$)[rbt]*[wax+][rbt+]*$|^[nc]$/
const OPENS = /open|file|fd|handle|stream/i

/** What a call that nothing here knows may do to the places it is given: by its name, or by how it opens them. */
export function handedDeed({ name, args, named }: CodeCall): NameDeed {
  const last = lastOf(name)
  const said = verbSays(last)
  if (said !== undefined) return said
  const opens =
    OPENS.test(last) && [...args, ...named.values()].some((value) => OPENS_TO_WRITE.test(exact(value) ?? ''))
  return opens ? 'does' : undefined
}

/** Names of calls that start a program, whatever library they belong to. */
const STARTS =
  /^(?:\$|run|sudo|exec|execute|shell|sh|bash|zsh|cmd|command|system|popen|spawn|call|check_call|check_output|local|task)(?:[A-Z_]\w*)?$/

/** A call that nothing here knows, called as one that starts programs, and given a text that is a command. */
export function stateHandedLine({ name, args }: CodeCall, run: Run): void {
  const [first] = args
  const line = exact(first)
  if (!first || line === undefined || !STARTS.test(lastOf(name)) || !isCommand(line)) return
  const { certainty } = run
  if (certainty === 'certain') run.certainty = 'likely'
  run.shell(first, name)
  run.certainty = certainty
}

const HOST = /^(?:[\w-]+\.)+[a-z]{2,}$|^\d{1,3}(?:\.\d{1,3}){3}$/i

/** What a call that nothing here knows gives back, of a secret file that it was given, may be what is in it: `open('/…/.pgpass')`. */
export function secretPlaces({ args, named }: CodeCall, run: Run): readonly DataSource[] {
  return [...args, ...named.values()].flatMap((value) => {
    const place = exact(value)
    if (place === undefined || !/^(?:\/|~\/)[^\s:*]+$/.test(place)) return []
    const path = run.scribe.pathOf(place)
    return path.tags.includes('secret') ? [{ kind: 'file', path: path.real ?? path.text, secret: true } as const] : []
  })
}

/** A call that nothing here knows is given a secret and the name of another machine: it goes there. */
export function stateHandedSecret({ name, args, named, receiver }: CodeCall, run: Run): void {
  const given = [...args, ...named.values()]
  const texts = given.map((value) => exact(value) ?? '')
  const bare = texts.find((text) => HOST.test(text))
  const address = bare === undefined ? texts.find((text) => /^(?:https?|wss?|tcp):\/\//i.test(text)) : undefined
  const host = bare ?? (address === undefined ? '' : hostOf(address))
  if (host === '' || addressOf(host) === 'loopback') return
  const secrets = unique([...given, ...(receiver ? [receiver] : [])].map(allSources)).filter(isSecret)
  // A client of a service is told its address and its key; a file of keys is no such key.
  const payload = bare === undefined ? secrets.filter(({ kind }) => kind === 'file') : secrets
  if (payload.length > 0)
    run.acts({ kind: 'send-data', host, channel: 'socket', payload, by: name, certainty: 'likely' })
}

/** `import "https://host/x.ts"`: code of another place, unless that place hands out packages. */
export function stateImportedAddress(module: string, run: Run): void {
  if (!/^https?:\/\//.test(module)) return
  const host = hostOf(module)
  if (isUsualSource(host) || isCodeShelf(host) || addressOf(host) === 'loopback') return
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
