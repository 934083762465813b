import { compileDomain, type DomainPattern } from './match-domain.ts'
import { compilePath, type PathPattern } from './path-pattern.ts'
import { powershellForm } from './powershell.ts'
import type { Behavior } from './rule.ts'
import { compileShell, type ShellPattern } from './shell-pattern.ts'
import { EDIT_TOOLS, NAME_FIELDS, PARAM_FIELDS, READ_TOOLS, SHELL_TOOLS } from './tool-names.ts'
import { compileWildcard, type Wildcard } from './wildcard.ts'

/** What a rule's parentheses say, by kind; one matcher file each. */
export type Specifier =
  | { readonly kind: 'whole-tool' }
  | { readonly kind: 'shell'; readonly pattern: ShellPattern }
  | { readonly kind: 'path'; readonly pattern: PathPattern }
  | { readonly kind: 'domain'; readonly pattern: DomainPattern }
  | { readonly kind: 'name'; readonly name: Wildcard }
  | { readonly kind: 'param'; readonly field: string; readonly value: Wildcard }
  | { readonly kind: 'invalid'; readonly why: string }

/** Reads what stands in the parentheses, by the tool it is for. */
export function compileSpecifier(tool: string, spec: string | undefined, behavior: Behavior): Specifier {
  if (spec === undefined) return { kind: 'whole-tool' }
  const param = paramSpecifier(tool, spec)
  if (param) return behavior === 'allow' ? invalidSpecifier('Tool(param:value) is for deny and ask rules only') : param
  if (READ_TOOLS.has(tool) || EDIT_TOOLS.has(tool)) return pathSpecifier(spec, behavior)
  if (spec === '*' || (SHELL_TOOLS.has(tool) && spec === ':*')) return { kind: 'whole-tool' }
  if (SHELL_TOOLS.has(tool))
    return { kind: 'shell', pattern: compileShell(tool === 'PowerShell' ? powershellForm(spec) : spec) }
  if (tool === 'WebFetch') return domainSpecifier(spec)
  if (NAME_FIELDS.has(tool)) return { kind: 'name', name: compileWildcard(spec.replace(/:\*$/, ' *')) }
  return invalidSpecifier(`${tool} takes no specifier of this form; write ${tool}(param:value)`)
}

function invalidSpecifier(why: string): Specifier {
  return { kind: 'invalid', why }
}

/** `Read(*)`: for deny and ask every file, for allow what lies in the working directory. */
function pathSpecifier(spec: string, behavior: Behavior): Specifier {
  if (behavior !== 'allow' && /^\*{1,2}$/.test(spec)) return { kind: 'whole-tool' }
  const reading = compilePath(spec, behavior)
  return reading.kind === 'pattern' ? { kind: 'path', pattern: reading.pattern } : invalidSpecifier(reading.why)
}

function domainSpecifier(spec: string): Specifier {
  if (!spec.startsWith('domain:')) return invalidSpecifier('WebFetch takes domain:host')
  const pattern = compileDomain(spec.slice('domain:'.length))
  return pattern ? { kind: 'domain', pattern } : invalidSpecifier(`"${spec.slice(7, 80)}" is not a domain`)
}

/** `param:value`, for tools whose own specifier could hold a colon only with a field that is known. */
function paramSpecifier(tool: string, spec: string): Specifier | undefined {
  const [, field, value] = /^([A-Za-z_][\w-]*):(.*)$/s.exec(spec) ?? []
  if (field === undefined || value === undefined || value === '') return undefined
  const known = PARAM_FIELDS.get(tool)
  if (known ? !known.has(field) : hasOwnSyntax(tool)) return undefined
  return { kind: 'param', field, value: compileWildcard(value) }
}

function hasOwnSyntax(tool: string): boolean {
  return (
    SHELL_TOOLS.has(tool) ||
    READ_TOOLS.has(tool) ||
    EDIT_TOOLS.has(tool) ||
    NAME_FIELDS.has(tool) ||
    tool === 'WebFetch'
  )
}
