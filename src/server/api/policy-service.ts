import { readFileSync } from 'node:fs'
import { formatOrigin } from '../../cli/settings-output.ts'
import { recordUserCommand } from '../../cli/user-command.ts'
import { replaceUserFile, UserFileError, userFileText, userSettingsFile } from '../../facts/user-settings-file.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { settingEntries } from '../../settings/entries.ts'
import type { Policy } from '../../settings/policy.ts'
import { readUserSettingsText } from '../../settings/user-settings-text.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Caller } from '../access/rights.ts'
import type { PolicyService, PolicyWriteResult } from './service.ts'
import type { PolicyRequest, PolicyResponse } from './shapes.ts'

/** The policy of this account, outside any project, and a person's changes to their own file. */
export function createPolicyService(home: string): Omit<PolicyService, 'whatIf'> {
  // No project's files lie here.
  const place = { cwd: stateFolder(home), home }
  return {
    read: async (by) => policyResponse(readPolicy(place), home, by),
    problemsIn: (text) => readUserSettingsText(text, userSettingsFile(home), place).problems,
    write: async (request, by) => writePolicy(request, by, place),
  }
}

function policyResponse(policy: Policy, home: string, by: Caller): PolicyResponse {
  const mayChange = by.rights.includes('policy')
  return {
    rules: policy.rules.map(({ behavior, text, source, invalid }) => ({
      behavior,
      text,
      origin: formatOrigin(source),
      ...(invalid !== undefined && { invalid }),
    })),
    settings: settingEntries(policy).map(({ name, value, sources }) => ({
      name,
      value,
      origin: sources.length === 0 ? 'default' : [...new Set(sources.map(formatOrigin))].join('; '),
    })),
    files: filesOf(policy, home).map(({ path, scope }) => ({
      path,
      scope,
      text: mayChange ? textOf(path, home) : '',
      writable: mayChange && path === userSettingsFile(home),
    })),
    notices: [...policy.broken, ...policy.notices].map(({ level, text, source }) => ({
      level,
      text: `${text}  [${formatOrigin(source)}]`,
    })),
  }
}

/** The user's own file, and every other one that something in force comes from. */
function filesOf(policy: Policy, home: string): readonly { readonly path: string; readonly scope: string }[] {
  const { autoMode, rules, notices, broken, origins = {} } = policy
  const prose = [...autoMode.allow, ...autoMode.softDeny, ...autoMode.hardDeny, ...autoMode.environment]
  const sources = [
    ...[...rules, ...notices, ...broken, ...prose].map(({ source }) => source),
    ...Object.values(origins),
  ]
  const files = new Map([[userSettingsFile(home), 'user']])
  for (const { file, scope } of sources) if (file !== undefined && !files.has(file)) files.set(file, scope)
  return [...files].map(([path, scope]) => ({ path, scope }))
}

function textOf(path: string, home: string): string {
  try {
    return path === userSettingsFile(home) ? userFileText(home) : readFileSync(path, 'utf8')
  } catch (error) {
    return `// cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

function writePolicy(
  { text, before }: PolicyRequest,
  by: Caller,
  place: { readonly cwd: string; readonly home: string },
): PolicyWriteResult {
  const { home, cwd } = place
  const file = userSettingsFile(home)
  const { problems, notices } = readUserSettingsText(text, file, place)
  if (problems.length > 0) return { kind: 'wrong', problems }
  try {
    if (before !== undefined && userFileText(home) !== before) return { kind: 'changed' }
    replaceUserFile(home, text)
  } catch (error) {
    if (error instanceof UserFileError) return { kind: 'wrong', problems: [error.message] }
    throw error
  }
  const message = `a person (${by.name}) changed ${file} on the dashboard; what it was before lies beside it`
  const unrecorded = recordUserCommand({ home, cwd, command: 'policy write', message })
  return { kind: 'written', notices, ...(unrecorded !== undefined && { unrecorded }) }
}
