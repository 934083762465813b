import { applyEdits, modify } from 'jsonc-parser'
import {
  type HookFileEditor,
  hookFileEditor as hooksOf,
  type JsonObject,
  parseSettingsObject,
} from '../../install/hook-file-editor.ts'
import {
  type EntryAt,
  type LauncherFallback,
  missingLauncherLines,
  withLauncherFallback,
} from '../../install/launcher-fallback.ts'
import { shellQuote } from '../../install/launcher-script.ts'
import { denial, personLine } from '../answer.ts'

interface Entry {
  readonly event: string
  /** The host's default is half a minute, and then it runs the call. */
  readonly timeoutSec: number
}

const HOOK_ENTRIES: readonly Entry[] = [
  { event: 'preToolUse', timeoutSec: 90 },
  { event: 'postToolUse', timeoutSec: 10 },
  { event: 'userPromptSubmitted', timeoutSec: 30 },
  { event: 'sessionStart', timeoutSec: 30 },
]

function launcherFallback(event: string, file: string | undefined): LauncherFallback | undefined {
  const text = missingLauncherLines('copilot-cli', file).join('\n')
  const says = (answer: string) => `/usr/bin/printf %s ${shellQuote(answer)}`
  // Beside the status, only what is printed stops a prompt, and tells the agent why.
  const fell = `${says(denial(text))}; exit 2`
  if (event === 'preToolUse') return { gone: fell, fell }
  if (event !== 'userPromptSubmitted' && event !== 'sessionStart') return undefined
  return { gone: `${says(JSON.stringify(personLine(text)))}; exit 0`, fell }
}

/** The hooks of the host's file, by event. Each command ends with its event: a launcher that cannot read must know it. */
export function hookEntries({ command, file }: EntryAt): ReadonlyMap<string, JsonObject> {
  return new Map(
    HOOK_ENTRIES.map(({ event, timeoutSec }) => [
      event,
      {
        type: 'command',
        command: withLauncherFallback(`${command} ${event}`, launcherFallback(event, file)),
        timeoutSec,
      },
    ]),
  )
}

const HOOK_GROUPS = hooksOf('copilot-cli', hookEntries)

/** Versions before the current ones skip a file that does not tell which version of its form it is. */
export const COPILOT_CLI_HOOKS: HookFileEditor = {
  ...HOOK_GROUPS,
  withHooks: (text, at) => withFormatVersion(HOOK_GROUPS.withHooks(text, at)),
}

function withFormatVersion(text: string): string {
  if (parseSettingsObject(text)?.['version'] !== undefined) return text
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' }
  return applyEdits(text, modify(text, ['version'], 1, { formattingOptions, getInsertionIndex: () => 0 }))
}
