import { NOTHING } from '../values.ts'
import type { Builtin } from './index.ts'

const leave: Builtin = (call) => {
  call.frame.scope.ended = true
  return { standing: 'proven', output: NOTHING }
}

export const CONTROL: readonly (readonly [string, Builtin])[] = [
  ['exit', leave],
  ['return', leave],
  ['break', leave],
  ['continue', leave],
  ['logout', leave],
]
