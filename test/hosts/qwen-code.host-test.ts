import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled } from './clients.ts'
import { describeDeadLauncher } from './dead-launcher.ts'
import { type Box, createBox } from './kit.ts'
import { describeClient } from './outcomes.ts'
import { KIT, shell } from './qwen-kit.ts'

describeClient(KIT)

describe.skipIf(!isInstalled(KIT.client))('Qwen Code by itself', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())

  describeDeadLauncher(KIT)

  it('lets a project switch its hooks off', async () => {
    box.write('.qwen/settings.json', '{ "disableAllHooks": true }')
    await box.run([[shell(`rm -r ${box.home}/precious`)]])
    expect(box.has(`${box.home}/precious/file`)).toBe(false)
  })
})
