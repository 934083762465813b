import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import config from '../../vitest.config.ts'
import { ORDER, TEST_MS } from './vitest-run.ts'

const order: readonly string[] = JSON.parse(process.env[ORDER] ?? '[]')

/** The tests that find a fault most likely run first. */
class GivenOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => order.findIndex((file) => moduleId.endsWith(`/${file}`))
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)))
  }
}

/** One worker: others work on the same machine, and whoever waits for it measures the time of tests. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    maxWorkers: 1,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    sequence: { sequencer: GivenOrder },
  },
})
