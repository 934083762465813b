import { CATEGORIES } from '../../categories/index.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import type { AutoMode, Policy } from '../../settings/policy.ts'

/** For tests: the default policy, with parts of `autoMode` replaced. */
export function testPolicy(autoMode: Partial<AutoMode> = {}): Policy {
  return {
    rules: [],
    defaultMode: undefined,
    additionalDirectories: [],
    autoMode: {
      allow: [],
      softDeny: [],
      hardDeny: [],
      environment: [],
      categories: {
        soft: CATEGORIES.filter(({ hard }) => !hard).map(({ id }) => id),
        hard: CATEGORIES.filter(({ hard }) => hard).map(({ id }) => id),
      },
      exceptions: EXCEPTIONS.map(({ id }) => id),
      askRules: 'floor',
      classifyAllShell: false,
      powershell: false,
      ...autoMode,
    },
    judge: { kind: 'embedded', mode: 'both', ironGate: 'closed', extra: {} },
    limits: { consecutive: 3, total: 20 },
    stripInternal: false,
    wrappers: [],
    notices: [],
    broken: [],
    version: 'test',
  }
}
