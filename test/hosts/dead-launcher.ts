import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { launcherPath } from '../../src/integrations/install/install.ts'
import { createBox, type Kit } from './kit.ts'

/** Hosts whose entries speak in a dead launcher's place: a person can go on talking, and everybody reads what to do. */
export function describeDeadLauncher(kit: Kit): void {
  it('without a launcher a prompt passes, the call does not, and the agent reads what to do', async () => {
    const box = await createBox(kit)
    try {
      rmSync(launcherPath(box.home))
      const { results, turns, output } = await box.run([[kit.shell('echo made > made.txt')], ['I could not.']])
      expect(box.has('made.txt'), output).toBe(false)
      expect(turns, output).toBeGreaterThanOrEqual(2)
      expect(results.join(), output).toMatch(/the gate gave no answer[\s\S]*irongate init/)
    } finally {
      box.remove()
    }
  })
}
