import { AIM_KINDS, type Aim, type Condition, type Statement } from '../../../intent/statements/statement.ts'

/** A statement as the model writes it, and as it is shown those in force. */
export type StatementForm = Readonly<Record<string, unknown>>

/** The keys of a form, in the order in which they are written. */
export const FORM_KEYS = [
  'limit',
  'grant',
  'on',
  'only',
  'except',
  'ask',
  'until',
  'when',
  'today',
  'rest',
  'partly',
  'said',
] as const

export function formOf({ kind, scope, condition, rest, sentence }: Statement): StatementForm {
  const on = valuesByKind(scope.aims.filter(({ how }) => how === 'named'))
  const only = valuesByKind(scope.aims.filter(({ how }) => how === 'only'))
  const except = valuesByKind(
    scope.aims.flatMap(({ what, except: values }) => (values === undefined ? [] : [{ what, values }])),
  )
  return {
    [kind]: scope.acts,
    ...(on && { on }),
    ...(only && { only }),
    ...(except && { except }),
    ...(condition && conditionForm(condition)),
    ...(rest !== undefined && { [kind === 'limit' ? 'rest' : 'partly']: rest }),
    said: sentence,
  }
}

function valuesByKind(aims: readonly Pick<Aim, 'what' | 'values'>[]): StatementForm | undefined {
  const found = AIM_KINDS.flatMap((kind) => {
    const values = aims.filter(({ what }) => what === kind).flatMap((aim) => aim.values)
    return values.length === 0 ? [] : [[kind, values] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

function conditionForm(condition: Condition): StatementForm {
  switch (condition.type) {
    case 'ask-first':
      return { ask: true }
    case 'today':
      return { today: true }
    case 'until':
      return { until: condition.event }
    case 'when':
      return { when: condition.event }
  }
}
