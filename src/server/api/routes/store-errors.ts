import { InvalidCursorError } from '../../store/cursor.ts'
import { RequestRefusedError } from '../problem.ts'

/** A store that fails is named as such: nothing else depends on it. */
export async function withStoreErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof RequestRefusedError) throw error
    if (error instanceof InvalidCursorError) throw new RequestRefusedError(400, error.message)
    throw new RequestRefusedError(
      503,
      `the store does not answer: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
