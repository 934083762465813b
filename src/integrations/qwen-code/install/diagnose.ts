import { join } from 'node:path'
import { entryFindings, notInstalled, type Sought, startedBy } from '../../install/entries.ts'
import { jsonOf } from '../../install/hook-groups.ts'
import { lookAt } from '../../install/host-file.ts'
import type { Diagnosis, Examined, FoundHost, Health } from '../../installer.ts'
import { MANAGED } from './find.ts'
import { HOOKS, hookGroups } from './hooks.ts'

const SOUGHT: Sought = { title: 'Qwen Code', hooks: HOOKS, groups: hookGroups, commentsRead: true }

export function examine(at: Examined): Health {
  const { installs, host } = at
  return {
    findings: [
      ...found(host),
      ...(installs.length === 0 ? [notInstalled()] : installs.flatMap((one) => entryFindings(one, SOUGHT))),
      ...switchedOff(at),
    ],
    commands: installs.map((standing) => `${startedBy(standing)} PreToolUse`),
  }
}

function found(host: FoundHost | undefined): readonly Diagnosis[] {
  if (!host) return [{ level: 'warning', what: 'Qwen Code was not found', todo: 'install it, or put it on your PATH' }]
  return [
    {
      level: 'warning',
      what: `Qwen Code ${host.version ?? ''} runs a call when the hook runs out of time, or is killed with the shell that starts it`,
    },
  ]
}

/** Settings of any scope that keep the host from running hooks at all. */
function switchedOff({ host, project }: Examined): readonly Diagnosis[] {
  const files = [
    ...(host ? [join(host.configDir, 'settings.json')] : []),
    join(project, '.qwen/settings.json'),
    MANAGED,
  ]
  return files
    .filter((file) => jsonOf(lookAt(file).text ?? '')?.['disableAllHooks'] === true)
    .map((file) => ({
      level: 'fault',
      what: `${file} switches all hooks off (disableAllHooks)`,
      todo: 'take that line out',
    }))
}
