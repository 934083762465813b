import { runThread } from './run.ts'

await runThread()
