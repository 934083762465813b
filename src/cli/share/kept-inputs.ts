import { realpathSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import type { DecisionInputs } from '../../audit/decision-inputs.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { readSettingsTexts } from '../../integrations/policy.ts'
import { createDecisionInputsReader } from '../../server/replay/decision-inputs-reader.ts'
import { withoutReplies } from '../../state/offers.ts'
import { readPastSession } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry } from '../../transcript/entries.ts'
import type { MachineNames } from './machine-names.ts'
import type { KeptInputs } from './shared-case.ts'

const MAX_TEXTS = 5

/** What is still kept of a decision; of the rest a case does without. */
export function keptInputs(record: AuditRecord, home: string): KeptInputs {
  const reader = createDecisionInputsReader(stateFolder(home))
  const noted = record.facts === undefined ? undefined : reader.of(record.facts, record.at)
  const texts = (record.reads ?? []).slice(0, MAX_TEXTS).flatMap(({ path, hash }) => {
    const text = reader.text(path, hash)
    return text === undefined ? [] : [{ path, text }]
  })
  const settings = readSettingsTexts({ cwd: noted?.root ?? record.cwd, home })
  return { noted, entries: entriesBefore(record, noted, home), texts, settings }
}

function entriesBefore(record: AuditRecord, noted: DecisionInputs | undefined, home: string): readonly Entry[] {
  const { log = 0, said = [] } = noted ?? {}
  if (log === 0) return said.map((text) => ({ kind: 'user', text, trusted: true }))
  const fold = readPastSession(stateFolder(home), record.sessionId)(log, { asking: record.callId })
  return fold === undefined ? [] : withoutReplies(fold.entries(record.agentId), fold.offered)
}

/** By what this machine and its account are known. */
export function namesOfMachine(record: AuditRecord, home: string, noted: DecisionInputs | undefined): MachineNames {
  const account = userInfo()
  const homes = [home, account.homedir].flatMap((folder) => [folder, realPath(folder)])
  const variables = ['USER', 'LOGNAME', 'USERNAME', 'SUDO_USER'].map((name) => process.env[name] ?? '')
  const ofHomes = homes.map((folder) => folder.split(/[\\/]/).at(-1) ?? '')
  return {
    homes: [...new Set(homes)],
    project: noted?.root ?? record.cwd,
    users: [...new Set([account.username, ...variables, ...ofHomes])],
    hosts: [hostname()],
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
