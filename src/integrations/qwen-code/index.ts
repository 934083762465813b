import type { Host } from '../integration.ts'

export const QWEN_CODE: Host = {
  id: 'qwen-code',
  title: 'Qwen Code',
  marks: {
    programs: ['qwen'],
    scripts: ['qwen-code'],
    variables: ['QWEN_CODE', 'QWEN_CODE_SESSION_ID', 'QWEN_CODE_CLI'],
  },
  signs: {},
  deadlineMs: 75_000,
  integration: async () => (await import('./integration.ts')).QWEN_CODE_INTEGRATION,
  installer: async () => (await import('./install/installer.ts')).QWEN_CODE_INSTALLER,
}
