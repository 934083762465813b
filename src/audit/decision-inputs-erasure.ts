import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { listPrivateFolder } from './day-files.ts'

/**
 * Takes what was noted of a session's decisions out for good; how many lines. They are written over where they stand: others may append
 * to the file at this moment. Texts that were read belong to no session, and go with their age.
 */
export function eraseDecisionInputs(folder: string, sessionId: string): number {
  const place = join(folder, 'facts')
  let erased = 0
  for (const name of listPrivateFolder(place))
    if (name.endsWith('.jsonl')) erased += eraseIn(join(place, name), sessionId)
  return erased
}

const NEWLINE = 10

function eraseIn(file: string, sessionId: string): number {
  const bytes = readFileSync(file)
  const mark = Buffer.from(`"sessionId":${JSON.stringify(sessionId)},`)
  let erased = 0
  let handle: number | undefined
  try {
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
      const start = bytes.lastIndexOf(NEWLINE, at) + 1
      const end = bytes.indexOf(NEWLINE, at)
      const length = (end < 0 ? bytes.length : end) - start
      handle ??= openSync(file, 'r+')
      writeSync(handle, Buffer.alloc(length, ' '), 0, length, start)
      erased++
    }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
  return erased
}
