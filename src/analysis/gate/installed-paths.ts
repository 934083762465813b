import { dirname } from 'node:path/posix'
import type { Facts } from '../facts.ts'

/** A package folder for everybody, where none is known: only what is put behind it matters. */
const USUAL_PACKAGE = '/usr/local/lib/node_modules/irongate'
const PROGRAM_NAME = 'irongate'

/** What a command prints that asks where packages or the gate's program are installed; undefined for any other. */
export function printedInstallPath(words: readonly string[], { own = [] }: Pick<Facts, 'own'>): string | undefined {
  const [program = '', ...args] = words
  const known = own.find(({ path, kind }) => kind === 'package' && dirname(path).endsWith('/node_modules'))
  const root = known?.path ?? USUAL_PACKAGE
  const modules = dirname(root)
  const prefix = dirname(modules).replace(/\/lib$/, '')
  switch (askedFor(program.slice(program.lastIndexOf('/') + 1), args)) {
    case 'modules':
      return modules
    case 'above':
      return dirname(modules)
    case 'prefix':
      return prefix
    case 'launchers':
      return `${prefix}/bin`
    case 'launcher':
      return `${prefix}/bin/${PROGRAM_NAME}`
    case 'program':
      return `${root}/bin/${PROGRAM_NAME}.js`
    case undefined:
      return undefined
  }
}

type InstallPlace = 'modules' | 'above' | 'prefix' | 'launchers' | 'launcher' | 'program'

const GLOBAL_OPTION = /^(?:-[a-z]*g[a-z]*|--global|--location=global)$/
const PLACE_BY_VERB: ReadonlyMap<string, InstallPlace> = new Map([
  ['root', 'modules'],
  ['prefix', 'prefix'],
  ['bin', 'launchers'],
  ['pm bin', 'launchers'],
])
const PLACE_BY_QUESTION: ReadonlyMap<string, InstallPlace> = new Map([
  ['config get prefix', 'prefix'],
  ['get prefix', 'prefix'],
  ['global dir', 'above'],
  ['global bin', 'launchers'],
])

function askedFor(program: string, args: readonly string[]): InstallPlace | undefined {
  const operands = args.filter((word) => !word.startsWith('-'))
  const asked = operands.join(' ')
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return (
        PLACE_BY_QUESTION.get(asked) ??
        (args.some((word) => GLOBAL_OPTION.test(word)) ? PLACE_BY_VERB.get(asked) : undefined)
      )
    case 'which':
    case 'command':
    case 'type':
    case 'whence':
      return asked === PROGRAM_NAME ? 'launcher' : undefined
    case 'readlink':
    case 'realpath':
      return operands.length === 1 && asked.endsWith(`/bin/${PROGRAM_NAME}`) ? 'program' : undefined
    default:
      return undefined
  }
}
