export const HELP = `Usage: irongate mcp [--cwd DIR] [--home DIR] [--model NAME]

Serves the gate over MCP on stdio, with three tools: \`permission_prompt\` for Claude Code's --permission-prompt-tool, and
\`check\` and \`explain\` for any client.

  --cwd DIR      the project the agent works in; this directory if not given
  --home DIR     the home whose settings and records count. Without it, it is the account's own, whatever HOME says: a project could
                 set that
  --model NAME   the agent's own model, which MCP does not tell: the judge's too, when the settings name none

Example:
  claude -p "…" --mcp-config '{"mcpServers":{"irongate":{"command":"irongate","args":["mcp"]}}}' \\
    --permission-prompt-tool mcp__irongate__permission_prompt
`
