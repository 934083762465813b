import type { FastPath } from './fast-path.ts'

/** Page 4: PowerShell is asked about unless its flag is set. */
export const POWERSHELL_FLAG: FastPath = {
  name: 'powershell-without-flag',
  number: 4,
  answers: 'ask',
  applies: ({ tool, policy }) =>
    tool.kind === 'powershell' && !policy.autoMode.powershell
      ? 'PowerShell in auto mode needs `autoMode.powershell: true`'
      : undefined,
}
