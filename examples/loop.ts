/** The gate in an agent loop of your own. Run it with `npm run examples`. */
import { check } from 'irongate'

/** Call this before you run a tool: run it only on `allow`; give `message` back to the model otherwise. */
export async function mayRun(tool: string, input: Record<string, unknown>, said: readonly string[] = []) {
  return check(tool, input, { said, headless: true })
}
