import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { aimsOf } from './aims.ts'
import { tokensOf } from './names.ts'
import type { HumanTurn } from './turns.ts'

/** Folders that hold one folder for each person. */
const PEOPLE = /^(?:users?|home|homes|people|members|owners|personal)$/
const OWN_WORDS = /^(?:me|mine|my|self|\$user|\$\{user\}|\$\(whoami\)|root|shared|common|public|admin)$/

/** The person whose thing an effect would end, when it is neither the one who asks nor anybody they spoke of. */
export function strangerIn(effect: Effect, action: Action, turns: readonly HumanTurn[]): string | undefined {
  const aims = ends(effect) ? aimsOf(effect, action) : undefined
  if (!aims) return undefined
  const said = turns.map(({ names }) => names).join('\n')
  const words = new Set(said.split(/[^a-z0-9]+/))
  const own = /^\/(?:home|users)\/([^/]+)/i.exec(action.call.cwd)?.[1]?.toLowerCase()
  const whole = new Set(tokensOf(said))
  for (const spellings of aims.names) {
    // Who spells a name out in full has seen whose it is.
    if (spellings.some((name) => /[/]/.test(name) && whole.has(name.toLowerCase()))) continue
    const owner = ownerOf(spellings.toSorted((a, b) => b.length - a.length)[0] ?? '')
    if (owner !== undefined && owner !== own && !words.has(owner)) return owner
  }
  return undefined
}

function ends(effect: Effect): boolean {
  if (effect.certainty === 'possible') return false
  switch (effect.kind) {
    case 'git-push':
      return effect.deletes || effect.force
    case 'git-discard':
      return effect.what === 'branch'
    case 'resource-change':
      return effect.verb !== 'create'
    default:
      return false
  }
}

/** `users/kim/run-7`: the folder of one person. A bare name in a path may be anybody's, also the asking one's. */
function ownerOf(name: string): string | undefined {
  const pieces = name
    .toLowerCase()
    .replace(/^[a-z0-9]+:\/\//, '')
    .split('/')
  return pieces.slice(0, -1).find((piece, at) => PEOPLE.test(pieces[at - 1] ?? '') && !OWN_WORDS.test(piece))
}
