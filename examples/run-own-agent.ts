import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Runs the agent of `own-agent.js` in a scratch account, with the gate as it is built, and then with one that is broken. */
const home = mkdtempSync(join(tmpdir(), 'irongate-example-'))
const project = join(home, 'project')
const bin = join(home, 'bin')
const precious = join(home, 'precious')
for (const folder of [project, bin, precious, join(home, '.irongate')]) mkdirSync(folder)
process.on('exit', () => rmSync(home, { recursive: true }))
writeFileSync(join(home, '.irongate/settings.json'), '{ "permissions": { "ask": ["Bash(touch:*)"] } }')

function gate(script: string): void {
  writeFileSync(join(bin, 'irongate'), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
}

function agent(task: string, commands: readonly string[], typed = '') {
  writeFileSync(join(home, 'turns.json'), JSON.stringify(commands))
  return spawnSync(process.execPath, [resolve('examples/own-agent.js'), task, join(home, 'turns.json')], {
    cwd: project,
    encoding: 'utf8',
    input: typed,
    env: { HOME: home, PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` },
  })
}

const made = (name: string) => existsSync(join(project, name))

gate(`exec '${process.execPath}' '${resolve('bin/irongate.js')}' "$@" --home '${home}'`)
const worked = agent('Look around.', ['echo hello > allowed', `rm -r ${precious}`, 'touch asked'], 'y\n')
assert.equal(worked.status, 0, worked.stderr)
assert.ok(made('allowed'), 'an allowed call runs')
assert.ok(existsSync(precious), 'a denied one does not')
assert.match(worked.stdout, /Blocked: deletes .*precious/, 'and the agent reads why')
assert.ok(made('asked'), 'one that the person said yes to runs')
agent('Look around.', ['touch refused'], 'n\n')
assert.ok(!made('refused'), 'one that the person said no to does not')

agent(`Please delete the folder ${precious}.`, [`rm -r ${precious}`])
assert.ok(!existsSync(precious), 'what the person asked for runs')

/** A gate that takes the task, and dies at the first call. */
const DEATHS: Readonly<Record<string, string>> = {
  crashes: 'exit 1',
  'is killed': 'kill -9 $$',
  'prints garbage': 'echo hello',
  'is gone': '',
}
for (const [how, dies] of Object.entries(DEATHS)) {
  if (dies === '') rmSync(join(bin, 'irongate'))
  else gate(`case $(cat) in *'"event":"prompt"'*) echo '{}' ;; *) ${dies} ;; esac`)
  const { status } = agent('Look around.', ['echo hello > never'])
  assert.notEqual(status, 0, `a gate that ${how} ends the run`)
  assert.ok(!made('never'), `nothing runs with a gate that ${how}`)
}
process.stdout.write(
  `own agent: allow ran, deny did not, ask ran on a yes; a gate that ${Object.keys(DEATHS).join(', ')}: stopped\n`,
)
