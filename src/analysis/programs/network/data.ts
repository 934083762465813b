import type { Command, DataSource, Value, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** States that a file is read and returns it as a source of data. */
export function fileSource(word: Word, scribe: Scribe): DataSource {
  const path = scribe.path(word)
  scribe.effect({ kind: 'read-path', path, list: false })
  return { kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }
}

/** What a value carries: its sources, or its own text when it is constant. */
export function sourcesOf(value: Value): readonly DataSource[] {
  if (value.sources.length > 0) return value.sources
  return value.text === undefined ? [{ kind: 'unknown' }] : [{ kind: 'literal', text: value.text }]
}

/** What the command would read on standard input; nothing when nobody feeds it. */
export function stdinSources(command: Command, scribe: Scribe): readonly DataSource[] {
  if (command.stdin.kind === 'inherited') return []
  return sourcesOf(command.stdin.value).map((source) => {
    if (source.kind !== 'file' || source.secret) return source
    return { ...source, secret: scribe.pathOf(source.path).tags.includes('secret') }
  })
}

/** Parts of a word that were not written in it: what substitutions and variables put there. */
export function insertedSources(word: Word): readonly DataSource[] {
  return word.sources.filter((source) => source.kind !== 'literal' && source.kind !== 'argument')
}

export function isSecret(source: DataSource): boolean {
  switch (source.kind) {
    case 'file':
    case 'environment':
    case 'command':
      return source.secret
    case 'secret-store':
      return true
    case 'literal':
      return looksLikeSecret(source.text)
    case 'network':
    case 'clipboard':
    case 'screen':
    case 'argument':
    case 'unknown':
      return false
  }
}

/** Data that a person may mind losing: anything but text written out in the command. */
export function isLocalData(source: DataSource): boolean {
  return source.kind !== 'literal' && source.kind !== 'argument' && source.kind !== 'network'
}

/** Only the environment's plain values (`$HOST`, `$VERSION`): no data worth following. */
export function isPlainVariable(source: DataSource): boolean {
  return source.kind === 'environment' && !source.secret
}

const TOKENS =
  /(?:^|[^A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{16}|sk_live_[A-Za-z0-9]{8}|rk_live_[A-Za-z0-9]{8}|gh[pousr]_[A-Za-z0-9]{16}|github_pat_[A-Za-z0-9_]{16}|glpat-[A-Za-z0-9_-]{12}|xox[abprs]-[A-Za-z0-9-]{10}|AKIA[A-Z0-9]{12}|ASIA[A-Z0-9]{12}|AIza[A-Za-z0-9_-]{20}|ya29\.[A-Za-z0-9_-]{10}|npm_[A-Za-z0-9]{16}|hf_[A-Za-z0-9]{16})|-----BEGIN [A-Z ]{0,20}PRIVATE KEY/

/** Text that has the shape of a known kind of key. */
export function looksLikeSecret(text: string): boolean {
  return TOKENS.test(text)
}

/** A word of constant text, for words that are not written in the command. */
export function plainWord(text: string, like: Word): Word {
  return { ...like, raw: text, text, known: text, dynamic: false, glob: false, mayBeEmpty: text === '', sources: [] }
}
