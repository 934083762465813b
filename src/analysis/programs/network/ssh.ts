import { canonicalHost, endsIn } from '../../hosts.ts'
import type { Command, Value, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import { type Grammar, type Options, part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { stateLoadedLibraries } from '../system/loaded-library.ts'
import { fileSource, isLocalData, received, stateConnect, stdinSources } from './data.ts'

const GRAMMAR: Grammar = {
  flags: '-46AaCfGgKkMNnqsTtVvXxYy',
  values: '-BbcDEeFIiJLlmOopPQRSWw',
  stopAtOperand: true,
}

/** Hosts that answer ssh with a greeting or with git alone. */
const FORGES = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'ssh.dev.azure.com', 'git.sr.ht']

const SHELL_ON_STDIN = /^(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh(?:\s+-s?e?u?x?)*(?:\s+-)?$/

/** What it runs there, what it sends there, what it opens, and what its options run here. */
export const SSH: Program = {
  names: ['ssh', 'autossh', 'mosh', 'rsh', 'plink'],
  read: (command, scribe) => {
    stateLoadedLibraries(command, /^-I$/, scribe)
    const before = readOptions(command.args, GRAMMAR)
    if (before.has('V')) return 'proven'
    const [target, ...rest] = before.operands
    const after = readOptions(rest, GRAMMAR)
    const options = [before, after]
    const local = options.flatMap((each) => stateOptions(each, scribe))
    if (target && !before.has('Q', 'G', 'O')) {
      const host = hostName(target)
      stateConnect(host, scribe, `ssh://${host}`)
      stateRemote(host, after.operands, options, command, scribe)
    }
    return local.includes('unknown') || options.some(({ unknown }) => unknown.length > 0) ? 'unknown' : 'plain'
  },
  output: ({ args }) =>
    received(
      readOptions(args, GRAMMAR)
        .operands.slice(0, 1)
        .map((word) => `ssh://${hostName(word)}`),
    ),
}

function hostName(word: Word): string {
  const text = shown(word).replace(/^ssh:\/\//, '')
  return canonicalHost(text.slice(text.lastIndexOf('@') + 1).replace(/[:/].*$/, ''))
}

function stateRemote(
  host: string,
  words: readonly Word[],
  options: readonly Options[],
  command: Command,
  scribe: Scribe,
): void {
  const place = { kind: 'remote', name: host } as const
  const given = options.flatMap(settings).find(([name]) => name === 'remotecommand')?.[1]
  const remote = joined(given ? [given] : words[0]?.known === '--' ? words.slice(1) : words)
  const input = options.some((each) => each.has('n', 'f')) ? [] : stdinSources(command, scribe)
  const forge = endsIn(host, FORGES)
  if (input.some(isLocalData)) scribe.effect({ kind: 'send-data', host, channel: 'ssh', payload: input })
  if (remote.text === '' && (options.some((each) => each.has('N', 'W')) || (forge && input.length === 0))) return
  let standing: Standing = remote.text === '' ? 'unknown' : scribe.runsShell(remote, 'ssh', { place })
  const feedsShell = remote.text === '' || SHELL_ON_STDIN.test(remote.text ?? '')
  if (feedsShell && command.stdin.kind === 'value') standing = scribe.runsShell(command.stdin.value, 'ssh', { place })
  if (forge && /^git-(?:upload-pack|receive-pack)|^$/.test(remote.text ?? '-')) return
  scribe.effect({ kind: 'remote-exec', host, writes: writesOf(standing) })
}

/** Does what runs elsewhere change something there? `no` only when every word of it was understood. */
export function writesOf(standing: Standing): 'yes' | 'no' | 'unknown' {
  if (standing === 'proven') return 'no'
  return standing === 'unknown' ? 'unknown' : 'yes'
}

/** Words joined by blanks, as programs do that hand them to a shell. */
export function joined(words: readonly Word[]): Value {
  const known = words.every((word) => word.text !== undefined)
  return {
    text: known ? words.map((word) => word.text).join(' ') : undefined,
    sources: words.flatMap((word) => word.sources),
  }
}

/** `-o Name=value` and `-o "Name value"`, names in lower case. */
function settings(options: Options): readonly (readonly [string, Word])[] {
  return options.values('o').map((word) => {
    const found = /^\s*([A-Za-z]+)\s*[=\s]\s*/.exec(word.known)
    return found ? [(found[1] ?? '').toLowerCase(), part(word, found[0].length)] : ['', word]
  })
}

export function stateOptions(options: Options, scribe: Scribe): readonly Standing[] {
  const listen = (reach: 'remote-forward' | 'tunnel' | 'network' | 'loopback') =>
    scribe.effect({ kind: 'listen', reach, executes: false })
  // A local forward listens on this machine unless its bind address opens it to the network.
  const forward = ({ known }: Word) =>
    listen(options.has('g') || /^(?:\*|0\.0\.0\.0|\[::\]|:)/.test(known) ? 'network' : 'loopback')
  const found: Standing[] = []
  for (const [name, value] of settings(options)) {
    if (/^(?:proxy|local|knownhosts)command$/.test(name) && value.text !== 'none')
      found.push(scribe.runsShell(withoutTokens(value), `ssh -o ${name}`))
    const off = /^(?:no|off|false)$/i.test(value.known)
    if ((name === 'stricthostkeychecking' && off) || (name === 'userknownhostsfile' && value.known === '/dev/null'))
      scribe.effect({ kind: 'weaken', area: 'tls', feature: 'ssh host key check', certainty: 'likely' })
    if (name === 'remoteforward') listen('remote-forward')
    if (/^(?:local|dynamic)forward$/.test(name)) forward(value)
    if (/^(?:pkcs11provider|securitykeyprovider|include)$/.test(name)) found.push('unknown')
  }
  for (const word of options.values('F')) found.push(stateConfiguration(word, scribe))
  for (const word of options.values('E'))
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'append', content: undefined })
  if (options.values('R').length > 0) listen('remote-forward')
  if (options.values('w').length > 0) listen('tunnel')
  options.values('L', 'D').forEach(forward)
  return options.has('I') ? [...found, 'unknown'] : found
}

const MAX_COMMANDS = 40
/** Lines of a configuration that run something on this side. */
const RUNS =
  /^[ \t]*(?:(?:ProxyCommand|LocalCommand|KnownHostsCommand)[ \t=]+(.*)|Match\b.*?\bexec[ \t=]+(?:"([^"]*)"|(\S+)).*)$/gim
const INCLUDES = /^[ \t]*Include[ \t=]+(\S+)/gim

/** `ssh -F file`: the commands that the file names; one that cannot be read may name any. */
function stateConfiguration(word: Word, scribe: Scribe, depth = 0): Standing {
  const path = scribe.path(word)
  fileSource(word, scribe)
  if (word.text === 'none' || path.tags.includes('null-device')) return 'plain'
  const text = path.real === undefined ? undefined : scribe.readText(path.real)
  const own = (path.zone === 'home' || path.zone === 'system') && !path.sessionMade
  if (text === undefined) return own ? 'unknown' : stateUnseen('shell', 'ssh -F', scribe)
  const commands = [...text.matchAll(RUNS)].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
  if (commands.length > MAX_COMMANDS || depth > 4) return stateUnseen('shell', 'ssh -F', scribe)
  for (const command of commands)
    if (command !== '' && command !== 'none') scribe.runsShell(withoutTokens({ text: command, sources: [] }), 'ssh -F')
  for (const [, file = ''] of text.matchAll(INCLUDES))
    if (!/[*?]/.test(file)) stateConfiguration({ ...word, text: file, known: file }, scribe, depth + 1)
  return 'unknown'
}

/** The text of a command as ssh hands it to a shell: `%%` is a percent sign, `%h` and its like are names. */
function withoutTokens(value: Value): Value {
  return { ...value, text: value.text?.replaceAll(/%(.)/gs, (_, sign: string) => (sign === '%' ? '%' : 'host')) }
}
