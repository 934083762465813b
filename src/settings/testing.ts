import { type LoadOptions, loadPolicy, policyFromObject, type SettingsText } from './load.ts'
import type { Policy } from './policy.ts'
import type { BuiltinTexts } from './prose.ts'

/** For tests: a small set of built-ins. */
export const TEST_BUILTIN: BuiltinTexts = {
  soft: ['git-destructive', 'persistence'],
  hard: ['data-exfiltration'],
  exceptions: ['read-only', 'test-artifacts'],
  hash: 'for tests',
  titles: new Map([
    ['git-destructive', 'Destructive git'],
    ['data-exfiltration', 'Data exfiltration'],
    ['read-only', 'Read-only operations'],
  ]),
}

export const OPTIONS: LoadOptions = { cwd: '/home/dev/project', home: '/home/dev', builtin: TEST_BUILTIN }

export function of(settings: unknown, trusted = false): Policy {
  return policyFromObject(settings, { ...OPTIONS, trusted })
}

export function text(scope: SettingsText['scope'], body: string, more: Partial<SettingsText> = {}): SettingsText {
  return { scope, file: `/etc/${scope}.json`, text: body, kind: 'own', ...more }
}

export function load(...texts: SettingsText[]): Policy {
  return loadPolicy(texts, OPTIONS)
}
