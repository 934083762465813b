import { dirname, join } from 'node:path'
import { COMMAND_MARK } from '../../install/command-files.ts'
import type { CommandFile, HookPlace } from '../../installer.ts'
import { WHY_COMMAND_NAME } from '../why-command.ts'

/**
 * The answer comes from the hook, beside the prompt: the file starts nothing, so that nothing typed or written behind the name ever
 * reaches a shell. Only a person can use it.
 */
export function whyCommandText(note: string): string {
  return `---
description: Why the gate stopped the last call, or decided as it did about one, in a line
argument-hint: "[id]"
disable-model-invocation: true
---
<!-- ${note} -->
The question is why Irongate, the permission gate on this machine, decided so about a call: $ARGUMENTS (the last one that it stopped,
where no id stands here). Its answer is in the context that its hook put beside this prompt. Pass it on in a sentence or two.
`
}

export const WHY_COMMAND_TEXT = whyCommandText(`${COMMAND_MARK}; \`irongate uninstall\` takes it out.`)

/** For an account: the files of a project belong to its repository. */
export function whyCommandFiles({ scope, file }: HookPlace): readonly CommandFile[] {
  return scope === 'user'
    ? [
        {
          file: join(dirname(file), 'commands', `${WHY_COMMAND_NAME}.md`),
          typed: `/${WHY_COMMAND_NAME}`,
          text: WHY_COMMAND_TEXT,
        },
      ]
    : []
}
