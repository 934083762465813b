import { namesModel } from '../../judge/has-model.ts'
import type { Policy } from '../../settings/policy.ts'
import { readLastRefusal } from '../../state/refused-key-file.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Diagnosis } from '../installer.ts'

/** A key that was refused and has not been accepted since: every call that needs the model is stopped for it. */
export function refusedKeyFindings(home: string, { judge }: Pick<Policy, 'judge'>): Diagnosis[] {
  const isUsed = judge.kind !== 'embedded' && namesModel({ judge })
  const refusal = isUsed ? readLastRefusal(stateFolder(home)) : undefined
  if (refusal === undefined) return []
  const said = refusal.detail === '' ? '' : ` (${refusal.detail})`
  return [
    {
      level: 'fault',
      what: `the model's endpoint refused the key at ${formatTime(refusal.at)}${said}, and has accepted none since`,
      todo: 'correct judge.apiKey or judge.apiKeyCommand; `irongate check` with a call that needs the model tries it at once',
    },
  ]
}

function formatTime(at: number): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'an unknown time' : time.toISOString()
}
