import { basename, dirname } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import { splitWords } from '../programs/git/made-words.ts'
import { familyFor } from '../programs/registry.ts'
import { isDotenv } from '../programs/shell/env.ts'
import type { Command, Word } from '../words.ts'
import { spend } from './frame.ts'
import { ownFiles } from './own-files.ts'
import { matches } from './pattern.ts'
import type { CoreScribe } from './scribe.ts'
import { literalWord } from './values.ts'

const PER_WORD = 12

/** The command with the words that files of this session hand it: names that a pattern meets, and response files. */
export function withHandedWords(command: Command, scribe: CoreScribe): Command {
  const { args } = command
  if (!args.some((word) => isOpen(word) || word.known.startsWith('@'))) return command
  const given = args.flatMap((word, at) =>
    isOpen(word)
      ? [...optionsMet(word, command, scribe), word]
      : args[at - 1]?.known.startsWith('--')
        ? [word]
        : wordsIn(word, command, scribe),
  )
  return given.length === args.length ? command : { ...command, args: given }
}

/** A pattern that may begin with any sign: the shell puts names there that begin with a dash, too. */
function isOpen({ glob, known }: Word): boolean {
  return glob && /^[*?[]/.test(known)
}

function optionsMet({ known, span }: Word, { cwd }: Command, { frame }: CoreScribe): readonly Word[] {
  const here = cwd ?? frame.facts.cwd
  const names = (ownFiles(frame).inFolder.get(here) ?? [])
    .map((path) => basename(path))
    .filter((name) => name.startsWith('-'))
  return names.filter((name) => matches(known, name)).map((name) => literalWord(name, span))
}

/** `@file` of a compiler or a linker stands for the words in that file. */
function wordsIn(word: Word, command: Command, scribe: CoreScribe, seen: readonly string[] = []): readonly Word[] {
  const { text } = word
  if (text === undefined || !/^@[^@\s]/.test(text)) return [word]
  if (familyFor(command.name ?? '') !== 'build') return [word]
  const { real } = scribe.pathOf(text.slice(1))
  if (real === undefined || seen.includes(real) || !ownFiles(scribe.frame).inFolder.get(dirname(real))?.includes(real))
    return [word]
  const words = splitWords(scribe.readText(real) ?? '')
  // A file that takes itself in twice doubles with each turn.
  if (!spend(scribe.frame, words.length * PER_WORD, word.span)) return [word]
  return words.flatMap((each) => wordsIn(literalWord(each, word.span), command, scribe, [...seen, real]))
}

const RUNS_ITS_WORDS = /^g?(?:find|fd|fdfind|xargs|env|nice|nohup|timeout|time|busybox)$/

/** Unquoted words out of a file, the network or the clipboard that nobody has read. */
export function stateInjectedWords(command: Command, scribe: CoreScribe): void {
  const name = baseName(command.name ?? '')
  if (!RUNS_ITS_WORDS.test(name)) return
  const injected = command.args.some(
    (word) =>
      !word.quoted &&
      word.known.startsWith('\0') &&
      word.paths === undefined &&
      word.alternatives === undefined &&
      !(name === 'env' && isDotenv(word, scribe.facts)) &&
      word.sources.some(({ kind }) => kind === 'file' || kind === 'network' || kind === 'clipboard'),
  )
  if (injected)
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: name })
}
