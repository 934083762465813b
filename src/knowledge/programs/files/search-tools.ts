import {
  recordCredentialSearch,
  recordSecretFileSearch,
  recordWholeHomeRead,
} from '../../../analysis/interpret/credential-search.ts'
import {
  collectInputSources,
  defineFileTool,
  makeValue,
  narrowSourceTopics,
} from '../../../analysis/interpret/file-tool.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import { mayBeOptions } from '../../../analysis/interpret/word-checks.ts'
import type { Word } from '../../../analysis/words.ts'

interface Searcher {
  readonly names: string
  readonly flags: string
  readonly values: string
  readonly runs?: string
}

/** It looks into folders only when told. */
const GREP: Searcher = {
  names: 'grep egrep fgrep zgrep',
  flags: '-EFGPUVZabcHhIiLlnoqRrsTuvwxyz0123456789 recursive dereference-recursive files-with-matches',
  values:
    '-ABCDdefm regexp file max-count label after-context before-context context binary-files devices directories exclude exclude-from exclude-dir include group-separator',
}
const RG: Searcher = {
  names: 'rg',
  flags: '-acFhHiIlLnNoPpqsSuUvVwxz0. files hidden files-with-matches',
  values:
    '-ABCEefgjmMrtTd after-context before-context context color colors context-separator encoding engine field-context-separator field-match-separator file generate glob iglob ignore-file max-columns max-count max-depth max-filesize path-separator pre-glob regexp replace sort sortr threads type type-add type-clear type-not pre hostname-bin',
  runs: 'pre hostname-bin',
}
const AG: Searcher = {
  names: 'ag ack ugrep',
  flags: '-aAcDfFhHiLlnQrRsStuUvVwzo0',
  values:
    '-BCGmp after before context depth file-search-regex ignore ignore-dir max-count path-to-ignore pager type ignore-file output match',
  runs: 'pager',
}

function splitSearchOperands(options: Options): { pattern: string; files: readonly Word[] } {
  const given = options.values('e', 'regexp', 'match')
  const isGiven = given.length > 0 || options.has('f', 'file', 'files', 'type-list')
  const patterns = isGiven ? given : options.operands.slice(0, 1)
  return { pattern: patterns.map(({ known }) => known).join('\n'), files: options.operands.slice(isGiven ? 0 : 1) }
}

/** Options that keep a search to some kinds of files. */
const FILE_FILTER_OPTIONS = ['include', 'g', 'glob', 'iglob', 't', 'type', 'G', 'file-search-regex']

function makeSearchTool(searcher: Searcher): Program {
  const { names, flags, values, runs = '' } = searcher
  return defineFileTool({
    names,
    flags,
    values,
    lenient: true,
    acts: ({ command, options, recorder, paths, reads }) => {
      const { pattern, files } = splitSearchOperands(options)
      const listing = options.has('l', 'L', 'files-with-matches', 'q', 'quiet', 'c', 'count', 'files')
      const recursive = searcher !== GREP || options.has('r', 'R', 'recursive', 'dereference-recursive')
      const unrestricted = (options.given.get('u')?.length ?? 0) > 1
      const seesHidden =
        searcher === GREP
          ? !options.has('include')
          : (options.has('hidden', '.') || unrestricted) && !options.has(...FILE_FILTER_OPTIONS)
      const places = paths(files)
      const globs = options.values('include', 'g', 'glob').map(({ known }) => known)
      const hunts =
        ((recursive || files.some(({ glob }) => glob)) &&
          (recordCredentialSearch(pattern, places, recorder) ||
            (!listing && recordSecretFileSearch(globs, places, recorder)))) ||
        (recursive && !listing && seesHidden && recordWholeHomeRead(places, recorder))
      return [
        runs !== '' && mayBeOptions(command.args) ? 'unknown' : 'proven',
        ...runs.split(' ').flatMap((name) =>
          options
            .values(name)
            .filter(({ text }) => text !== '')
            .map((word) => runSubstituteCommand(word, `${names.split(' ')[0]} --${name}`, recorder)),
        ),
        reads(files, listing),
        reads(options.values('f', 'file')),
        hunts ? 'plain' : 'proven',
      ]
    },
    prints: ({ command, options, recorder }) => {
      const { files, pattern } = splitSearchOperands(options)
      const kept = options.has('v', 'invert-match') ? '' : pattern.replaceAll('\n', ' ')
      const sources = narrowSourceTopics(kept, collectInputSources(files, command, recorder))
      return makeValue(undefined, sources.length > 0 ? sources : [{ kind: 'command', program: 'grep', secret: false }])
    },
  })
}

export const SEARCH_PROGRAMS: readonly Program[] = [GREP, RG, AG].map(makeSearchTool)
