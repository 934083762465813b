import { readFileSync, writeFileSync } from 'node:fs'
import { CLAUDE_CODE } from '../src/integrations/claude-code/index.ts'
import { hookGroups } from '../src/integrations/claude-code/install/installed-hooks.ts'

/** Writes the plugin's hooks from the same table that `irongate init` uses; `--check` only compares. */
const FILE = 'hooks/hooks.json'
// Nothing else of the environment gets to the script: where /bin/sh is bash, functions in it would run in place of its words.
const KEPT = Object.values(CLAUDE_CODE.signs)
  .map((name) => `${name}="\${${name}-}"`)
  .join(' ')
const COMMAND = `/usr/bin/env -i ${KEPT} "\${CLAUDE_PLUGIN_ROOT}/hooks/irongate" hook claude-code`

const hooks = Object.fromEntries([...hookGroups(COMMAND)].map(([event, group]) => [event, [group]]))
const text = `${JSON.stringify({ description: 'Every tool call passes through the gate.', hooks }, null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(FILE, text)
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write(`${FILE} is not current; run \`node scripts/plugin.ts\`\n`)
  process.exitCode = 1
}
