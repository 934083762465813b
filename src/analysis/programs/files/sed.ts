import type { Command, Value, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp, mayBeOptions } from './grammar.ts'
import { readSed, type SedAct } from './sed-script.ts'
import { filteredFor, reads, readsPath, sourcesOf, stdinText, value, writes, writesPath } from './touching.ts'
import { scriptFile, stateUnreadScript } from './unread-script.ts'

/** `-l` stands alone in one sed and takes a word in another: it is not known. */
const GRAMMAR: Grammar = {
  flags:
    '-nErsuzab quiet silent regexp-extended separate unbuffered null-data debug sandbox posix follow-symlinks binary',
  values: '-ef expression file line-length',
  optional: '-iI in-place',
}

function isStandardInput(word: Word): boolean {
  return /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word.known)
}

interface Parts {
  readonly scripts: readonly Value[]
  readonly files: readonly Word[]
}

/** The scripts and the files; `-i ''` of BSD leaves an empty word before the script. */
function partsOf(options: Options, command: Command, scribe: Scribe): Parts {
  const operands =
    options.has('i', 'I') && options.operands[0]?.text === '' ? options.operands.slice(1) : options.operands
  const fromFiles = options.values('f', 'file').map((word): Value => {
    if (isStandardInput(word)) return command.stdin.kind === 'value' ? command.stdin.value : value(undefined, [])
    return scriptFile(word, scribe)
  })
  const given: readonly Value[] = [...options.values('e', 'expression'), ...fromFiles]
  if (given.length > 0) return { scripts: given, files: operands }
  return { scripts: operands.slice(0, 1), files: operands.slice(1) }
}

function perform(act: SedAct, command: Command, scribe: Scribe): Standing {
  switch (act.kind) {
    case 'write':
      return writesPath(scribe.pathOf(act.file), 'overwrite', scribe)
    case 'read':
      return readsPath(scribe.pathOf(act.file), scribe)
    case 'run':
      return weakest('plain', scribe.runsShell(value(act.command, []), 'sed e'))
    case 'run-stream': {
      const text = stdinText(command)
      return weakest('unknown', scribe.runsShell(value(text, []), 'sed e'))
    }
  }
}

const sed: Program = {
  names: ['sed', 'ssed'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, GRAMMAR)
    const { scripts, files } = partsOf(options, command, scribe)
    let standing: Standing =
      options.unknown.length > 0 || mayBeOptions(command.args.filter((word) => !scripts.includes(word)))
        ? 'unknown'
        : 'proven'
    for (const script of scripts) {
      if (script.text === undefined && !('known' in script)) stateUnreadScript(script, 'sed', scribe)
      // Of a script with unknown parts, what is known is read all the same.
      const known = script.text ?? ('known' in script ? String(script.known) : '')
      const reading = readSed(known.replaceAll('\0', 'x'))
      if (!reading.complete || script.text === undefined)
        standing = weakest(standing, isEditing(known, reading.complete) ? 'plain' : 'unknown')
      if (options.has('sandbox')) continue
      for (const act of reading.acts) standing = weakest(standing, perform(act, command, scribe))
    }
    const inPlace = options.has('i', 'I', 'in-place')
    standing = weakest(standing, reads(files, scribe))
    if (inPlace) for (const word of files) standing = weakest(standing, writes(word, 'edit', scribe))
    return standing
  },
  output: (command, scribe) => {
    const options = readOptions(command.args, GRAMMAR)
    const { files, scripts } = partsOf(options, command, scribe)
    const kept = options.has('n', 'quiet', 'silent') ? scripts.map((script) => script.text ?? '').join(' ') : ''
    return value(undefined, filteredFor(kept, sourcesOf(files, command, scribe)))
  },
}

/** A substitution with a variable in it: known to edit, not known to do nothing else. */
function isEditing(known: string, complete: boolean): boolean {
  return complete && known.includes('\0')
}

/** Edits by patterns in files; the names of the others of this kind. */
const sd: Program = {
  names: ['sd', 'fastmod'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-psFAm preview fixed-strings string-mode accept-all multiline',
      values: '-fnde flags max-replacements dir extensions',
    })
    const files = options.operands.slice(2)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    for (const word of files)
      standing = weakest(
        standing,
        options.has('p', 'preview') ? reads([word], scribe) : writesPath(scribe.path(word), 'edit', scribe),
      )
    return standing
  },
}

export const EDITING: readonly Program[] = [sed, sd]
