import type { Diagnosis, HookStatus } from '../installer.ts'
import { type HookFileEditor, type HookGroupsBuilder, isPlainJson, parseSettingsObject } from './hook-file-editor.ts'
import { inspectHostFile } from './host-file.ts'

/** What is looked for in a host's file of hook groups. */
export interface HookExpectation {
  readonly title: string
  readonly hooks: HookFileEditor
  readonly groups: HookGroupsBuilder
  /** The host reads comments and trailing commas too. */
  readonly commentsRead?: boolean
  /** What else can be wrong with entries that stand where they should. */
  readonly more?: (status: HookStatus, text: string) => readonly Diagnosis[]
}

export const REINSTALL_HINT = { todo: 'run `irongate init` again', repair: 'install' } as const

export function notInstalledFinding(): Diagnosis {
  return { level: 'fault', what: 'the hook is not installed', todo: 'run `irongate init`' }
}

/** An organisation's hook is started from a place of its own. */
export function expectedCommand({ scope, command, found }: HookStatus): string {
  return scope === 'managed' ? (found[0] ?? command).replace(/ \w+$/, '') : command
}

/** The hook as it stands in one file of the host. */
export function entryFindings(status: HookStatus, sought: HookExpectation): readonly Diagnosis[] {
  const { file, fault, listed, found, scope } = status
  if (fault !== undefined) return [{ level: 'fault', what: fault, todo: 'then run `irongate doctor --fix`' }]
  const { text } = inspectHostFile(file)
  if (text === undefined) return [{ level: 'fault', what: `${file} is gone, and the hook with it`, ...REINSTALL_HINT }]
  const unread = unreadableFinding(file, text, sought)
  if (unread) return [unread]
  const faults = [...entryFaults(status, text, sought), ...(sought.more?.(status, text) ?? [])]
  if (faults.length > 0) return faults
  if (!listed && scope !== 'managed')
    return [
      {
        level: 'warning',
        what: `${file} holds the hook, but our own list does not know it (${found.length} entries)`,
        todo: 'run `irongate doctor --fix` to keep it, or `irongate uninstall` to take it out',
        repair: 'install',
      },
    ]
  return [{ level: 'ok', what: `the hook stands in ${file}` }]
}

function unreadableFinding(
  file: string,
  text: string,
  { title, commentsRead = false }: HookExpectation,
): Diagnosis | undefined {
  if (parseSettingsObject(text) === undefined)
    return { level: 'fault', what: `${file} is not valid JSON, so the host reads no hook from it`, todo: 'correct it' }
  if (commentsRead || isPlainJson(text)) return undefined
  return {
    level: 'fault',
    what: `${file} has comments or trailing commas: ${title} skips such a file, and the hook with it`,
    todo: 'take them out',
  }
}

function entryFaults(status: HookStatus, text: string, { hooks, groups }: HookExpectation): readonly Diagnosis[] {
  const { file } = status
  const command = expectedCommand(status)
  const found = hooks.ourHooks(text)
  const wanted = groups({ command, file })
  const missing = [...wanted.keys()].filter((event) => !found.some((hook) => hook.event === event))
  const elsewhere = hooks.ourCommands(text).filter((started) => !`${started} `.startsWith(`${command} `))
  const older = found.filter(
    ({ event, value }) => !JSON.stringify(wanted.get(event) ?? {}).includes(JSON.stringify(value['command'])),
  )
  const faults: Diagnosis[] = []
  if (missing.length > 0)
    faults.push({ level: 'fault', what: `${file} lacks the hook for ${missing.join(', ')}`, ...REINSTALL_HINT })
  if (elsewhere.length > 0)
    faults.push({ level: 'fault', what: `${file} names a hook of another place`, ...REINSTALL_HINT })
  else if (older.length > 0)
    faults.push({ level: 'warning', what: `${file} holds entries of an earlier version; they work`, ...REINSTALL_HINT })
  return faults
}
