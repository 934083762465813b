import { canAskModel } from '../../assemble.ts'
import { setUserValues } from '../../facts/user-settings-file.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { readModelSettings } from '../../judge/model/settings.ts'
import { hashOfProgram } from '../../judge/model/transports/local/pinned-program.ts'
import type { Policy } from '../../settings/policy.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { auditUserCommand, refusesAgent } from '../command-args.ts'
import { EXIT, type Io, showInvisible } from '../io.ts'
import { THIS_PERSON } from '../typing-person.ts'
import { trialText } from './choose.ts'
import { tryJudge } from './trial.ts'

/** `irongate judge test`: asks the judge for real. A client that was updated is the judge again once it passes. */
export async function testJudge(
  { home, json }: { readonly home: string; readonly json: boolean },
  io: Io,
): Promise<number> {
  if (refusesAgent(io.person ?? THIS_PERSON, io, 'judge test')) return EXIT.deny
  const policy = readPolicy({ home, cwd: home })
  const read = readModelSettings(policy.judge)
  if ('problem' in read) {
    io.error(`irongate judge test: ${showInvisible(read.problem)}\n`)
    return EXIT.deny
  }
  if (policy.judge.kind === 'embedded' || !canAskModel(policy, {})) {
    io.out('No model is asked: the judge works offline. `irongate judge setup` chooses a model.\n')
    return 0
  }
  const updated = await updatedClients(read.settings.clients, home)
  const trial = await tryJudge(withHashes(policy, updated), home)
  if (json) io.out(`${JSON.stringify(trial, null, 2)}\n`)
  else io.out(trialText(trial, io))
  if (trial.problem !== undefined) return EXIT.deny
  if (updated.size > 0) {
    setUserValues(
      home,
      [...updated].map(([id, sha256]) => [['judge', 'clients', id, 'sha256'], sha256] as const),
    )
    const names = [...updated.keys()].join(', ')
    const message = `a person tested the updated client: ${names}`
    auditUserCommand({ home, cwd: home, command: 'judge test', message }, { io, command: 'judge test' })
    io.out(`The updated client is the judge again: ${names}.\n`)
  }
  return 0
}

/** Clients that are not what they were, with what they are now. One that is gone the trial names. */
async function updatedClients(
  clients: ReadonlyMap<string, { readonly program: string; readonly sha256: string }>,
  home: string,
): Promise<ReadonlyMap<string, string>> {
  const updated = new Map<string, string>()
  for (const [id, { program, sha256 }] of clients) {
    const now = await hashOfProgram(program, stateFolder(home)).catch(() => sha256)
    if (now !== sha256) updated.set(id, now)
  }
  return updated
}

function withHashes(policy: Policy, hashes: ReadonlyMap<string, string>): Policy {
  const { extra } = policy.judge
  const clients = Object.fromEntries(
    Object.entries((extra['clients'] ?? {}) as Record<string, object>).map(([id, client]) => {
      const sha256 = hashes.get(id)
      return [id, sha256 === undefined ? client : { ...client, sha256 }]
    }),
  )
  return { ...policy, judge: { ...policy.judge, extra: { ...extra, clients } } }
}
