import type { Command, Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { reads, sourcesOf, value, writes } from './touching.ts'

/** Pagers: for an agent they print; some options run or write. */
const PAGER: Grammar = {
  lenient: true,
  flags: '-aABcCdeEfFgGiIJKlLmMnNqQrRsSuUwWX~ no-init',
  values: '-bDhjkoOpPtTxyz" pattern log-file LOG-FILE lesskey-file lesskey-content lesskey-src',
}

const pager: Program = {
  names: ['less', 'more', 'most', 'zcat', 'xzcat'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const initial = command.args.filter((word) => word.known.startsWith('+'))
    const options = readOptions(
      command.args.filter((word) => !word.known.startsWith('+')),
      PAGER,
    )
    let standing: Standing =
      options.unknown.length > 0 || options.has('k', 'lesskey-file', 'lesskey-content', 'lesskey-src')
        ? 'unknown'
        : 'proven'
    for (const word of initial) {
      const shell = /^\+\+?(?:!|\|.)(.*)$/s.exec(word.known)
      if (shell) standing = weakest('plain', scribe.runsShell(value(shell[1], []), 'less +!'))
    }
    for (const word of options.values('o', 'O', 'log-file', 'LOG-FILE'))
      standing = weakest(standing, writes(word, 'overwrite', scribe))
    return weakest(standing, reads(options.operands, scribe))
  },
  output: (command, scribe) => {
    const files = command.args.filter((word) => !/^[-+]/.test(word.known))
    return value(undefined, sourcesOf(files, command, scribe))
  },
}

const man: Program = {
  names: ['man', 'info'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      lenient: true,
      flags: '-aDfikKlwWcdhutVIXZ7',
      values: '-CeELmMPrRsSpTH config-file extension locale systems manpath pager sections preprocessor output',
      optional: 'html gxditview browser',
    })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    for (const word of options.values('P', 'pager', 'H', 'html', 'browser', 'p', 'preprocessor')) {
      if (!/^(?:cat|less|more)$/.test(word.text ?? '')) standing = weakest('plain', scribe.runsShell(word, 'man'))
    }
    standing = weakest(standing, reads(pageFiles(command), scribe))
    return options.has('html', 'H', 'C', 'config-file', 'X', 'gxditview', 'output')
      ? weakest(standing, 'unknown')
      : standing
  },
  output: (command, scribe) => {
    const files = pageFiles(command)
    return value(undefined, files.length > 0 ? sourcesOf(files, command, scribe) : [])
  },
}

/** A page that is named by its path is a file that is shown. */
function pageFiles(command: Command): readonly Word[] {
  const local = command.args.some((word) => /^-\w*l|^--local-file$/.test(word.known))
  return command.args.filter((word) => !word.known.startsWith('-') && (local || /[/]/.test(word.known)))
}

const HYPERFINE: Grammar = {
  flags: '-iNVh ignore-failure show-output no-shell',
  values:
    '-wmMrpcsunLPDS warmup min-runs max-runs runs prepare conclude cleanup setup shell parameter-list command-name style sort time-unit output input reference export-json export-csv export-markdown',
}

/** Every operand is a command; so are the preparations. */
const hyperfine: Program = {
  names: ['hyperfine'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, HYPERFINE)
    const ran = [
      ...options.operands,
      ...options.values('p', 'prepare', 'c', 'cleanup', 'conclude', 's', 'setup', 'reference'),
    ]
    let standing: Standing = options.unknown.length > 0 || options.has('L', 'parameter-list') ? 'unknown' : 'proven'
    for (const word of ran) standing = weakest(standing, scribe.runsShell(word, 'hyperfine'))
    for (const word of options.values('export-json', 'export-csv', 'export-markdown'))
      standing = weakest(standing, writes(word, 'overwrite', scribe))
    return standing
  },
}

export const RUNNING: readonly Program[] = [pager, man, hyperfine]
