import type { ProjectFile, TrustState } from '../settings/trust.ts'
import { showInvisible } from './io.ts'

/** What a person is asked to trust: the files whole, and what trusting them changes. */
export function renderTrustQuestion(project: string, files: readonly ProjectFile[]): string {
  if (files.length === 0) return `${showInvisible(project)} has no settings of its own; there is nothing to trust.\n`
  const shown = files.map(({ path, text }) => `--- ${showInvisible(path)}\n${showInvisible(text).trimEnd()}\n`)
  return `${shown.join('\n')}
Trusting ${showInvisible(project)} lets these files add allow rules and directories and choose a mode other than auto and
bypassPermissions. Any change to them ends the trust. Deny and ask rules in them count either way.
`
}

/** Where a project stands, in one line per fact. */
export function renderTrustState(project: string, state: TrustState): string {
  const name = showInvisible(project)
  switch (state.kind) {
    case 'trusted':
      return `${name} is trusted.\n`
    case 'unknown':
      return `${name} is not trusted: its allow rules and directories are ignored.\n`
    case 'changed': {
      const changes = [
        ...state.added.map((path) => `new: ${path}`),
        ...state.removed.map((path) => `gone: ${path}`),
        ...state.edited.map((path) => `edited: ${path}`),
      ]
      return `${name} was trusted, but its settings changed since:\n${changes.map((change) => `  ${showInvisible(change)}\n`).join('')}Look at them and run \`irongate trust\` again.\n`
    }
  }
}
