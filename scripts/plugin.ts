import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CLAUDE_CODE } from '../src/integrations/claude-code/index.ts'
import { claudeCodeHookGroups } from '../src/integrations/claude-code/install/installed-hooks.ts'
import { whyCommandText } from '../src/integrations/claude-code/install/why-command-file.ts'

/** Writes the plugin: hooks and command from the texts of `irongate init`, manifests from that of the package. `--check` only compares. */
// Nothing else of the environment gets to the script: where /bin/sh is bash, functions in it would run in place of its words.
const KEPT = Object.values(CLAUDE_CODE.signs)
  .map((name) => `${name}="\${${name}-}"`)
  .join(' ')
const COMMAND = `/usr/bin/env -i ${KEPT} "\${CLAUDE_PLUGIN_ROOT}/hooks/irongate" hook claude-code`

const hooks = Object.fromEntries(
  [...claudeCodeHookGroups({ command: COMMAND })].map(([event, group]) => [event, [group]]),
)
interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author: string
  readonly license: string
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const { name, version, description, license } = manifest
const author = { name: manifest.author }
const plugin = { name, version, description, author, license }
const marketplace = { name, description, owner: author, plugins: [{ name, source: './', description }] }

const FILES = {
  '.claude-plugin/plugin.json': jsonText(plugin),
  '.claude-plugin/marketplace.json': jsonText(marketplace),
  'hooks/hooks.json': jsonText({ description: 'Every tool call passes through the gate.', hooks }),
  'commands/why.md': whyCommandText('Of the plugin; `node scripts/plugin.ts` writes it.'),
}

for (const [file, text] of Object.entries(FILES)) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is not current; run \`node scripts/plugin.ts\`\n`)
    process.exitCode = 1
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
