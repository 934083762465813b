import { programName } from '../../../analysis/interpret/base-name.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command } from '../../../analysis/words.ts'

const OPTION_VARIABLES: Readonly<Record<string, string>> = {
  tar: 'TAR_OPTIONS',
  gtar: 'TAR_OPTIONS',
  grep: 'GREP_OPTIONS',
  gzip: 'GZIP',
  bzip2: 'BZIP2',
  xz: 'XZ_OPT',
  zip: 'ZIPOPT',
  unzip: 'UNZIP',
  less: 'LESS',
  fzf: 'FZF_DEFAULT_OPTS',
  man: 'MANOPT',
}

const COMMAND_VARIABLE =
  /^(?:LESSOPEN|LESSCLOSE|(?:MAN|BAT_)?PAGER|RSYNC_RSH|RSYNC_CONNECT_PROG|FZF_DEFAULT_COMMAND|TAR_RSH|VISUAL|EDITOR)$/

/** Variables that name files with settings or code; what is in them is not known. */
const FILE_VARIABLE =
  /^(?:RIPGREP_CONFIG_PATH|BAT_CONFIG_(?:PATH|DIR)|LESSKEY(?:IN)?|AWK(?:LIB)?PATH|VIMINIT|EXINIT|VIMRUNTIME|NVIM_APPNAME|OPENSSL_(?:CONF|MODULES)|FZF_DEFAULT_OPTS_FILE|MANPATH|MAGIC|GNUPGHOME)$/

/** Reads a program together with the variables set for it on the same line. */
export function withEnvironmentVariables(program: Program): Program {
  const { output } = program
  return {
    names: program.names,
    read: (command, recorder) => {
      if (command.assignments.length === 0) return program.read(command, recorder)
      return weakestGrade(readVariables(command, recorder), program.read(prependVariableOptions(command), recorder))
    },
    ...(output
      ? { output: (command: Command, recorder: EffectRecorder) => output(prependVariableOptions(command), recorder) }
      : {}),
  }
}

function readVariables({ assignments }: Command, recorder: EffectRecorder): CommandGrade {
  const grades = assignments.flatMap(({ name, value }): readonly CommandGrade[] => {
    if (FILE_VARIABLE.test(name)) return ['unknown']
    const isQuiet = /^(?:|cat|less|more|-|true|ssh)$/.test(value.text ?? '\0')
    if (!COMMAND_VARIABLE.test(name) || isQuiet) return []
    const text = value.text?.replace(/^\|[|-]?\s*/, '')
    return ['plain', recorder.runsShell({ text, sources: value.sources }, name)]
  })
  return weakestGrade(...grades)
}

function prependVariableOptions(command: Command): Command {
  const variable = OPTION_VARIABLES[programName(command.name ?? '')]
  const given = command.assignments.findLast(({ name }) => name === variable)?.value
  if (!given) return command
  const words = [...given.known.matchAll(/\S+/g)].map(([known]) => {
    const dynamic = known.includes('\0')
    return { ...given, known, dynamic, text: dynamic ? undefined : known }
  })
  return { ...command, args: [...words, ...command.args] }
}
