import type { Command, Value } from '../../words.ts'
import type { Program } from '../program.ts'

/** Prints its words; knows what it prints. */
export const ECHO: Program = {
  names: ['echo'],
  read: () => 'proven',
  output: echoed,
}

function echoed(command: Command): Value {
  const words = command.args.filter((word, index) => !(index === 0 && /^-[neE]+$/.test(word.text ?? '')))
  const texts = words.map((word) => word.text)
  const sources = words.flatMap((word) => word.sources)
  if (texts.some((text) => text === undefined)) return { text: undefined, sources }
  return { text: `${texts.join(' ')}\n`, sources }
}
