import type { DataSource } from '../words.ts'

/** What a decoder makes of a file is not what a reader of that file sees. */
export const DECODED_SOURCE: DataSource = { kind: 'command', program: 'decoded', secret: false }
