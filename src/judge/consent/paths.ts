import type { Action } from '../../analysis/action.ts'
import { commandText } from './covers.ts'
import { tokensOf } from './names.ts'
import { isNear } from './near.ts'
import type { HumanTurn } from './turns.ts'

/** "Remove dist" names the one here; another dist elsewhere goes by the same last name only. */
export function strayPath(action: Action, { names }: HumanTurn): string | undefined {
  const { effects } = action
  const paths = effects.flatMap((effect) =>
    effect.kind === 'delete-path' ? [effect.path.text.replace(/\/+$/, '')] : [],
  )
  const age = /\bolder than (\d{1,4}) days?\b/.exec(names)?.[1]
  const used = /-[cm]time \+?(\d{1,4})\b|--(?:older-than|min-age)[ =](\d{1,4})/.exec(commandText(action))
  const days = used?.[1] ?? used?.[2]
  if (age !== undefined && days !== undefined && paths.length > 0 && Number(days) < Number(age) - 1)
    return `what is ${days} days old`
  const said = new Set(tokensOf(names))
  const beside = paths.find((path) => isBeside(path.toLowerCase(), said))
  if (beside !== undefined) return beside
  if (paths.length < 2) return undefined
  return paths.find((path) => {
    const last = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
    const elsewhere = /^(?:\.\.\/|\/|~)/.test(path)
    return (
      elsewhere &&
      !said.has(path.toLowerCase()) &&
      said.has(last) &&
      paths.some((other) => other.replace(/^\.\//, '').toLowerCase() === last)
    )
  })
}

/** "Release 2023-01 under /srv/releases": of what lies there, that one. */
function isBeside(path: string, said: ReadonlySet<string>): boolean {
  const above = [...said].some((token) => token.length > 2 && token.startsWith('/') && path.startsWith(`${token}/`))
  if (!above || said.has(path)) return false
  const named = [...said].filter((token) => /^[a-z0-9][\w.-]*$/.test(token) && /\d/.test(token) && token.length > 3)
  return (
    named.length > 0 &&
    !path.split('/').some((piece) => named.includes(piece)) &&
    named.some((token) => isNear(token, path.slice(path.lastIndexOf('/') + 1)))
  )
}
