import { baseName } from '../base-name.ts'
import type { EffectDraft } from '../effects.ts'
import type { Command } from '../words.ts'

/** Programs that pick fields out of structured text. */
const PICKS = /^(?:jq|yq|gojq|jaq|fx|dasel|jp|jello|jmespath|jsonpath|xq|tomlq|jql|gron|mlr|nu)$/
/** What opens doors, as the name of a field. A token is as often a page's or a test's own. */
const FIELD =
  /(?:\.|\[["']|["']|\b)(?:[a-z]+[-_])*(?:[a-z]{0,30}password|passwd|pass|passphrase|secret|secret[-_]?key|secret[-_]?access[-_]?key|private[-_]?key|client[-_]?secret|api[-_]?key|master[-_]?key)\b(?!\s*[=:]=?\s*["'])/i
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

/** A program that an editor's place is given to, and that only prints. */
const PRINTS = /^(?:cat|bat|less|more|head|tail|tee|grep|strings|base64|xxd|cp)$/
const EDITOR = /^(?:[A-Z]+_)?(?:EDITOR|VISUAL)$/
/** What is kept locked, and opened for whoever edits it. */
const LOCKED = /secret|credential|vault|sops|\benc(?:rypted)?\b|\.(?:gpg|age|asc|eyaml)$|passw/i

/** `EDITOR=cat tool secrets edit`: what is unlocked to be edited is printed instead. */
export function shownByEditor({ name = '', args, assignments }: Command): EffectDraft | undefined {
  const prints = (line: string) => PRINTS.test(baseName(line.trimStart().split(/\s/, 1)[0] ?? ''))
  if (!assignments.some(({ name: set, value }) => EDITOR.test(set) && prints(value.known))) return undefined
  if (![name, ...args.map(({ known }) => known)].some((word) => LOCKED.test(word))) return undefined
  const store = baseName(name)
  return { kind: 'expose-secret', source: { kind: 'secret-store', store }, sink: 'output', certainty: 'likely' }
}
