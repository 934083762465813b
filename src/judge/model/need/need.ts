/** What a model may ask for in its second stage, beside a block that stands until it is answered. */
export const NEED_KINDS = ['file', 'git-log', 'listing'] as const

export interface Need {
  readonly kind: (typeof NEED_KINDS)[number]
  /** A path or a ref, as the model wrote it: hostile. */
  readonly target: string
}

/** Of one check. */
export const MAX_NEEDS = 3
export const MAX_ROUNDS = 2

const ONE_NEED = /^<need>(file|git-log|listing):([^<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,400})<\/need>/u

/** The needs that a text consists of; undefined where it is anything else, or more than may be asked. */
export function readNeeds(text: string): readonly Need[] | undefined {
  const needs: Need[] = []
  let rest = text.trimStart()
  while (rest !== '') {
    const [whole, kind, target = ''] = ONE_NEED.exec(rest) ?? []
    const known = NEED_KINDS.find((one) => one === kind)
    if (whole === undefined || known === undefined || needs.length === MAX_NEEDS) return undefined
    needs.push({ kind: known, target: target.trim() })
    rest = rest.slice(whole.length).trimStart()
  }
  return needs
}
