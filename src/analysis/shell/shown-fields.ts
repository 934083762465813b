import { baseName } from '../base-name.ts'
import type { EffectDraft } from '../effects.ts'
import { programFor } from '../programs/registry.ts'
import type { Command } from '../words.ts'

/** Programs that pick fields out of structured text. */
const PICKS = /^(?:jq|yq|gojq|jaq|fx|dasel|jp|jello|jmespath|jsonpath|xq|tomlq|jql|gron|mlr|nu)$/
/** What opens doors, as the name of a field. A token is as often a page's or a test's own. */
const FIELD =
  /(?:\.|\[["']|["']|\b)(?:[a-z]+[-_])*(?:password|passwd|pass|passphrase|secret|secret[-_]?key|secret[-_]?access[-_]?key|private[-_]?key|client[-_]?secret|api[-_]?key|master[-_]?key)\b(?!\s*[=:]=?\s*["'])/i
/** Only whether it is there, or what it is called. */
const HIDES = /\bdel\s*\(|\bhas\s*\(|\bkeys\b|\blength\b|\btype\b|!=\s*null|==\s*null|redact|\*{3}/
/** What a web server answers is a test's own as often as not. */
const CLIENT = /^(?:curl|wget|http|https|xh|httpie|hurl|grpcurl|cat|echo|printf|npm|node|python3?)$/

/** Fields with names of secrets, picked out of what another program prints, before everyone's eyes. */
export function shownFields(command: Command): EffectDraft | undefined {
  const { name, args, stdin, stdout } = command
  if (stdout !== 'terminal' || stdin.kind !== 'value' || !PICKS.test(baseName(name ?? ''))) return undefined
  const source = stdin.value.sources.find((each) => each.kind === 'command' && !CLIENT.test(each.program))
  const asked = args.some(({ known }) => FIELD.test(known) && !HIDES.test(known) && !known.startsWith('--'))
  if (source?.kind !== 'command' || !asked) return undefined
  return {
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: source.program },
    sink: 'output',
    certainty: 'likely',
  }
}

const SHOWS = /^(?:get|show|read|print|reveal|fetch|view|display|lookup|cat|dump|export)$/
/** The name under which a tool keeps a secret: `app/db_password`, `API_KEY`, `oauth.token`. */
const NAMED =
  /^(?=[A-Z_]+$|.*[/_.:-])[\w./:-]*?(?:password|passwd|passphrase|secret|secret[-_]?key|private[-_]?key|api[-_]?key|access[-_]?key|auth[-_]?token|access[-_]?token|refresh[-_]?token|credentials?)$|[/_:-]token$/i
/** Options that put before everyone's eyes what is hidden without them. */
const UNCOVERS =
  /^--?(?:(?:show|print|reveal|display|unmask)-(?:tokens?|secrets?|passwords?|credentials?|values|keys?|sensitive)|reveal|unmask|unmasked|no-mask|show-values|plaintext-secrets|[a-z]+-unseal|unseal)$/
const FIRST = 4

interface Asked {
  readonly command: Command
  readonly operands: readonly string[]
}

/** A secret that a tool is asked for by its name, or told to show as it is. */
export function shownByName({ command, operands }: Asked): EffectDraft | undefined {
  const name = baseName(command.name ?? '').toLowerCase()
  const verb = operands.slice(0, FIRST).findIndex((word) => SHOWS.test(word))
  // A reader that knows the program knows what its `get` prints.
  const asked =
    verb >= 0 &&
    programFor(command.name ?? '') === undefined &&
    operands.slice(verb + 1, verb + 3).some((word) => NAMED.test(word) && !word.includes('://'))
  // `auth token`, `auth token show`, `auth print-access-token`.
  const login = /^auth(?:entication)? (?:[a-z]+ )?(?:print-)?(?:\w+-)?token(?: (?:show|print|get|view))?$/.test(
    operands.slice(0, FIRST).join(' '),
  )
  const uncovers = command.args.some(({ known }) => UNCOVERS.test(known)) || /(?:^|[_-])unseal$/.test(name)
  if ((!asked && !login && !uncovers) || command.stdout === 'captured') return undefined
  return {
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: name },
    sink: command.stdout === 'file' ? 'file' : 'output',
    certainty: 'likely',
  }
}
