import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { type CommandForms, formsOf } from '../analysis/forms/forms.ts'
import { powershellForm } from './powershell.ts'
import { SHELL_TOOLS, toolName } from './tool-names.ts'
import { type Touch, touchesOf } from './touches.ts'

/** An Action as rules look at it; what is costly is worked out when first asked for, and once. */
export interface Subject {
  readonly action: Action
  readonly facts: Facts
  readonly tool: string
  /** Its commands in every spelling; empty for tools that run none. */
  forms(): readonly CommandForms[]
  touches(): readonly Touch[]
}

export function subjectOf(action: Action, facts: Facts): Subject {
  const tool = toolName(action.tool)
  let forms: readonly CommandForms[] | undefined
  let touches: readonly Touch[] | undefined
  return {
    action,
    facts,
    tool,
    forms: () => {
      forms ??= formsFor(action, tool)
      return forms
    },
    touches: () => {
      touches ??= touchesOf(action.tool === tool ? action : { ...action, tool }, facts)
      return touches
    },
  }
}

function formsFor(action: Action, tool: string): readonly CommandForms[] {
  if (!SHELL_TOOLS.has(tool) && action.commands.length === 0) return []
  const forms = formsOf(action)
  if (tool !== 'PowerShell') return forms
  return forms.map((form) => ({ ...form, spellings: [...new Set(form.spellings.map(powershellForm))] }))
}
