import { join } from 'node:path'
import {
  entryFindings,
  expectedCommand,
  type HookExpectation,
  notInstalledFinding,
} from '../../install/entry-findings.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import type { Diagnosis, ExamineContext, FoundHost, HostHealth } from '../../installer.ts'
import { QWEN_CODE_MANAGED_SETTINGS } from './find.ts'
import { QWEN_CODE_HOOKS, qwenCodeHookGroups } from './hooks.ts'

const HOOK_EXPECTATION: HookExpectation = {
  title: 'Qwen Code',
  hooks: QWEN_CODE_HOOKS,
  groups: qwenCodeHookGroups,
  commentsRead: true,
}

export function examine(at: ExamineContext): HostHealth {
  const { installs, host } = at
  return {
    findings: [
      ...hostFindings(host),
      ...(installs.length === 0
        ? [notInstalledFinding()]
        : installs.flatMap((one) => entryFindings(one, HOOK_EXPECTATION))),
      ...disabledHooksFindings(at),
    ],
    commands: installs.map((status) => `${expectedCommand(status)} PreToolUse`),
  }
}

function hostFindings(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'Qwen Code was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Qwen Code ${host.version ?? ''} runs a call when the hook times out, or is killed with the shell that starts it`,
    },
  ]
}

/** Settings of any scope that keep the host from running hooks at all. */
function disabledHooksFindings({ host, project }: ExamineContext): readonly Diagnosis[] {
  const files = [
    ...(host ? [join(host.configDir, 'settings.json')] : []),
    join(project, '.qwen/settings.json'),
    QWEN_CODE_MANAGED_SETTINGS,
  ]
  return files
    .filter((file) => parseSettingsObject(inspectHostFile(file).text ?? '')?.['disableAllHooks'] === true)
    .map((file) => ({
      level: 'fault',
      what: `${file} switches all hooks off (disableAllHooks)`,
      todo: 'take that line out',
    }))
}
