import { type Grammar, readOptions } from '../options.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { deletes, readsPath, writes } from './touching.ts'

const RM: Grammar = {
  flags: '-fiIrRdvWxP force recursive dir verbose one-file-system no-preserve-root',
  optional: 'interactive preserve-root',
}

const rm: Program = {
  names: ['rm'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, RM)
    const recursive = options.has('r', 'R', 'recursive')
    const by = recursive ? (options.has('f', 'force') ? 'rm -rf' : 'rm -r') : 'rm'
    const standings = options.operands.map((word) => deletes(word, { recursive, by }, scribe))
    return weakest(options.unknown.length > 0 ? 'unknown' : 'expected', ...standings)
  },
}

/** Removes only what is empty, so nothing is lost. */
const rmdir: Program = {
  names: ['rmdir'],
  read: (command, scribe) => {
    const options = readOptions(command.args, { flags: '-pv parents verbose ignore-fail-on-non-empty help version' })
    if (options.has('help', 'version')) return 'proven'
    const standings = options.operands.map((word) => deletes(word, { recursive: false }, scribe))
    return weakest(options.unknown.length > 0 ? 'unknown' : 'expected', ...standings)
  },
}

/** Files go, whatever the options are. */
function deleting(name: string, grammar: Grammar, recursive: boolean): Program {
  return {
    names: [name],
    read: (command, scribe) => {
      if (asksForHelp(command.args)) return 'proven'
      const options = readOptions(command.args, grammar)
      const standings = options.operands.map((word) => deletes(word, { recursive }, scribe))
      return weakest(options.unknown.length > 0 ? 'unknown' : 'expected', ...standings)
    },
  }
}

/** Overwrites a file so that nothing can bring it back; with `-u` the name goes too. */
const shred: Program = {
  names: ['shred'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const grammar = {
      flags: '-fuvxz force verbose exact zero',
      values: '-ns iterations size random-source',
      optional: 'remove',
    }
    const options = readOptions(command.args, grammar)
    const standings = options.operands.map((word) => deletes(word, { recursive: false, wipe: true }, scribe))
    return weakest(options.unknown.length > 0 ? 'unknown' : 'expected', ...standings)
  },
}

/** Moves to the wastebasket: a person can take it back. */
const trash: Program = {
  names: ['trash', 'trash-put'],
  read: (command, scribe) => {
    const options = readOptions(command.args, { flags: '-rfivdRF force recursive verbose' })
    const standings = options.operands.map((word) => writes(word, 'move', scribe))
    return weakest(options.unknown.length > 0 ? 'unknown' : 'expected', ...standings)
  },
}

const trashEmpty: Program = {
  names: ['trash-empty', 'trash-rm'],
  read: (command, scribe) => {
    if (command.args.some((word) => word.text === '--dry-run')) return 'proven'
    scribe.effect({ kind: 'delete-path', path: scribe.pathOf('~/.local/share/Trash'), recursive: true, wipe: false })
    return 'plain'
  },
}

/** Looks for files with the same content; told to delete, it keeps one of each. */
const duplicates: Program = {
  names: ['fdupes', 'rdfind', 'rmlint'],
  read: (command, scribe) => {
    const removes = command.args.some((word) =>
      /^(?:-[a-zA-Z]*[dN]|--delete|--noprompt|-deleteduplicates)$/.test(word.known),
    )
    const folders = command.args.filter((word) => !/^-|^(?:true|false)$/.test(word.known))
    const rehearses = command.args.some(
      (word, at) => /^--?dry-?run$/.test(word.known) && command.args[at + 1]?.known !== 'false',
    )
    if (!removes || rehearses)
      return weakest('proven', ...folders.map((word) => readsPath(scribe.path(word), scribe, true)))
    return weakest('plain', ...folders.map((word) => deletes(word, { recursive: true }, scribe)))
  },
}

const truncate: Program = {
  names: ['truncate'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, { flags: '-co no-create io-blocks', values: '-rs reference size' })
    const how = options.value('s', 'size')?.text?.startsWith('+') ? 'edit' : 'truncate'
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const word of options.operands) standing = weakest(standing, writes(word, how, scribe))
    return standing
  },
}

export const REMOVING: readonly Program[] = [
  rm,
  rmdir,
  deleting('unlink', {}, false),
  deleting('rimraf', { flags: '-gGvVi glob no-glob', values: 'impl' }, true),
  shred,
  trash,
  trashEmpty,
  duplicates,
  truncate,
]
