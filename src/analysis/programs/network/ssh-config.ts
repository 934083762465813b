import type { Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { stateUnseen } from '../shell/injecting.ts'

const MAX_COMMANDS = 40
/** Lines of a configuration that run something on this side. */
const RUNS =
  /^[ \t]*(?:(?:ProxyCommand|LocalCommand|KnownHostsCommand)[ \t=]+(.*)|Match\b.*?\bexec[ \t=]+(?:"([^"]*)"|(\S+)).*)$/gim
const INCLUDES = /^[ \t]*Include[ \t=]+(\S+)/gim

/** `ssh -F file`: the commands that the file names; one that cannot be read may name any. */
export function stateConfiguration(word: Word, scribe: Scribe, depth = 0): Standing {
  const path = scribe.path(word)
  scribe.effect({ kind: 'read-path', path, list: false })
  if (word.text === 'none' || path.tags.includes('null-device')) return 'plain'
  const text = path.real === undefined ? undefined : scribe.readText(path.real)
  if (text === undefined) {
    const own = path.zone === 'home' || path.zone === 'system'
    return own && !path.sessionMade ? 'unknown' : stateUnseen('shell', 'ssh -F', scribe)
  }
  const commands = [...text.matchAll(RUNS)].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
  if (commands.length > MAX_COMMANDS || depth > 4) return stateUnseen('shell', 'ssh -F', scribe)
  for (const command of commands)
    if (command !== '' && command !== 'none') scribe.runsShell(withoutTokens({ text: command, sources: [] }), 'ssh -F')
  for (const [, file = ''] of text.matchAll(INCLUDES))
    if (!/[*?]/.test(file)) stateConfiguration({ ...word, text: file, known: file }, scribe, depth + 1)
  return 'unknown'
}

/** The text of a command as ssh hands it to a shell: `%%` is a percent sign, `%h` and its like are names. */
export function withoutTokens<Text extends { readonly text: string | undefined }>(value: Text): Text {
  return { ...value, text: value.text?.replaceAll(/%(.)/gs, (_, sign: string) => (sign === '%' ? '%' : 'host')) }
}
