import { fileRecords } from '../../audit/file-records.ts'
import { readPolicy } from '../../integrations/policy.ts'
import type { Policy } from '../../settings/policy.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { WhatIfRequest, WhatIfResponse } from '../api/shapes.ts'
import { compareReplay } from './compare.ts'

const DAY_MS = 86_400_000

export interface WhatIf extends WhatIfRequest {
  readonly home: string
  readonly machine?: string
  readonly now?: number
  readonly signal?: AbortSignal
}

/** What another text of the user's settings would have changed in the last days, against the settings as they are. Writes nothing. */
export async function comparePolicies({
  home,
  settings,
  days,
  machine,
  now = Date.now(),
  signal,
}: WhatIf): Promise<WhatIfResponse> {
  const records = fileRecords(stateFolder(home)).query({ since: now - days * DAY_MS })
  return compareReplay(records, {
    home,
    policyFor: readPolicyOnce((root) => readPolicy({ cwd: root, home, user: { text: settings } })),
    before: readPolicyOnce((root) => readPolicy({ cwd: root, home })),
    ...(machine !== undefined && { machine }),
    ...(signal && { signal }),
  })
}

/** Settings of a project are read once for a whole replay. */
export function readPolicyOnce(read: (root: string) => Policy): (root: string) => Policy {
  const known = new Map<string, Policy>()
  return (root) => {
    const before = known.get(root)
    if (before) return before
    const policy = read(root)
    known.set(root, policy)
    return policy
  }
}
