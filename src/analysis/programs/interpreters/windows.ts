import { decodeCommand } from '../../powershell/encoded.ts'
import { cmdLine, cmdToPowerShell } from '../../powershell/shell-programs.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { runScript } from './scripts.ts'

const FLAGS = 'noprofile noninteractive nologo noexit sta mta login interactive noprofileloadtime'.split(' ')
const VALUES =
  'executionpolicy ep windowstyle inputformat outputformat version workingdirectory configurationname settingsfile custompipename'.split(
    ' ',
  )

/** What one option of PowerShell's command line means; prefixes count, `-e` and `-ec` are the encoded command. */
function meaning(option: string): 'code' | 'encoded' | 'file' | 'flag' | 'value' | 'help' | 'unknown' {
  const name = option.replace(/^[-/]+/, '').toLowerCase()
  if (name === '?' || name === 'h' || name === 'help') return 'help'
  if (name === 'ec' || 'encodedcommand'.startsWith(name)) return name === '' ? 'unknown' : 'encoded'
  if ('command'.startsWith(name) || name === 'commandwithargs' || name === 'cwa') return 'code'
  if (name === 'ex' || VALUES.some((value) => value.startsWith(name))) return 'value'
  if ('file'.startsWith(name)) return 'file'
  return FLAGS.some((flag) => flag.startsWith(name)) ? 'flag' : 'unknown'
}

function readPwsh(command: Command, scribe: Scribe): Standing {
  const { args } = command
  const standings: Standing[] = ['proven']
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    if (!/^(?:-|\/\w*$)/.test(word.known)) {
      const script = /\.ps1$/i.test(word.known) && !/powershell(?:\.exe)?$/i.test(command.name ?? '')
      return weakest(
        ...standings,
        script ? runScript(word, { language: 'powershell', wrapper: 'pwsh' }, scribe) : code(args.slice(at), scribe),
      )
    }
    const next = args[at + 1]
    if (/^-+version$/i.test(word.known) && !next) return 'proven'
    const kind = meaning(word.known)
    if (kind === 'help') return 'proven'
    if ((kind === 'code' || kind === 'file') && next?.text === '-')
      return weakest(...standings, fromStdin(command, scribe))
    if (kind === 'code') return weakest(...standings, code(args.slice(at + 1), scribe))
    if (kind === 'encoded') return weakest(...standings, encoded(next, scribe))
    const run = { language: 'powershell', wrapper: 'pwsh -File', args: args.slice(at + 2) } as const
    if (kind === 'file') return next ? weakest(...standings, runScript(next, run, scribe)) : 'unknown'
    if (kind === 'unknown') standings.push('unknown')
    if (kind !== 'value') continue
    if (next && /^(?:bypass|unrestricted)$/i.test(next.known)) standings.push('plain')
    at++
  }
  return weakest(...standings, fromStdin(command, scribe))
}

function fromStdin(command: Command, scribe: Scribe): Standing {
  if (command.stdin.kind === 'inherited') return 'plain'
  return scribe.runsCode('powershell', command.stdin.value, 'pwsh')
}

function code(words: readonly Word[], scribe: Scribe): Standing {
  const known = words.map((word) => word.known).join(' ')
  if (known.includes('\0')) scribe.unknown('the PowerShell text is only partly known')
  return inline(known, 'pwsh -Command', scribe)
}

function inline(known: string, wrapper: string, scribe: Scribe): Standing {
  const text = known.replaceAll('\0', '$unknown_part')
  const standing = scribe.runsCode('powershell', { text, sources: [] }, wrapper)
  return known.includes('\0') ? 'unknown' : standing
}

function encoded(word: Word | undefined, scribe: Scribe): Standing {
  if (word?.text === undefined) {
    scribe.effect({ kind: 'run-code', language: 'powershell', origin: 'dynamic', read: false, host: undefined })
    scribe.unknown('an encoded command is not known')
    return 'unknown'
  }
  return weakest('plain', inline(decodeCommand(word.text), 'pwsh -EncodedCommand', scribe))
}

function readCmd(command: Command, scribe: Scribe): Standing {
  const at = command.args.findIndex((word) => /^\/{1,2}[ckr]$/i.test(word.known))
  const rest = at < 0 ? [] : command.args.slice(at + 1)
  if (rest.length === 0) return 'plain'
  return weakest('plain', inline(cmdToPowerShell(cmdLine(rest.map((word) => word.known))), 'cmd /c', scribe))
}

function readWsl(command: Command, scribe: Scribe): Standing {
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
      const all = { mass: true, stage: 'unknown', family: 'compute' } as const
      scribe.effect({ kind: 'resource-change', system: 'wsl', verb: 'destroy', target, ...all })
      return 'plain'
    }
    at += /^(?:-d|-u|--distribution|--user|--cd)$/.test(option) ? 2 : 1
  }
  return at < args.length ? scribe.runs(args.slice(at), 'wsl') : 'plain'
}

export const WINDOWS: readonly Program[] = [
  { names: ['pwsh', 'powershell'], read: readPwsh },
  { names: ['cmd'], read: readCmd },
  { names: ['wsl'], read: readWsl },
]
