/** Where the gateway listens by default: the same each time, so that an address in somebody's settings holds. */
export const GATEWAY_PORT = 47_615

export const HELP = `Usage: irongate gateway [--port N] [--upstream URL] [--json]

Stands between Claude Code and its API, and is the judge of Claude Code's own auto mode: requests pass to the real API and answers pass
back as they are; where the client asks for a verdict on each tool call, the gate gives it. Listens on this machine alone, below a secret
path. Runs until it is stopped. Keep the hook on as well: some calls of auto mode are never put to a judge.

  --port N         where it listens; ${GATEWAY_PORT} if not given, 0 for any that is free
  --upstream URL   the real API; else hosts.claude-code.upstream of your own settings, else https://api.anthropic.com
  --json           one JSON object per line

Example:
  irongate gateway
  ANTHROPIC_BASE_URL="$(cat ~/.irongate/run/gateway.address)" claude --permission-mode auto
`
