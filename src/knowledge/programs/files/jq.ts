import { collectInputSources, defineFileTool, makeValue, readStdinText } from '../../../analysis/interpret/file-tool.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'
import { isSecretName } from '../../lexicon/secret-names.ts'

const NAMED_ARGUMENT_OPTION = /^--(?:arg|argjson|slurpfile|rawfile|argfile)$/

/** The words without `--arg name value` and its kin: filter and files. */
function removeNamedArguments(words: readonly Word[]): readonly Word[] {
  return words.filter((_, at) => ![0, 1, 2].some((back) => NAMED_ARGUMENT_OPTION.test(words[at - back]?.known ?? '')))
}

function listArgumentFiles(words: readonly Word[]): readonly Word[] {
  return words.filter((_, at) => /^--(?:slurp|raw|arg)file$/.test(words[at - 2]?.known ?? ''))
}

/** jq reads; yq does too, unless it edits in place. */
export const JQ_PROGRAM = defineFileTool({
  names: 'jq jaq yq dasel tomlq',
  lenient: true,
  flags:
    '-neErRsSaCMjchV0Pe raw-output ascii-output color-output monochrome-output join-output compact-output raw-output0 args jsonargs yaml-output',
  values: '-LfIpo indent from-file library-path input-format output-format expression front-matter split-exp',
  optional: '-i inplace in-place',
  words: (args) => {
    const rest = removeNamedArguments(args)
    return /^(?:eval|e|eval-all|ea)$/.test(rest[0]?.known ?? '') ? rest.slice(1) : rest
  },
  acts: ({ command, options, operands, reads, writes }) => {
    const files = options.has('f', 'from-file', 'expression', 'args', 'jsonargs') ? [] : operands.slice(1)
    const inPlace = options.has('i', 'inplace', 'in-place') && command.name !== 'jq'
    return [
      reads([...files, ...listArgumentFiles(command.args), ...options.values('f', 'from-file')]),
      writes(inPlace ? files : [], 'edit'),
    ]
  },
  prints: ({ command, recorder }) => {
    const [filter, ...files] = removeNamedArguments(command.args).filter(({ known }) => !known.startsWith('-'))
    const paired = listArgumentFiles(command.args)
    return makeValue(computeJqOutput(command, recorder), [
      ...findEnvironmentReads(
        filter?.known ?? '',
        /(?:^|[^.\w$"-])env(?![\w"-])(?:\s*\.\s*(\w+))?|\$ENV\b(?:\s*\.\s*(\w+))?/g,
      ),
      ...collectInputSources(files, command, recorder),
      ...(paired.length > 0 ? collectInputSources(paired, command, recorder) : []),
    ])
  },
})

function computeJqOutput(command: Command, recorder: EffectRecorder): string | undefined {
  const { name, args } = command
  const [program, file, ...more] = args
  if (name !== 'jq' || program?.text === undefined || program.text.startsWith('-') || more.length > 0) return undefined
  const real = file && recorder.path(file).real
  const text = file ? real && recorder.readText(real) : readStdinText(command)
  return text === undefined ? undefined : applyJq(program.text, text)
}

/** What a program text takes out of the environment: variables that it names, or all of them. */
export function findEnvironmentReads(text: string, use: RegExp): DataSource[] {
  return [...text.matchAll(use)].map((found) => {
    const name = found[1] ?? found[2] ?? '*'
    return { kind: 'environment', name, secret: name === '*' || isSecretName(name) }
  })
}

const MAX_TEXT = 512 * 1024
const PATH_STEP = /\.([A-Za-z_]\w*)|\.?\[?"((?:[^"\\]|\\.)*)"\]?/g

/** What `.a.b = value` and the like make of a document; undefined for every other program. */
export function applyJq(program: string, text: string): string | undefined {
  if (text.length > MAX_TEXT || program.length > 4_000) return undefined
  try {
    const document: unknown = JSON.parse(text)
    const done = program.split(/\|(?=\s*\.)/).every((part) => applyAssignment(part, document))
    return done ? `${JSON.stringify(document, null, 2)}\n` : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function applyAssignment(part: string, document: unknown): boolean {
  const equals = /^\s*((?:\.[A-Za-z_]\w*|\.?\[?"(?:[^"\\]|\\.)*"\]?)+)\s*=\s*(.*?)\s*$/s.exec(part)
  if (!equals) return false
  const keys = [...(equals[1] ?? '').matchAll(PATH_STEP)].map(([, plain, quoted]) => plain ?? quoted ?? '')
  const value: unknown = JSON.parse(equals[2] ?? '')
  let at = document
  for (const [index, key] of keys.entries()) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return false
    const last = index === keys.length - 1
    if (last || !Object.hasOwn(at, key))
      Object.defineProperty(at, key, { value: last ? value : {}, writable: true, enumerable: true, configurable: true })
    at = Reflect.get(at, key)
  }
  return true
}
