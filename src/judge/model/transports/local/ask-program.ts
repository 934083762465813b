import { execFile } from 'node:child_process'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { ProbePlace } from '../choice.ts'
import { argvOf } from './pinned-program.ts'

/** The first of this name that can be run: on the person's PATH, then where its installer puts it. */
export function findProgram(
  name: string,
  { home, path }: ProbePlace,
  installed: readonly string[],
): string | undefined {
  const folders = [...path.split(delimiter), ...installed.map((folder) => join(home, folder))].filter(isAbsolute)
  for (const folder of folders) {
    try {
      const file = realpathSync(join(folder, name))
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch (error) {
      // Not there; another folder may have it.
      void error
    }
  }
  return undefined
}

interface ProgramAnswer {
  readonly status: number
  readonly output: string
}

const ASK_MS = 15_000

/** What a client says of itself. */
export function askProgram(program: string, args: readonly string[], { home }: ProbePlace): Promise<ProgramAnswer> {
  const [file = program, ...words] = [...argvOf(program), ...args]
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', DISABLE_AUTOUPDATER: '1' }
  return new Promise((resolve) => {
    execFile(file, words, { cwd: home, env, timeout: ASK_MS, maxBuffer: 1 << 20 }, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ status, output: `${stdout}${stderr}` })
    })
  })
}

/** The fields of a JSON object; none of what is no such text. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch (error) {
    void error
    return {}
  }
}
