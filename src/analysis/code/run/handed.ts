import { isCodeShelf } from '../../files/dependency-sources.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { isUsualSource } from '../../package-sources.ts'
import { type NameDeed, verbSays } from '../../role-words.ts'
import { isSecret } from '../../secrets.ts'
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

/** A call that nothing here knows is given a secret and the name of another machine: it goes there. */
export function stateHandedSecret({ name, args, named, receiver }: CodeCall, run: Run): void {
  const given = [...args, ...named.values()]
  const host = given
    .map((value) => exact(value) ?? '')
    .find((text) => HOST.test(text) && addressOf(text) !== 'loopback')
  if (host === undefined) return
  const payload = unique([...given, ...(receiver ? [receiver] : [])].map(allSources)).filter(isSecret)
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
