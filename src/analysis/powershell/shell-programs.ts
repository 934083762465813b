import type { Run } from '../code/run/run.ts'
import { type Abstract, concat, exact, knownOf, text, UNKNOWN } from '../code/run/value.ts'
import { type Cmdlet, does, named } from './call.ts'
import { decodeCommand } from './encoded.ts'

const powershell: Cmdlet = (call, run) => {
  const encoded = named(call, 'encodedcommand') ?? call.named.get('e') ?? call.named.get('ec')
  if (encoded) return call.runText(decoded(encoded), 'powershell -EncodedCommand')
  const file = named(call, 'file') ?? call.named.get('f')
  if (file) return runsFile(file, run)
  const command = named(call, 'command') ?? call.named.get('c')
  const rest = command ? [command, ...call.positional] : call.positional
  if (rest.length === 0) return call.input === UNKNOWN ? UNKNOWN : call.runText(call.input, 'powershell')
  const [first] = rest
  if (first?.type === 'block') return call.runBlock(first, UNKNOWN)
  return call.runText(line(rest), 'powershell -Command')
}

function decoded(value: Abstract): Abstract {
  const whole = exact(value)
  return whole === undefined ? value : text(decodeCommand(whole))
}

function runsFile(file: Abstract, run: Run): Abstract {
  for (const path of run.paths(file)) run.lower(run.scribe.runsFile(path, 'powershell', 'powershell -File'))
  return UNKNOWN
}

function line(words: readonly Abstract[]): Abstract {
  return concat(words.flatMap((word, index) => (index === 0 ? [word] : [text(' '), word])))
}

const cmd: Cmdlet = (call, run) => {
  const at = call.positional.findIndex((word) => /^\/[ckr]$/i.test(exact(word) ?? ''))
  const rest = at < 0 ? [] : call.positional.slice(at + 1)
  if (rest.length === 0) return UNKNOWN
  run.lower('plain')
  return call.runText(text(cmdToPowerShell(cmdLine(rest.map(knownOf)))), 'cmd /c')
}

export function cmdLine(words: readonly string[]): string {
  if (words.length === 1) return words[0] ?? ''
  return words.map((word) => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word)).join(' ')
}

export function cmdToPowerShell(source: string): string {
  return source
    .split(/&&?|\|\|/)
    .map((part) => one(part.trim()))
    .join('; ')
}

function one(part: string): string {
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

const wsl = does((call, run) => {
  const words = call.positional.map((value) => exact(value) ?? '"$unknown_part"')
  run.lower(run.scribe.runsShell({ text: words.join(' '), sources: [] }, 'wsl'))
})

const READERS = new Map<string, Cmdlet>([
  ['powershell', powershell],
  ['pwsh', powershell],
  ['powershell_ise', powershell],
  ['cmd', cmd],
  ['command.com', cmd],
  ['wsl', wsl],
])

export function shellProgram(name: string): Cmdlet | undefined {
  return READERS.get(name.replace(/^.*[\\/]/, '').replace(/\.exe$/, ''))
}
