import { programName } from '../../base-name.ts'
import type { Command, Word } from '../../words.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'

/** Variables that hold further options of a program. */
const OPTION_VARIABLES: ReadonlyMap<string, string> = new Map([
  ['tar', 'TAR_OPTIONS'],
  ['gtar', 'TAR_OPTIONS'],
  ['grep', 'GREP_OPTIONS'],
  ['gzip', 'GZIP'],
  ['bzip2', 'BZIP2'],
  ['xz', 'XZ_OPT'],
  ['zip', 'ZIPOPT'],
  ['unzip', 'UNZIP'],
  ['less', 'LESS'],
  ['fzf', 'FZF_DEFAULT_OPTS'],
  ['man', 'MANOPT'],
])

/** Variables that hold a command some of these programs run. */
const COMMAND_VARIABLES = new Set([
  'LESSOPEN',
  'LESSCLOSE',
  'PAGER',
  'MANPAGER',
  'BAT_PAGER',
  'RSYNC_RSH',
  'RSYNC_CONNECT_PROG',
  'FZF_DEFAULT_COMMAND',
  'TAR_RSH',
  'VISUAL',
  'EDITOR',
])

/** Variables that name files with settings or code; what is in them is not known. */
const FILE_VARIABLES = new Set([
  'RIPGREP_CONFIG_PATH',
  'BAT_CONFIG_PATH',
  'BAT_CONFIG_DIR',
  'LESSKEYIN',
  'LESSKEY',
  'AWKPATH',
  'AWKLIBPATH',
  'VIMINIT',
  'EXINIT',
  'VIMRUNTIME',
  'NVIM_APPNAME',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'FZF_DEFAULT_OPTS_FILE',
  'MANPATH',
  'MAGIC',
  'GNUPGHOME',
])

/** Reads a program together with the variables set for it on the same line. */
export function withEnvironment(program: Program): Program {
  const { output } = program
  return {
    names: program.names,
    read: (command, scribe) => {
      if (command.assignments.length === 0) return program.read(command, scribe)
      return weakest(readVariables(command, scribe), program.read(withOptions(command), scribe))
    },
    ...(output ? { output: (command: Command, scribe: Scribe) => output(withOptions(command), scribe) } : {}),
  }
}

function readVariables(command: Command, scribe: Scribe): Standing {
  let standing: Standing = 'proven'
  for (const { name, value } of command.assignments) {
    if (FILE_VARIABLES.has(name)) standing = weakest(standing, 'unknown')
    const isQuiet = /^(?:|cat|less|more|-|true|ssh)$/.test(value.text ?? '\0')
    if (!COMMAND_VARIABLES.has(name) || isQuiet) continue
    const text = value.text?.replace(/^\|[|-]?\s*/, '')
    standing = weakest(standing, 'plain', scribe.runsShell({ text, sources: value.sources }, name))
  }
  return standing
}

/** Puts the options of the program's own variable in front of its words. */
function withOptions(command: Command): Command {
  const variable = OPTION_VARIABLES.get(programName(command.name ?? ''))
  const given = command.assignments.findLast(({ name }) => name === variable)
  return given ? { ...command, args: [...wordsOf(given.value), ...command.args] } : command
}

function wordsOf(value: Word): Word[] {
  const words: Word[] = []
  for (const found of value.known.matchAll(/\S+/g)) {
    const rest = part(value, found.index)
    const known = found[0]
    const dynamic = known.includes('\0')
    words.push({ ...rest, known, dynamic, text: dynamic ? undefined : known })
  }
  return words
}
