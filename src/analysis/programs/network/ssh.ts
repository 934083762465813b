import { addressOf, canonicalHost, endsIn } from '../../hosts.ts'
import type { Command, Value, Word } from '../../words.ts'
import { type Grammar, type Options, part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateLoadedLibraries } from '../system/loaded-library.ts'
import { isLocalData, stdinSources } from './data.ts'
import { stateConfiguration, withoutTokens } from './ssh-config.ts'

const GRAMMAR: Grammar = {
  flags: '-46AaCfGgKkMNnqsTtVvXxYy',
  values: '-BbcDEeFIiJLlmOopPQRSWw',
  stopAtOperand: true,
}

/** Hosts that answer ssh with a greeting or with git alone. */
const FORGES = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'ssh.dev.azure.com', 'git.sr.ht']

const SHELL_ON_STDIN = /^(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh(?:\s+-s?e?u?x?)*(?:\s+-)?$/

/** ssh: what it runs there, what it sends there, what it opens, and what its options run here. */
export const SSH: Program = {
  names: ['ssh', 'autossh', 'mosh', 'rsh', 'plink'],
  read: readSsh,
  output: (command) => {
    const host = hostName(readOptions(command.args, GRAMMAR).operands[0])
    return { text: undefined, sources: host ? [{ kind: 'network', url: `ssh://${host}` }] : [] }
  },
}

interface Target {
  readonly host: string
  readonly words: readonly Word[]
  readonly options: readonly Options[]
}

function readSsh(command: Command, scribe: Scribe): Standing {
  stateLoadedLibraries(command, /^-I$/, scribe)
  const before = readOptions(command.args, GRAMMAR)
  if (before.has('V')) return 'proven'
  const [hostWord, ...rest] = before.operands
  const after = readOptions(rest, GRAMMAR)
  const target: Target = { host: hostName(hostWord), words: after.operands, options: [before, after] }
  const local = target.options.flatMap((options) => stateOptions(options, scribe))
  const unknown = target.options.some((options) => options.unknown.length > 0) || local.includes('unknown')
  if (!hostWord || before.has('Q', 'G', 'O')) return unknown ? 'unknown' : 'plain'
  scribe.effect({ kind: 'connect', host: target.host, url: `ssh://${target.host}`, address: addressOf(target.host) })
  stateRemote(target, command, scribe)
  return unknown ? 'unknown' : 'plain'
}

function hostName(word: Word | undefined): string {
  const text = (word?.known ?? '').replace(/^ssh:\/\//, '')
  const host = text.slice(text.lastIndexOf('@') + 1).replace(/[:/].*$/, '')
  return canonicalHost(host).replaceAll('\0', '…')
}

/** What would run on the other side, and what goes there. */
function stateRemote({ host, words, options }: Target, command: Command, scribe: Scribe): void {
  const place = { kind: 'remote', name: host } as const
  const remote = remoteText(words, options)
  const input = options.some((given) => given.has('n', 'f')) ? [] : stdinSources(command, scribe)
  const feedsShell = remote.text === '' || SHELL_ON_STDIN.test(remote.text ?? '')
  if (input.some(isLocalData)) scribe.effect({ kind: 'send-data', host, channel: 'ssh', payload: input })
  if (remote.text === '') {
    if (options.some((given) => given.has('N', 'W')) || (endsIn(host, FORGES) && input.length === 0)) return
  }
  let standing: Standing = remote.text === '' ? 'unknown' : scribe.runsShell(remote, 'ssh', { place })
  if (feedsShell && command.stdin.kind === 'value') standing = scribe.runsShell(command.stdin.value, 'ssh', { place })
  if (endsIn(host, FORGES) && /^git-(?:upload-pack|receive-pack)|^$/.test(remote.text ?? '-')) return
  scribe.effect({ kind: 'remote-exec', host, writes: writesOf(standing) })
}

/** Does what runs elsewhere change something there? `no` only when every word of it was understood. */
export function writesOf(standing: Standing): 'yes' | 'no' | 'unknown' {
  if (standing === 'proven') return 'no'
  return standing === 'unknown' ? 'unknown' : 'yes'
}

function remoteText(words: readonly Word[], options: readonly Options[]): Value {
  const given = options.flatMap((each) => settings(each)).find(([name]) => name === 'remotecommand')?.[1]
  const all = given ? [given] : words.filter((word, index) => !(index === 0 && word.known === '--'))
  return joined(all)
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
export function settings(options: Options): readonly (readonly [string, Word])[] {
  return options.values('o').map((word) => {
    const found = /^\s*([A-Za-z]+)\s*[=\s]\s*/.exec(word.known)
    return found ? [(found[1] ?? '').toLowerCase(), part(word, found[0].length)] : ['', word]
  })
}

const RUNS_LOCALLY = new Set(['proxycommand', 'localcommand', 'knownhostscommand'])

/** What options do on this side: forwards, helper programs, checks switched off. */
export function stateOptions(options: Options, scribe: Scribe): readonly Standing[] {
  const found: Standing[] = []
  for (const [name, value] of settings(options)) {
    if (RUNS_LOCALLY.has(name) && value.text !== 'none')
      found.push(scribe.runsShell(withoutTokens(value), `ssh -o ${name}`))
    const off = /^(?:no|off|false)$/i.test(value.known)
    if ((name === 'stricthostkeychecking' && off) || (name === 'userknownhostsfile' && value.known === '/dev/null'))
      scribe.effect({ kind: 'weaken', area: 'tls', feature: 'ssh host key check', certainty: 'likely' })
    if (name === 'remoteforward') scribe.effect({ kind: 'listen', reach: 'remote-forward', executes: false })
    if (name === 'localforward' || name === 'dynamicforward') stateForward(value, options, scribe)
    if (name === 'pkcs11provider' || name === 'securitykeyprovider' || name === 'include') found.push('unknown')
  }
  for (const word of options.values('F')) found.push(stateConfiguration(word, scribe))
  for (const word of options.values('E'))
    scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'append', content: undefined })
  for (const _ of options.values('R')) scribe.effect({ kind: 'listen', reach: 'remote-forward', executes: false })
  for (const _ of options.values('w')) scribe.effect({ kind: 'listen', reach: 'tunnel', executes: false })
  for (const word of options.values('L', 'D')) stateForward(word, options, scribe)
  if (options.has('I')) found.push('unknown')
  return found
}

/** A local forward listens on this machine unless its bind address opens it to the network. */
function stateForward(word: Word, options: Options, scribe: Scribe): void {
  const open = options.has('g') || /^(?:\*|0\.0\.0\.0|\[::\]|:)/.test(word.known)
  scribe.effect({ kind: 'listen', reach: open ? 'network' : 'loopback', executes: false })
}
