import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import { classifyHost } from '../remote/hosts.ts'
import type { Command, DataSource, Value, Word } from '../words.ts'
import type { EffectRecorder } from './program.ts'

export function recordConnect(host: string, recorder: EffectRecorder, url = host): void {
  recorder.effect({ kind: 'connect', host, url, address: classifyHost(host) })
}

export function networkValue(urls: readonly string[]): Value {
  return { text: undefined, sources: urls.map((url) => ({ kind: 'network', url })) }
}

/** States that a file is read and returns it as a source of data. */
export function readFileSource(word: Word, recorder: EffectRecorder): DataSource {
  const path = recorder.path(word)
  recorder.effect({ kind: 'read-path', path, list: false })
  return { kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }
}

/** What a value carries: its sources, or its own text when it is constant. */
export function valueSources(value: Value): readonly DataSource[] {
  if (value.sources.length > 0) return value.sources
  return value.text === undefined ? [{ kind: 'unknown' }] : [{ kind: 'literal', text: value.text }]
}

/** What the command would read on standard input; nothing when nobody feeds it. */
export function stdinDataSources(command: Command, recorder: EffectRecorder): readonly DataSource[] {
  if (command.stdin.kind === 'inherited') return []
  return valueSources(command.stdin.value).map((source) => {
    if (source.kind !== 'file' || source.secret) return source
    return { ...source, secret: recorder.pathOf(source.path).tags.includes('secret') }
  })
}

/** Parts of a word that were not written in it: what substitutions and variables put there. */
export function insertedSources(word: Word): readonly DataSource[] {
  return word.sources.filter((source) => source.kind !== 'literal' && source.kind !== 'argument')
}

/** Data that a person may mind losing: anything but text written out in the command. */
export function isSensitiveSource(source: DataSource): boolean {
  return source.kind !== 'literal' && source.kind !== 'argument' && source.kind !== 'network'
}

/** Only the environment's plain values (`$HOST`, `$VERSION`): no data worth following. */
export function isPlainVariable(source: DataSource): boolean {
  return source.kind === 'environment' && !source.secret
}

/** What a word carries beyond its own text and plain values. */
export function carriedDataSources(word: Word): readonly DataSource[] {
  return insertedSources(word).filter((source) => !isPlainVariable(source))
}

/** A word of constant text, for words that are not written in the command. */
export function constantWord(text: string, like: Word): Word {
  return { ...like, raw: text, text, known: text, dynamic: false, glob: false, mayBeEmpty: text === '', sources: [] }
}

/** `--variable name@file` and `--variable %NAME` of curl: what the options that are expanded carry. */
export function curlVariableSources(
  word: Word,
  fromFile: (file: Word) => readonly DataSource[],
): readonly DataSource[] {
  const name = /^%(\w+)/.exec(word.known)?.[1]
  if (name !== undefined) return [{ kind: 'environment', name, secret: isSecretName(name) }]
  const at = /^\w*@/.exec(word.known)?.[0].length
  if (at === undefined) return valueSources(word)
  return fromFile({ ...word, known: word.known.slice(at), text: word.text?.slice(at) })
}
