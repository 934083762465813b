import type { Command, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { notesCredentialSearch, notesSecretFileSearch, notesWholeHome } from './credential-search.ts'
import { asksForHelp, mayBeOptions } from './grammar.ts'
import { filteredFor, reads, sourcesOf, value } from './touching.ts'

interface Searcher {
  readonly names: string
  readonly grammar: Grammar
  /** Options that run something. */
  readonly runs: readonly string[]
  readonly recursive: 'always' | 'by-option'
}

const GREP: Grammar = {
  lenient: true,
  flags: '-EFGPUVZabcHhIiLlnoqRrsTuvwxyz0123456789 recursive dereference-recursive files-with-matches',
  values:
    '-ABCDdefm regexp file max-count label after-context before-context context binary-files devices directories exclude exclude-from exclude-dir include group-separator',
}
const RG: Grammar = {
  lenient: true,
  flags: '-acFhHiIlLnNoPpqsSuUvVwxz0. files hidden files-with-matches',
  values:
    '-ABCEefgjmMrtTd after-context before-context context color colors context-separator encoding engine field-context-separator field-match-separator file generate glob iglob ignore-file max-columns max-count max-depth max-filesize path-separator pre-glob regexp replace sort sortr threads type type-add type-clear type-not pre hostname-bin',
}
const AG: Grammar = {
  lenient: true,
  flags: '-aAcDfFhHiLlnQrRsStuUvVwzo0',
  values:
    '-BCGmp after before context depth file-search-regex ignore ignore-dir max-count path-to-ignore pager type ignore-file output match',
}

const SEARCHERS: readonly Searcher[] = [
  {
    names: 'grep egrep fgrep zgrep',
    grammar: GREP,
    runs: [],
    recursive: 'by-option',
  },
  { names: 'rg', grammar: RG, runs: ['pre', 'hostname-bin'], recursive: 'always' },
  { names: 'ag ack ugrep', grammar: AG, runs: ['pager'], recursive: 'always' },
]

/** The patterns, and the operands that are files. */
function partsOf(options: Options): { patterns: readonly Word[]; files: readonly Word[] } {
  const given = options.values('e', 'regexp', 'match')
  if (given.length > 0 || options.has('f', 'file', 'files', 'type-list'))
    return { patterns: given, files: options.operands }
  return { patterns: options.operands.slice(0, 1), files: options.operands.slice(1) }
}

/** Options that keep a search to some kinds of files. */
const NARROWS = ['include', 'g', 'glob', 'iglob', 't', 'type', 'G', 'file-search-regex']

/** Would it print from dotfiles too? */
function seesHidden(searcher: Searcher, options: Options): boolean {
  if (searcher.recursive === 'by-option') return !options.has('include')
  const unrestricted = options.given.get('u')?.length ?? 0
  return (options.has('hidden', '.') || unrestricted > 1) && !options.has(...NARROWS)
}

function searchFor(searcher: Searcher): Program {
  const read = (command: Command, scribe: Scribe): Standing => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, searcher.grammar)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    if (searcher.runs.length > 0 && mayBeOptions(command.args)) standing = 'unknown'
    for (const name of searcher.runs) {
      for (const word of options.values(name)) {
        if (word.text !== '')
          standing = weakest(standing, 'plain', runsInstead(word, `${searcher.names.split(' ')[0]} --${name}`, scribe))
      }
    }
    const { patterns, files } = partsOf(options)
    const listing = options.has('l', 'L', 'files-with-matches', 'q', 'quiet', 'c', 'count', 'files')
    standing = weakest(standing, reads(files, scribe, listing), reads(options.values('f', 'file'), scribe))
    const recursive = searcher.recursive === 'always' || options.has('r', 'R', 'recursive', 'dereference-recursive')
    if (recursive || files.some((word) => word.glob)) {
      const places = files.map((word) => scribe.path(word))
      const hunts =
        notesCredentialSearch(patterns.map((word) => word.known).join('\n'), places, scribe) ||
        (!listing &&
          notesSecretFileSearch(
            options.values('include', 'g', 'glob').map((word) => word.known),
            places,
            scribe,
          ))
      if (hunts || (recursive && !listing && seesHidden(searcher, options) && notesWholeHome(places, scribe)))
        standing = weakest(standing, 'plain')
    }
    return standing
  }
  return {
    names: searcher.names.split(' '),
    read,
    output: (command, scribe) => {
      const options = readOptions(command.args, searcher.grammar)
      const { files, patterns } = partsOf(options)
      const kept = options.has('v', 'invert-match') ? '' : patterns.map((word) => word.known).join(' ')
      const sources = filteredFor(kept, sourcesOf(files, command, scribe))
      return value(undefined, sources.length > 0 ? sources : [{ kind: 'command', program: 'grep', secret: false }])
    },
  }
}

export const SEARCHING: readonly Program[] = SEARCHERS.map(searchFor)
