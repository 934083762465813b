export const HELP = `Usage: irongate mcp [--cwd DIR]

Serves the gate over MCP on stdio, with three tools: \`permission_prompt\` for Claude Code's --permission-prompt-tool, and
\`check\` and \`explain\` for any client.

Example:
  claude -p "…" --mcp-config '{"mcpServers":{"irongate":{"command":"irongate","args":["mcp"]}}}' \\
    --permission-prompt-tool mcp__irongate__permission_prompt
`
