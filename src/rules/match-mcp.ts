import { compileWildcard, matchesWildcard, type Wildcard } from './wildcard.ts'

/** How a rule names its tools: one name, all tools of an MCP server, or a pattern. */
export type ToolPattern =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'glob'; readonly wildcard: Wildcard }

export function compileTool(name: string): ToolPattern {
  if (name.includes('*')) return { kind: 'glob', wildcard: compileWildcard(name) }
  const isServer = name.startsWith('mcp__') && name.length > 5 && !name.slice(5).includes('__')
  return isServer ? { kind: 'server', name } : { kind: 'name', name }
}

export function matchesTool(pattern: ToolPattern, tool: string): boolean {
  switch (pattern.kind) {
    case 'name':
      return pattern.name === tool
    case 'server':
      return tool === pattern.name || tool.startsWith(`${pattern.name}__`)
    case 'glob':
      return matchesWildcard(pattern.wildcard, tool)
  }
}
