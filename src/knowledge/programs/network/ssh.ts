import {
  isSensitiveSource,
  networkValue,
  readFileSource,
  recordConnect,
  stdinDataSources,
} from '../../../analysis/interpret/data-sources.ts'
import { writesByGrade } from '../../../analysis/interpret/grade.ts'
import { recordUnreadCode } from '../../../analysis/interpret/injection-variables.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { recordLoadedLibraries } from '../../../analysis/interpret/loaded-library.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, type Options, readOptions, sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { canonicalHost, isInDomain } from '../../../analysis/remote/hosts.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'

const SSH_GRAMMAR: Grammar = {
  flags: '-46AaCfGgKkMNnqsTtVvXxYy',
  values: '-BbcDEeFIiJLlmOopPQRSWw',
  stopAtOperand: true,
}

/** Hosts that answer ssh with a greeting or with git alone. */
const GIT_HOSTS = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'ssh.dev.azure.com', 'git.sr.ht']

const SHELL_ON_STDIN = /^(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh(?:\s+-s?e?u?x?)*(?:\s+-)?$/

/** What it runs there, what it sends there, what it opens, and what its options run here. */
export const SSH: Program = {
  names: ['ssh', 'autossh', 'mosh', 'rsh', 'plink'],
  read: (command, recorder) => {
    recordLoadedLibraries(command, /^-I$/, recorder)
    const before = readOptions(command.args, SSH_GRAMMAR)
    if (before.has('V')) return 'proven'
    const [target, ...rest] = before.operands
    const after = readOptions(rest, SSH_GRAMMAR)
    const options = [before, after]
    const local = options.flatMap((each) => recordSshOptions(each, recorder))
    if (target && !before.has('Q', 'G', 'O')) {
      const host = hostName(target)
      recordConnect(host, recorder, `ssh://${host}`)
      recordRemoteCommand(host, after.operands, options, command, recorder)
    }
    return local.includes('unknown') || options.some(({ unknown }) => unknown.length > 0) ? 'unknown' : 'plain'
  },
  output: ({ args }) =>
    networkValue(
      readOptions(args, SSH_GRAMMAR)
        .operands.slice(0, 1)
        .map((word) => `ssh://${hostName(word)}`),
    ),
}

function hostName(word: Word): string {
  const text = displayText(word).replace(/^ssh:\/\//, '')
  return canonicalHost(text.slice(text.lastIndexOf('@') + 1).replace(/[:/].*$/, ''))
}

function recordRemoteCommand(
  host: string,
  words: readonly Word[],
  options: readonly Options[],
  command: Command,
  recorder: EffectRecorder,
): void {
  const place = { kind: 'remote', name: host } as const
  const given = options.flatMap(sshSettings).find(([name]) => name === 'remotecommand')?.[1]
  const remote = joinWordTexts(given ? [given] : words[0]?.known === '--' ? words.slice(1) : words)
  const input = options.some((each) => each.has('n', 'f')) ? [] : stdinDataSources(command, recorder)
  const forge = isInDomain(host, GIT_HOSTS)
  if (input.some(isSensitiveSource)) recorder.effect({ kind: 'send-data', host, channel: 'ssh', payload: input })
  if (remote.text === '' && (options.some((each) => each.has('N', 'W')) || (forge && input.length === 0))) return
  let grade: CommandGrade = remote.text === '' ? 'unknown' : recorder.runsShell(remote, 'ssh', { place })
  const feedsShell = remote.text === '' || SHELL_ON_STDIN.test(remote.text ?? '')
  if (feedsShell && command.stdin.kind === 'value') grade = recorder.runsShell(command.stdin.value, 'ssh', { place })
  if (forge && /^git-(?:upload-pack|receive-pack)|^$/.test(remote.text ?? '-')) return
  recorder.effect({ kind: 'remote-exec', host, writes: writesByGrade(grade) })
}

/** `-o Name=value` and `-o "Name value"`, names in lower case. */
function sshSettings(options: Options): readonly (readonly [string, Word])[] {
  return options.values('o').map((word) => {
    const found = /^\s*([A-Za-z]+)\s*[=\s]\s*/.exec(word.known)
    return found ? [(found[1] ?? '').toLowerCase(), sliceWord(word, found[0].length)] : ['', word]
  })
}

export function recordSshOptions(options: Options, recorder: EffectRecorder): readonly CommandGrade[] {
  const listen = (reach: 'remote-forward' | 'tunnel' | 'network' | 'loopback') =>
    recorder.effect({ kind: 'listen', reach, executes: false })
  // A local forward listens on this machine unless its bind address opens it to the network.
  const forward = ({ known }: Word) =>
    listen(options.has('g') || /^(?:\*|0\.0\.0\.0|\[::\]|:)/.test(known) ? 'network' : 'loopback')
  const found: CommandGrade[] = []
  for (const [name, value] of sshSettings(options)) {
    if (/^(?:proxy|local|knownhosts)command$/.test(name) && value.text !== 'none')
      found.push(recorder.runsShell(expandSshTokens(value), `ssh -o ${name}`))
    const off = /^(?:no|off|false)$/i.test(value.known)
    if ((name === 'stricthostkeychecking' && off) || (name === 'userknownhostsfile' && value.known === '/dev/null'))
      recorder.effect({ kind: 'weaken', area: 'tls', feature: 'ssh host key check', certainty: 'likely' })
    if (name === 'remoteforward') listen('remote-forward')
    if (/^(?:local|dynamic)forward$/.test(name)) forward(value)
    if (/^(?:pkcs11provider|securitykeyprovider|include)$/.test(name)) found.push('unknown')
  }
  for (const word of options.values('F')) found.push(recordSshConfigFile(word, recorder))
  for (const word of options.values('E'))
    recorder.effect({ kind: 'write-path', path: recorder.path(word), how: 'append', content: undefined })
  if (options.values('R').length > 0) listen('remote-forward')
  if (options.values('w').length > 0) listen('tunnel')
  options.values('L', 'D').forEach(forward)
  return options.has('I') ? [...found, 'unknown'] : found
}

const MAX_COMMANDS = 40
/** Lines of a configuration that run something on this side. */
const COMMAND_SETTING =
  /^[ \t]*(?:(?:ProxyCommand|LocalCommand|KnownHostsCommand)[ \t=]+(.*)|Match\b.*?\bexec[ \t=]+(?:"([^"]*)"|(\S+)).*)$/gim
const INCLUDE_SETTING = /^[ \t]*Include[ \t=]+(\S+)/gim

/** `ssh -F file`: the commands that the file names; one that cannot be read may name any. */
function recordSshConfigFile(word: Word, recorder: EffectRecorder, depth = 0): CommandGrade {
  const path = recorder.path(word)
  readFileSource(word, recorder)
  if (word.text === 'none' || path.tags.includes('null-device')) return 'plain'
  const text = path.real === undefined ? undefined : recorder.readText(path.real)
  const own = (path.zone === 'home' || path.zone === 'system') && !path.sessionMade
  if (text === undefined) return own ? 'unknown' : recordUnreadCode('shell', 'ssh -F', recorder)
  const commands = [...text.matchAll(COMMAND_SETTING)].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
  if (commands.length > MAX_COMMANDS || depth > 4) return recordUnreadCode('shell', 'ssh -F', recorder)
  for (const command of commands)
    if (command !== '' && command !== 'none')
      recorder.runsShell(expandSshTokens({ text: command, sources: [] }), 'ssh -F')
  for (const [, file = ''] of text.matchAll(INCLUDE_SETTING))
    if (!/[*?]/.test(file)) recordSshConfigFile({ ...word, text: file, known: file }, recorder, depth + 1)
  return 'unknown'
}

/** The text of a command as ssh hands it to a shell: `%%` is a percent sign, `%h` and its like are names. */
function expandSshTokens(value: Value): Value {
  return { ...value, text: value.text?.replaceAll(/%(.)/gs, (_, sign: string) => (sign === '%' ? '%' : 'host')) }
}
