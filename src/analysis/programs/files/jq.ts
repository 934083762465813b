import { isSecretName } from '../../secrets.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { applyJq } from './jq-apply.ts'
import { reads, sourcesOf, value, writes } from './touching.ts'

const JQ: Grammar = {
  lenient: true,
  flags:
    '-neErRsSaCMjchV0Pe raw-output ascii-output color-output monochrome-output join-output compact-output raw-output0 args jsonargs yaml-output',
  values: '-LfIpo indent from-file library-path input-format output-format expression front-matter split-exp',
  optional: '-i inplace in-place',
}

/** Takes out `--arg name value` and its kin, so that the rest is filter and files. */
function withoutPairs(words: readonly Word[]): { readonly rest: readonly Word[]; readonly read: readonly Word[] } {
  const rest: Word[] = []
  const read: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    if (/^--(?:arg|argjson|slurpfile|rawfile|argfile)$/.test(word.known)) {
      const file = words[at + 2]
      if (/file$/.test(word.known) && file) read.push(file)
      at += 2
    } else rest.push(word)
  }
  return { rest, read }
}

/** jq reads; yq does too, unless it edits in place. */
export const JQ_PROGRAM: Program = {
  names: ['jq', 'jaq', 'yq', 'dasel', 'tomlq'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const { rest, read } = withoutPairs(command.args)
    const [verb] = rest
    const options = readOptions(/^(?:eval|e|eval-all|ea)$/.test(verb?.known ?? '') ? rest.slice(1) : rest, JQ)
    const files = options.has('f', 'from-file', 'expression', 'args', 'jsonargs') ? [] : options.operands.slice(1)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    standing = weakest(standing, reads([...files, ...read, ...options.values('f', 'from-file')], scribe))
    const inPlace = options.has('i', 'inplace', 'in-place') && !/^(?:jq|gojq)$/.test(command.name ?? '')
    if (inPlace) for (const word of files) standing = weakest(standing, writes(word, 'edit', scribe))
    return standing
  },
  output: (command, scribe) => {
    const { rest, read } = withoutPairs(command.args)
    const files = rest.filter((word) => !word.known.startsWith('-')).slice(1)
    const filter = rest.find((word) => !word.known.startsWith('-'))?.known ?? ''
    return value(jqOutput(command, scribe), [
      ...environmentIn(filter, /(?:^|[^.\w$"-])env(?![\w"-])(?:\s*\.\s*(\w+))?|\$ENV\b(?:\s*\.\s*(\w+))?/g),
      ...sourcesOf(files, command, scribe),
      ...(read.length > 0 ? sourcesOf(read, command, scribe) : []),
    ])
  },
}

/** The document that plain assignments leave, where it can be read. */
function jqOutput({ name, args, stdin }: Command, scribe: Scribe): string | undefined {
  const [program, file, ...more] = args
  if (name !== 'jq' || program?.text === undefined || program.text.startsWith('-') || more.length > 0) return undefined
  const real = file && scribe.path(file).real
  const text = file ? real && scribe.readText(real) : stdin.kind === 'value' ? stdin.value.text : undefined
  return text === undefined ? undefined : applyJq(program.text, text)
}

/** What a program text takes out of the environment: variables that it names, or all of them. */
export function environmentIn(text: string, use: RegExp): DataSource[] {
  return [...text.matchAll(use)].map((found) => {
    const name = found[1] ?? found[2] ?? '*'
    return { kind: 'environment', name, secret: name === '*' || isSecretName(name) }
  })
}
