import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { asksForHelp, type Grammar, optionsOf } from './grammar.ts'
import { reads, sourcesOf, value, weakest, writes } from './touching.ts'

/** Pagers: for an agent they print; some options run or write. */
const PAGER: Grammar = {
  flags:
    '-aABcCdeEfFgGiIJKlLmMnNqQrRsSuUwWX~ no-init quit-if-one-screen raw-control-chars RAW-CONTROL-CHARS chop-long-lines ignore-case IGNORE-CASE line-numbers LINE-NUMBERS quit-at-eof squeeze-blank-lines follow-name mouse use-color incsearch',
  values:
    '-bDhjkoOpPtTxyz" pattern prompt tabs shift window log-file LOG-FILE lesskey-file tag tag-file jump-target lesskey-content lesskey-src',
}

const pager: Program = {
  names: [
    'less',
    'more',
    'most',
    'zless',
    'zmore',
    'xzless',
    'pg',
    'zcat',
    'bzcat',
    'xzcat',
    'zstdcat',
    'lzcat',
    'gzcat',
    'lesspipe',
  ],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const initial = command.args.filter((word) => word.known.startsWith('+'))
    const options = optionsOf(
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
  names: ['man', 'info', 'gman'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = optionsOf(command.args, {
      flags:
        '-aDfikKlwWcdhutVIXZ7 all apropos whatis where path local-file global-apropos regex wildcard names-only default debug no-subpages',
      values:
        '-CeELmMPrRsSpTH config-file extension locale systems manpath pager prompt recode sections preprocessor subnodes output file node',
      optional: 'html gxditview ditroff troff-device warnings browser',
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

/** `program [options] command…`: what follows the options is run. */
function runner(names: string, grammar: Grammar, certainty: 'words' | 'shell'): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      if (asksForHelp(beforeOperand(command))) return 'proven'
      const options = optionsOf(command.args, { ...grammar, stopAtOperand: true })
      const wrapper = names.split(' ')[0] ?? '?'
      const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
      if (options.operands.length === 0) return standing
      if (certainty === 'words' && !options.has('s')) return weakest(standing, scribe.runs(options.operands, wrapper))
      const texts = options.operands.map((word) => word.text)
      const text = texts.every((part) => part !== undefined) ? texts.join(' ') : undefined
      return weakest(
        standing,
        scribe.runsShell(
          value(
            text,
            options.operands.flatMap((word) => word.sources),
          ),
          wrapper,
        ),
      )
    },
  }
}

function beforeOperand(command: Command): readonly Word[] {
  const end = command.args.findIndex((word) => !word.known.startsWith('-'))
  return end < 0 ? command.args : command.args.slice(0, end)
}

const HYPERFINE: Grammar = {
  flags: '-iNVh ignore-failure show-output no-shell',
  values:
    '-wmMrpcsunLPDS warmup min-runs max-runs runs prepare conclude cleanup setup shell parameter-list command-name style sort time-unit output input reference export-json export-csv export-markdown export-asciidoc export-orgmode',
}

/** Every operand is a command; so are the preparations. */
const hyperfine: Program = {
  names: ['hyperfine'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = optionsOf(command.args, HYPERFINE)
    const ran = [
      ...options.operands,
      ...options.values('p', 'prepare', 'c', 'cleanup', 'conclude', 's', 'setup', 'reference'),
    ]
    let standing: Standing = options.unknown.length > 0 || options.has('L', 'parameter-list') ? 'unknown' : 'proven'
    for (const word of ran) standing = weakest(standing, scribe.runsShell(word, 'hyperfine'))
    for (const word of options.values(
      'export-json',
      'export-csv',
      'export-markdown',
      'export-asciidoc',
      'export-orgmode',
    ))
      standing = weakest(standing, writes(word, 'overwrite', scribe))
    return standing
  },
}

const FZF_RUNS = ['preview', 'bind', 'with-shell', 'listen', 'listen-unsafe']

const fzf: Program = {
  names: ['fzf', 'sk', 'fzy', 'gum', 'peco'],
  read: (command, scribe) => {
    const preview = command.args.flatMap((word, at) => {
      const inline = /^--preview=(.*)$/s.exec(word.known)
      if (inline) return [value(inline[1], [])]
      return word.known === '--preview' ? [command.args[at + 1] ?? value(undefined, [])] : []
    })
    let standing: Standing = 'proven'
    for (const text of preview) standing = weakest(standing, scribe.runsShell(text, 'fzf --preview'))
    const others = command.args.some((word) => FZF_RUNS.slice(1).some((name) => word.known.startsWith(`--${name}`)))
    return others ? 'unknown' : standing
  },
}

const inotifywait: Program = {
  names: ['inotifywait', 'inotifywatch', 'fswatch'],
  read: (command, scribe) => {
    const options = optionsOf(command.args, {
      flags: '-0mdrqsPcznxLEIauv monitor recursive quiet syslog csv one-event print0 event-flags',
      values: '-eotlfim event timeout format timefmt exclude excludei include includei outfile fromfile latency',
    })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    for (const word of options.values('o', 'outfile')) standing = weakest(standing, writes(word, 'overwrite', scribe))
    return weakest(standing, reads(options.operands, scribe, true))
  },
}

/** File managers wait for a person; they list what they are pointed at. */
const fileManager: Program = {
  names: ['ncdu', 'ranger', 'lf', 'nnn', 'yazi', 'broot', 'vifm'],
  read: (command: Command, scribe: Scribe) => {
    const places = command.args.filter((word) => !word.known.startsWith('-'))
    for (const word of places) scribe.effect({ kind: 'read-path', path: scribe.path(word), list: true })
    return 'plain'
  },
}

export const RUNNING: readonly Program[] = [
  pager,
  man,
  runner('entr', { flags: '-acdnprsxz' }, 'words'),
  runner(
    'watchexec',
    {
      flags:
        '-cNnpqrv1 clear no-vcs-ignore no-ignore no-project-ignore no-global-ignore no-default-ignore postpone restart notify quiet verbose on-busy-update no-meta no-shell print-events',
      values:
        '-dewfiswo exts watch filter ignore shell debounce signal stop-signal stop-timeout on-busy-update delay-run poll workdir emit-events-to env',
    },
    'shell',
  ),
  runner('chronic ifne', { flags: '-vne' }, 'words'),
  hyperfine,
  fzf,
  inotifywait,
  fileManager,
]
