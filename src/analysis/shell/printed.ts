import { baseName, baseOf } from '../base-name.ts'
import type { Facts } from '../facts.ts'
import { isInside } from '../path-use.ts'
import { familyFor, type ProgramFamily } from '../programs/registry.ts'
import { isFile, knownIn, like } from '../programs/unlisted/shapes.ts'
import { wordsOf } from '../verbs.ts'
import type { Command, DataSource, Printed, Value } from '../words.ts'
import { joinSources } from './values.ts'

const SET =
  /^(?:env|environ|environment|printenv|propert(?:y|ies)|sysprops|config|configs|configuration|vars|variables|\w*settings|pillars?|parameters|params|credentials|connections|hostvars|getconfig|showconfig)$/
const NAMES = /^(?:list|ls|names|contexts|validate|check|set|unset|use|edit|init|path|create|delete|add|remove|rm)$/
const TELLS = /^(?:show|info|report|inspect|dump|get|items|display|describe|diagnostics?)$/
const DUMPS = /dump|backup|export(?!er)|snapshot|\brdb\b|bundle/

export function withPrinted(output: Value, command: Command): Value {
  if ((command.stdout !== 'pipe' && command.stdout !== 'file') || command.name === undefined) return output
  const printed = printedBy(command)
  if (printed === undefined) return output
  const mark: DataSource = { kind: 'command', program: baseName(command.name), secret: false, printed }
  return { ...output, sources: joinSources(output.sources, [mark]) }
}

/** Values that may be secrets, told by what a filter looks for among them; undefined for anything else. */
export function isLive(source: DataSource): 'values' | 'told' | undefined {
  return source.kind !== 'command' || source.printed === 'everything' ? undefined : source.printed
}

export function isDump(source: DataSource): boolean {
  return source.kind === 'command' && source.printed === 'everything' && source.program !== 'git'
}

/** All that a database or a repository holds, or the whole project as files. */
export function isWhole(source: DataSource, { projectRoot }: Facts): boolean {
  if (source.kind === 'file') return isInside(projectRoot, source.path) || isInside(source.path, `${projectRoot}/.git`)
  return source.kind === 'command' && source.printed === 'everything'
}

function printedBy(command: Command): Printed | undefined {
  const family = familyFor(command.name ?? '')
  if (family === 'files' || family === 'shell') return undefined
  const name = baseOf(command).toLowerCase()
  const said = saidIn(command)
  if (family === 'git')
    return /^(?:bundle|archive|fast-export)$/.test(said[0] ?? '') || isWholeLog(said, command)
      ? 'everything'
      : undefined
  const words = said.flatMap(wordsOf)
  if (dumps(name, words, command)) return 'everything'
  return isSet(command, words) ? 'values' : tellsState(command, words, family) ? 'told' : undefined
}

function isWholeLog(said: readonly string[], { args }: Command): boolean {
  return said[0] === 'log' && args.some(like(/^(?:-p|--patch)$/)) && args.some(({ known }) => known === '--all')
}

function dumps(name: string, words: readonly string[], { args }: Command): boolean {
  const family = familyFor(name)
  if (DUMPS.test(name)) return true
  const asked = [...words, ...knownIn(args).filter(like(/^(?:--?|\.)[a-z]/))]
  if (family === 'data')
    return asked.some(like(DUMPS)) || args.some(like(/\bselect\s+\*\s+from\b|\bcopy\b.{1,200}\bto\s+stdout\b/i))
  return words.slice(0, FIRST).some(like(/^(?:dump|backup|export|snapshot)$/))
}

const FIRST = 4

function saidIn({ args }: Command): readonly string[] {
  return knownIn(
    args.filter(({ known }, at) => {
      if (known.startsWith('-')) return false
      const before = args[at - 1]?.known ?? ''
      return !/^-[A-Za-z]$|^--[a-z][\w-]*$/.test(before) || /^(?:-p|--propert(?:y|ies)|--type)$/.test(before)
    }),
  ).filter((known) => known.length < 60 && /^[A-Za-z][\w.:-]*$/.test(known) && !isFile(known))
}

const WRITTEN =
  /^(?:values|template|templates|chart|schema|schemas|manifest|defaults|example|examples|docs?|help|usage)$/

/** What is built, fetched or asked of a cluster names secrets without holding them. */
function tellsState({ args }: Command, words: readonly string[], family: ProgramFamily | undefined): boolean {
  if (/^(?:build|packages|cloud|hosting|interpreters|network)$/.test(family ?? '')) return false
  const asked = args.some(like(/^--(?:describe|show|info|dump|inspect)$/))
  return (asked || words.some(like(TELLS))) && !words.some(like(WRITTEN))
}

function isSet(command: Command, words: readonly string[]): boolean {
  const flags = knownIn(command.args).filter(
    like(/^--?(?:vars|sysprops|environment|env|properties|settings|show-?config|print-?config)$/i),
  )
  const nouns = [...words, ...flags.flatMap(wordsOf)]
  if (nouns.some(like(/^values$/)) && nouns.some(like(/^(?:get|dump|export|read)$/))) return true
  if (nouns.some(like(SET))) return !nouns.some(like(NAMES)) || isListOfValues(nouns)
  if (command.args.some(({ known }) => known === '*') && words.includes('get')) return true
  return words.includes('state') && (words.includes('pull') || words.includes('show'))
}

/** `config list` prints the values, `env list` the names. */
function isListOfValues(nouns: readonly string[]): boolean {
  const listed = nouns.some(like(/^(?:config|configs|configuration|connections|settings|properties|parameters|vars)$/))
  return (
    listed &&
    nouns.some(like(/^(?:list|ls)$/)) &&
    !nouns.some(like(/^(?:set|unset|use|edit|contexts|create|delete|add|remove|rm|init)$/))
  )
}
