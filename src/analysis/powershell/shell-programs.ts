import {
  type AbstractValue,
  concatValues,
  exactText,
  knownOf,
  textValue,
  UNKNOWN_RESULT,
} from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'
import { type Cmdlet, namedParameter, voidCmdlet } from './cmdlet-call.ts'
import { decodeCommand } from './encoded.ts'

const powershellCmdlet: Cmdlet = (call, run) => {
  const encoded = namedParameter(call, 'encodedcommand') ?? call.named.get('e') ?? call.named.get('ec')
  if (encoded) return call.runText(decodeValue(encoded), 'powershell -EncodedCommand')
  const file = namedParameter(call, 'file') ?? call.named.get('f')
  if (file) return runFile(file, run)
  const command = namedParameter(call, 'command') ?? call.named.get('c')
  const rest = command ? [command, ...call.positional] : call.positional
  if (rest.length === 0) return call.input === UNKNOWN_RESULT ? UNKNOWN_RESULT : call.runText(call.input, 'powershell')
  const [first] = rest
  if (first?.type === 'block') return call.runBlock(first, UNKNOWN_RESULT)
  return call.runText(joinLine(rest), 'powershell -Command')
}

function decodeValue(value: AbstractValue): AbstractValue {
  const whole = exactText(value)
  return whole === undefined ? value : textValue(decodeCommand(whole))
}

function runFile(file: AbstractValue, run: CodeRun): AbstractValue {
  for (const path of run.paths(file)) run.lower(run.recorder.runsFile(path, 'powershell', 'powershell -File'))
  return UNKNOWN_RESULT
}

function joinLine(words: readonly AbstractValue[]): AbstractValue {
  return concatValues(words.flatMap((word, index) => (index === 0 ? [word] : [textValue(' '), word])))
}

const cmdCmdlet: Cmdlet = (call, run) => {
  const at = call.positional.findIndex((word) => /^\/[ckr]$/i.test(exactText(word) ?? ''))
  const rest = at < 0 ? [] : call.positional.slice(at + 1)
  if (rest.length === 0) return UNKNOWN_RESULT
  run.lower('plain')
  return call.runText(textValue(cmdToPowerShell(cmdLine(rest.map(knownOf)))), 'cmd /c')
}

export function cmdLine(words: readonly string[]): string {
  if (words.length === 1) return words[0] ?? ''
  return words.map((word) => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word)).join(' ')
}

export function cmdToPowerShell(source: string): string {
  return source
    .split(/&&?|\|\|/)
    .map((part) => translateCmdPart(part.trim()))
    .join('; ')
}

function translateCmdPart(part: string): string {
  const expanded = part
    .replace(/%([\w()]+)%/g, '$env:$1')
    .replace(/\^(.)/g, '$1')
    .replace(/^@?sc\s/i, 'sc.exe ')
    .replace(/^(?=")/, '& ')
  const match = /^(?:@)?(del|erase|rd|rmdir|format)\b(.*)$/i.exec(expanded)
  if (!match) return expanded
  const [, name = '', rest = ''] = match
  if (/^format$/i.test(name)) return expanded
  const recurse = /(?:^|\s)\/+s\b/i.test(rest) ? '-Recurse ' : ''
  return `Remove-Item ${recurse}${rest.replace(/(?:^|\s)\/+[a-z](?::\S*)?(?=\s|$)/gi, ' ').trim()}`
}

const wslCmdlet = voidCmdlet((call, run) => {
  const words = call.positional.map((value) => exactText(value) ?? '"$unknown_part"')
  run.lower(run.recorder.runsShell({ text: words.join(' '), sources: [] }, 'wsl'))
})

const SHELL_CMDLETS = new Map<string, Cmdlet>([
  ['powershell', powershellCmdlet],
  ['pwsh', powershellCmdlet],
  ['powershell_ise', powershellCmdlet],
  ['cmd', cmdCmdlet],
  ['command.com', cmdCmdlet],
  ['wsl', wslCmdlet],
])

export function shellCmdletFor(name: string): Cmdlet | undefined {
  return SHELL_CMDLETS.get(name.replace(/^.*[\\/]/, '').replace(/\.exe$/, ''))
}
