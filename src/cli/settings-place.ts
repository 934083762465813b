import { parseArgs } from 'node:util'
import { hostFacts } from '../facts/host.ts'
import { homeFrom } from './command-args.ts'
import { UsageError } from './io.ts'
import { directoryFrom } from './working-directory.ts'

/** Where a command about settings looks: the project of a directory, and this account's home. */
export interface CommandPlace {
  readonly cwd: string
  readonly home: string
  readonly json: boolean
  readonly mode: string | undefined
}

/** Undefined where only help is wanted: that needs no home. */
export function placeFrom(args: readonly string[], help: string): CommandPlace | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        cwd: { type: 'string' },
        home: { type: 'string' },
        json: { type: 'boolean' },
        mode: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) return undefined
    const home = homeFrom(values.home)
    return {
      home,
      cwd: hostFacts({ cwd: directoryFrom(values.cwd), home }).projectRoot,
      json: values.json === true,
      mode: values.mode,
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}
