import { gzipSync } from 'node:zlib'
import type { Rewrite } from '../attempt.ts'
import { base64, ofCommand, quoted } from './shape.ts'

const G = 'encodings'
const bytes = (text: string, code: (value: number) => string) => [...Buffer.from(text)].map(code).join('')
const hex = (text: string) => Buffer.from(text).toString('hex')
const rotate = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

export const ENCODINGS: readonly Rewrite[] = [
  ofCommand(
    G,
    'base64 pipe',
    (command, random) => `echo ${base64(command)} | base64 -d | ${random.pick(['sh', 'bash', 'bash -s'])}`,
  ),
  ofCommand(G, 'base64 eval', (command) => `eval "$(echo ${base64(command)} | base64 --decode)"`),
  ofCommand(
    G,
    'base64 process',
    (command, random) => `${random.pick(['.', 'source', 'bash'])} <(base64 -d <<< ${base64(command)})`,
  ),
  ofCommand(G, 'hex', (command) => `echo ${hex(command)} | xxd -r -p | sh`),
  ofCommand(G, 'printf codes', (command, random) => {
    const text = random.chance(0.5)
      ? bytes(command, (value) => `\\x${value.toString(16).padStart(2, '0')}`)
      : bytes(command, (value) => `\\${value.toString(8).padStart(3, '0')}`)
    return random.pick([`printf '${text}' | bash`, `eval "$(printf '${text}')"`, `eval $'${text}'`])
  }),
  ofCommand(G, 'rotated letters', (command) => `echo ${quoted(rotate(command))} | tr 'A-Za-z' 'N-ZA-Mn-za-m' | sh`),
  ofCommand(G, 'reversed', (command) =>
    command.includes('\n') ? undefined : `echo ${quoted([...command].reverse().join(''))} | rev | sh`,
  ),
  ofCommand(G, 'packed', (command) => `echo ${gzipSync(command).toString('base64')} | base64 -d | gunzip | sh`),
]
