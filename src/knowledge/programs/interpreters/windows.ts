import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { decodeCommand } from '../../../analysis/powershell/encoded.ts'
import { cmdLine, cmdToPowerShell } from '../../../analysis/powershell/shell-programs.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { runScriptFile } from '../../recipes/script-runs.ts'

const POWERSHELL_FLAGS = 'noprofile noninteractive nologo noexit sta mta login interactive noprofileloadtime'.split(' ')
const POWERSHELL_VALUE_OPTIONS =
  'executionpolicy ep windowstyle inputformat outputformat version workingdirectory configurationname settingsfile custompipename'.split(
    ' ',
  )

/** What one option of PowerShell's command line means; prefixes count, `-e` and `-ec` are the encoded command. */
function classifyPowerShellOption(option: string): 'code' | 'encoded' | 'file' | 'flag' | 'value' | 'help' | 'unknown' {
  const name = option.replace(/^[-/]+/, '').toLowerCase()
  if (name === '?' || name === 'h' || name === 'help') return 'help'
  if (name === 'ec' || 'encodedcommand'.startsWith(name)) return name === '' ? 'unknown' : 'encoded'
  if ('command'.startsWith(name) || name === 'commandwithargs' || name === 'cwa') return 'code'
  if (name === 'ex' || POWERSHELL_VALUE_OPTIONS.some((value) => value.startsWith(name))) return 'value'
  if ('file'.startsWith(name)) return 'file'
  return POWERSHELL_FLAGS.some((flag) => flag.startsWith(name)) ? 'flag' : 'unknown'
}

function readPwsh(command: Command, recorder: EffectRecorder): CommandGrade {
  const { args } = command
  const grades: CommandGrade[] = ['proven']
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    if (!/^(?:-|\/\w*$)/.test(word.known)) {
      const script = /\.ps1$/i.test(word.known) && !/powershell(?:\.exe)?$/i.test(command.name ?? '')
      return weakestGrade(
        ...grades,
        script
          ? runScriptFile(word, { language: 'powershell', wrapper: 'pwsh' }, recorder)
          : runCommandWords(args.slice(at), recorder),
      )
    }
    const next = args[at + 1]
    if (/^-+version$/i.test(word.known) && !next) return 'proven'
    const kind = classifyPowerShellOption(word.known)
    if (kind === 'help') return 'proven'
    if ((kind === 'code' || kind === 'file') && next?.text === '-')
      return weakestGrade(...grades, runStdinCode(command, recorder))
    if (kind === 'code') return weakestGrade(...grades, runCommandWords(args.slice(at + 1), recorder))
    if (kind === 'encoded') return weakestGrade(...grades, runEncodedCommand(next, recorder))
    const run = { language: 'powershell', wrapper: 'pwsh -File', args: args.slice(at + 2) } as const
    if (kind === 'file') return next ? weakestGrade(...grades, runScriptFile(next, run, recorder)) : 'unknown'
    if (kind === 'unknown') grades.push('unknown')
    if (kind !== 'value') continue
    if (next && /^(?:bypass|unrestricted)$/i.test(next.known)) grades.push('plain')
    at++
  }
  return weakestGrade(...grades, runStdinCode(command, recorder))
}

function runStdinCode(command: Command, recorder: EffectRecorder): CommandGrade {
  if (command.stdin.kind === 'inherited') return 'plain'
  return recorder.runsCode('powershell', command.stdin.value, 'pwsh')
}

function runCommandWords(words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const known = words.map((word) => word.known).join(' ')
  if (known.includes('\0')) recorder.unknown('the PowerShell text is only partly known')
  return runInlineText(known, 'pwsh -Command', recorder)
}

function runInlineText(known: string, wrapper: string, recorder: EffectRecorder): CommandGrade {
  const text = known.replaceAll('\0', '$unknown_part')
  const grade = recorder.runsCode('powershell', { text, sources: [] }, wrapper)
  return known.includes('\0') ? 'unknown' : grade
}

function runEncodedCommand(word: Word | undefined, recorder: EffectRecorder): CommandGrade {
  if (word?.text === undefined) {
    recorder.effect({ kind: 'run-code', language: 'powershell', origin: 'dynamic', read: false, host: undefined })
    recorder.unknown('an encoded command is not known')
    return 'unknown'
  }
  return weakestGrade('plain', runInlineText(decodeCommand(word.text), 'pwsh -EncodedCommand', recorder))
}

function readCmd(command: Command, recorder: EffectRecorder): CommandGrade {
  const at = command.args.findIndex((word) => /^\/{1,2}[ckr]$/i.test(word.known))
  const rest = at < 0 ? [] : command.args.slice(at + 1)
  if (rest.length === 0) return 'plain'
  return weakestGrade(
    'plain',
    runInlineText(cmdToPowerShell(cmdLine(rest.map((word) => word.known))), 'cmd /c', recorder),
  )
}

function readWsl(command: Command, recorder: EffectRecorder): CommandGrade {
  const { args } = command
  let at = 0
  while (args[at]?.known.startsWith('-')) {
    const option = args[at]?.known ?? ''
    if (option === '--' || option === '-e' || option === '--exec') {
      at++
      break
    }
    if (/^--(?:list|status|version|help)$|^-l$/.test(option)) return 'proven'
    if (option === '--unregister') {
      const target = args[at + 1]?.known ?? ''
      const all = { mass: true, environment: 'unknown', family: 'compute' } as const
      recorder.effect({ kind: 'resource-change', system: 'wsl', verb: 'destroy', target, ...all })
      return 'plain'
    }
    at += /^(?:-d|-u|--distribution|--user|--cd)$/.test(option) ? 2 : 1
  }
  return at < args.length ? recorder.runs(args.slice(at), 'wsl') : 'plain'
}

export const WINDOWS_SHELLS: readonly Program[] = [
  { names: ['pwsh', 'powershell'], read: readPwsh },
  { names: ['cmd'], read: readCmd },
  { names: ['wsl'], read: readWsl },
]
