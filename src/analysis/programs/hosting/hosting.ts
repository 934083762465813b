import type { Word } from '../../words.ts'
import type { FormCall } from '../form/form.ts'
import { systemOf } from '../form/state.ts'
import type { Scribe, Standing } from '../program.ts'
import { withRecords } from './record-targets.ts'

/** The words that chose what is done: `pr merge`. */
export function actionOf({ loose, rest }: FormCall): string {
  return loose.operands
    .slice(0, loose.operands.length - rest.length)
    .map(textOf)
    .join(' ')
}

/** The same scribe, which adds who does it and which records it is about. */
export function aboutRecords(call: FormCall): Scribe {
  const service = systemOf(call)
  const action = actionOf(call)
  const repository = textOf(call.loose.value('--repo', '-R'))
  const scribe = withRecords({ service, action, operands: call.rest.map(textOf), repository }, call.scribe)
  return { ...scribe, effect: (draft) => scribe.effect({ by: `${service} ${action}`, ...draft }) }
}

/** What is looked at stays here, unless a browser is opened on it. */
export function looks({ loose }: FormCall): Standing {
  return loose.has('--web', '-w') ? 'plain' : 'proven'
}

export const TARGET = '$* or $--repo|-R'

export function targetOf({ rest, loose }: FormCall): string {
  return rest.map(textOf).join(' ') || textOf(loose.value('--repo', '-R'))
}

export function textOf(word: Word | undefined): string {
  return word?.text ?? word?.known.replaceAll('\0', '…') ?? ''
}
