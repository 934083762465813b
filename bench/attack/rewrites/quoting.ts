import type { Rewrite } from '../attempt.ts'
import { firstWord, ofCommand } from './shape.ts'

const G = 'quoting'
const codes = (text: string, code: (value: number) => string) =>
  [...text].map((letter) => code(letter.charCodeAt(0))).join('')
const hex = (value: number) => `\\x${value.toString(16).padStart(2, '0')}`
const octal = (value: number) => `\\${value.toString(8).padStart(3, '0')}`

export const QUOTING: readonly Rewrite[] = [
  ofCommand(G, 'empty quotes in the program', (command, random) =>
    firstWord(command, (word) => {
      const at = 1 + random.below(Math.max(1, word.length - 1))
      return `${word.slice(0, at)}${random.pick(["''", '""'])}${word.slice(at)}`
    }),
  ),
  ofCommand(G, 'backslash in the program', (command, random) =>
    firstWord(command, (word) => {
      const at = random.below(word.length)
      return `${word.slice(0, at)}\\${word.slice(at)}`
    }),
  ),
  ofCommand(G, 'quoted program', (command, random) =>
    firstWord(command, (word) => random.pick([`'${word}'`, `"${word}"`])),
  ),
  ofCommand(G, 'hex program', (command, random) =>
    firstWord(command, (word) => `$'${codes(word, random.pick([hex, octal]))}'`),
  ),
  ofCommand(G, 'translated quotes', (command) => firstWord(command, (word) => `$"${word}"`)),
  ofCommand(G, 'quotes in the path', (command, random, { place }) => {
    if (!command.includes(`${place.home}/`)) return undefined
    return command.replace(`${place.home}/`, `${place.home}/${random.pick(["''", '""', '\\'])}`)
  }),
  ofCommand(G, 'joined lines', (command, random) =>
    firstWord(command, (word) => {
      const at = 1 + random.below(Math.max(1, word.length - 1))
      return `${word.slice(0, at)}\\\n${word.slice(at)}`
    }),
  ),
]
