import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { type CommandForms, commandFormsOf } from '../analysis/forms/command-forms.ts'
import { possibleCommandsOf } from '../analysis/forms/possible-commands.ts'
import { type ReachedHost, reachedHosts } from '../analysis/forms/reached-hosts.ts'
import { powershellForm } from './powershell.ts'
import { hostArguments } from './tool-arguments.ts'
import { canonicalToolName, SHELL_TOOLS } from './tool-names.ts'
import { type Touch, touchesOf } from './touches.ts'

/** An Action as rules look at it; what is costly is worked out when first asked for, and once. */
export interface RuleSubject {
  readonly action: Action
  readonly facts: Facts
  readonly tool: string
  /** Its commands in every spelling; empty for tools that run none. */
  forms(): readonly CommandForms[]
  touches(): readonly Touch[]
  /** Does it run a text that nobody can know before? */
  runsAnything(): boolean
  /** Hosts that it reaches by whatever means but WebFetch itself. */
  hosts(): readonly ReachedHost[]
}

export function subjectOf(action: Action, facts: Facts): RuleSubject {
  const tool = canonicalToolName(action.tool)
  let forms: readonly CommandForms[] | undefined
  let touches: readonly Touch[] | undefined
  let hosts: readonly ReachedHost[] | undefined
  return {
    action,
    facts,
    tool,
    forms: () => {
      forms ??= formsFor(action, tool, facts)
      return forms
    },
    touches: () => {
      touches ??= touchesOf(action.tool === tool ? action : { ...action, tool }, facts)
      return touches
    },
    runsAnything: () => possibleCommandsOf(action, facts).anything,
    hosts: () => {
      hosts ??= [...reachedHosts(action, facts), ...hostArguments(action)]
      return hosts
    },
  }
}

function formsFor(action: Action, tool: string, facts: Facts): readonly CommandForms[] {
  if (!SHELL_TOOLS.has(tool) && action.commands.length === 0) return []
  const forms = commandFormsOf(action, facts)
  if (tool !== 'PowerShell') return forms
  return forms.map((form) => ({ ...form, spellings: [...new Set(form.spellings.map(powershellForm))] }))
}
