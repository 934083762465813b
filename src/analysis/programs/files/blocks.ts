import type { Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { reads, sourcesOf, value, writes } from './touching.ts'

const UNITS = new Map([
  ['', 1],
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
  ['t', 2 ** 40],
])

function bytesOf(text: string | undefined): number {
  const [, digits = '0', unit = ''] = /^(\d+)([kmgt]?)(?:i?b)?$/i.exec(text ?? '') ?? []
  return Number(digits) * (UNITS.get(unit.toLowerCase()) ?? 1)
}

/** More than any test file needs. */
function isHuge(args: readonly Word[]): boolean {
  const value = (name: string) => args.find((word) => word.known.startsWith(`${name}=`))?.text?.slice(name.length + 1)
  return bytesOf(value('bs') ?? '512') * bytesOf(value('count')) >= 100 * 2 ** 30
}

/** Copies blocks: to a device it destroys what was there. */
export const DD: Program = {
  names: ['dd'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    let standing: Standing = 'proven'
    for (const word of command.args) {
      const name = word.known.split('=', 1)[0] ?? ''
      const rest = { ...word, known: word.known.slice(name.length + 1), text: word.text?.slice(name.length + 1) }
      if (name === 'if') standing = weakest(standing, reads([rest], scribe))
      else if (name === 'of') standing = weakest(standing, writes(rest, 'overwrite', scribe))
      else if (!/^(?:bs|ibs|obs|cbs|count|skip|iseek|seek|oseek|conv|iflag|oflag|status)$/.test(name))
        standing = 'unknown'
    }
    const endless =
      command.args.some((word) => /^if=\/dev\/(?:zero|urandom|random)$/.test(word.known)) &&
      !command.args.some((word) => word.known.startsWith('count='))
    const filled = command.args.find((word) => word.known.startsWith('of=') && word.text !== 'of=/dev/null')
    if ((endless || isHuge(command.args)) && filled)
      scribe.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return standing
  },
  output: (command, scribe) => {
    const input = command.args.find((word) => word.known.startsWith('if='))
    const word = input && { ...input, known: input.known.slice(3), text: input.text?.slice(3) }
    return value(undefined, sourcesOf(word ? [word] : [], command, scribe))
  },
}

export const FALLOCATE: Program = {
  names: ['fallocate'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: '-cdinpvxz dig-holes keep-size punch-hole verbose zero-range collapse-range insert-range posix',
      values: '-lo length offset',
    })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const word of options.operands) standing = weakest(standing, writes(word, 'edit', scribe))
    if (/^\d{3,}\s*[GT]i?B?$|^\d+\s*[TP]i?B?$/i.test(options.value('l', 'length')?.text ?? ''))
      scribe.effect({ kind: 'exhaust', what: 'disk', certainty: 'likely' })
    return standing
  },
}
