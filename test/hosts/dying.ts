import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launcherPath, planLauncher } from '../../src/integrations/install/install.ts'
import type { Installer } from '../../src/integrations/installer.ts'
import type { PromiseName } from '../../src/integrations/promises.ts'
import { allHostVariables } from '../../src/integrations/registry.ts'
import { LAUNCHER } from './clients.ts'

/** One way in which the gate dies at a call: what the launcher does then, as shell. */
export interface Fault {
  readonly does: (home: string, installer: Installer) => string
  /** Tells whether the call runs then; without one it never does. */
  readonly promise?: PromiseName
}

/** Clients take seconds to start: the calls name their fault, so that one session shows all of them. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'exits with 1': { promise: 'blocksOnCrash', does: () => 'exit 1' },
  'is killed': { promise: 'blocksOnCrash', does: () => 'kill -9 $$' },
  'takes too long': { promise: 'blocksOnTimeout', does: () => 'sleep 9; echo late >&2; exit 2' },
  'prints garbage': { promise: 'blocksOnGarbage', does: () => 'echo hello; exit 0' },
  'starts a hook that throws': hooked('throw new Error("x")'),
  'starts a hook that exits with 1': hooked('process.exit(1)'),
  'starts a hook that is killed': hooked('process.kill(process.pid, "SIGKILL")'),
  'starts a hook that is killed after half an answer': hooked(
    'process.stdout.write("{"); process.kill(process.pid, "SIGKILL")',
  ),
  'starts a hook of an unknown syntax': hooked('this is not JavaScript'),
  'starts a hook that is gone': { does: realStarter({ hook: '/nowhere/hook.cjs' }) },
  // The next call finds no launcher.
  'has no interpreter': { does: (...box) => `rm -- "$0"; ${realStarter({ node: '/nowhere/node' })(...box)}` },
  'is gone': { promise: 'blocksOnMissing', does: () => 'exit 0' },
}

/** The file that a call leaves if it runs. */
export const fileOf = (fault: string) => `${fault.replace(/\W+/g, '-')}.txt`

/** A launcher that fails as the call's name says. The client must wait for it longer than a Node takes to start, and shorter than one that takes too long. */
export function putDyingStarter(home: string, installer: Installer): void {
  const cases = Object.entries(FAULTS).map(([fault, { does }]) => `*' ${fileOf(fault)}'*) ${does(home, installer)} ;;`)
  writeProgram(launcherPath(home), `#!/bin/sh\nevent=$(/bin/cat)\ncase $event in\n${cases.join('\n')}\nesac\nexit 2\n`)
}

function hooked(code: string): Fault {
  return {
    does: (home, installer) => {
      const hook = join(home, `hook-${made++}.cjs`)
      writeFileSync(hook, code)
      return realStarter({ hook })(home, installer)
    },
  }
}

let made = 0

/** The launcher as it is installed, with a hook that fails or a Node that is gone. */
function realStarter({ node = process.execPath, hook = LAUNCHER }): Fault['does'] {
  return (home, installer) => {
    const file = join(home, `launcher-${made++}`)
    writeProgram(file, planLauncher({ node, hook, home }, { signs: allHostVariables(), stranded: [installer] }).text)
    return `printf '%s' "$event" | '${file}' "$@"; exit $?`
  }
}

function writeProgram(file: string, text: string): void {
  writeFileSync(file, text)
  chmodSync(file, 0o700)
}
