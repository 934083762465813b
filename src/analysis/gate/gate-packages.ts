import { basename, join, resolve } from 'node:path/posix'
import { UNINSTALL_VERBS } from '../../knowledge/lexicon/verbs.ts'
import type { Facts } from '../facts.ts'
import { tagsOf } from '../paths/path-tags.ts'
import type { Command, Word } from '../words.ts'
import { removedGateRuntime } from './gate-runtime.ts'
import { isReadOnlyGateCommand } from './gate-verbs.ts'

const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'volta', 'cnpm', 'tnpm'])
const REMOVE_VERBS = new Set([...UNINSTALL_VERBS, 'un', 'unlink', 'r'])
const INSTALL_VERBS = new Set(
  'install i in ins inst isntall add update upgrade up udpate link ln install-test it'.split(' '),
)
const UPDATE_VERBS = new Set(['update', 'upgrade', 'up', 'udpate'])
/** They leave in a folder what its manifest declares, and nothing else. */
const PRUNE_VERBS = new Set(['ci', 'clean-install', 'ic', 'install-clean', 'prune', 'dedupe', 'ddp'])
const FOLDER_OPTIONS = new Set(['--prefix', '--dir', '-C', '--cwd', '--modules-folder', '--global-dir'])

/** Would this command of a package or version manager remove or replace the gate, or the Node that runs it? */
export function describeGateReplacement(command: Command, facts: Facts): string | undefined {
  const { name, args } = command
  if (name === undefined) return undefined
  const manager = basename(name)
  if (manager === 'git') return describeGitChange(command, facts)
  const runtime = removedGateRuntime(manager, args, facts)
  if (runtime !== undefined || !PACKAGE_MANAGERS.has(manager)) return runtime
  const words = args.filter(({ known }) => !known.startsWith('-'))
  const started = startedGateCommand(words)
  if (started !== undefined) return started
  const at = words.findIndex(
    ({ known }) => REMOVE_VERBS.has(known) || INSTALL_VERBS.has(known) || PRUNE_VERBS.has(known),
  )
  const verb = words[at]?.known
  // Behind `run`, `exec` and the like stands what others do.
  if (verb === undefined || at > 2) return undefined
  const removal = `${manager} ${verb} irongate`
  const operands = words.slice(at + 1)
  const folder = packageFolder(command)
  const named = operands.some(({ known }) => namesGate(known, folder, facts))
  if (REMOVE_VERBS.has(verb)) return named ? removal : undefined
  const linked = (verb === 'link' || verb === 'ln') && operands.length === 0 && namesGate('.', folder, facts)
  if (linked) return removal
  if (manager === 'volta') return named ? removal : undefined
  if (isGlobal(command)) {
    const all = UPDATE_VERBS.has(verb) && operands.length === 0 && hasGlobalCopy(facts)
    return named || all ? removal : undefined
  }
  if (folder === undefined || !isInstalledAt(join(folder, 'node_modules/irongate'), facts)) return undefined
  return named || !declaresGate(folder, facts) ? removal : undefined
}

const GIT_READ_VERBS = new Set(
  'log status diff show ls-files grep blame rev-parse cat-file describe shortlog ls-tree'.split(' '),
)

/** Git that works in a folder of the package, where its effects name no file: `git -C … apply`. */
function describeGitChange({ args, cwd }: Command, facts: Facts): string | undefined {
  const given = args.flatMap(({ known }, at) => {
    if (args[at - 1]?.known === '-C' || args[at - 1]?.known === '--work-tree') return [known]
    return known.startsWith('--directory=') || known.startsWith('--work-tree=')
      ? [known.slice(known.indexOf('=') + 1)]
      : []
  })
  const place = [cwd ?? '/', ...given].reduce((from, to) => resolve(from, to))
  if (!tagsOf(place, facts).includes('gate-program')) return undefined
  return args.some(({ known }) => GIT_READ_VERBS.has(known)) ? undefined : `git in ${place}`
}

const RUN_VERBS = new Set(['run', 'run-script', 'exec', 'x', 'dlx'])

/** `yarn irongate …`, `pnpm exec irongate …`: the command line of the package that lies there. */
function startedGateCommand(words: readonly Word[]): string | undefined {
  const [name, ...rest] = RUN_VERBS.has(words[0]?.known ?? '') ? words.slice(1) : words
  if (name?.known !== 'irongate') return undefined
  return isReadOnlyGateCommand(rest.map(({ text }) => text ?? '\0')) ? undefined : `irongate ${rest[0]?.known ?? ''}`
}

export function isGlobal({ args, assignments }: Command): boolean {
  return (
    args.some(({ known }, at) => {
      if (known === '--location') return args[at + 1]?.known === 'global'
      return known === '-g' || known === '--global' || known === '--location=global' || (known === 'global' && at < 2)
    }) ||
    assignments.some(({ name, value }) => {
      const key = name.toLowerCase()
      return (
        (key === 'npm_config_global' && value.known !== 'false') ||
        (key === 'npm_config_location' && value.known === 'global')
      )
    })
  )
}

/** The folder whose packages it works on. */
function packageFolder({ args, cwd }: Command): string | undefined {
  const given = args.findLast((word, at) => FOLDER_OPTIONS.has(args[at - 1]?.known ?? '') || isFolderOption(word))
  if (given === undefined) return cwd
  const text = isFolderOption(given) ? given.text?.slice(given.text.indexOf('=') + 1) : given.text
  return text === undefined ? undefined : resolve(cwd ?? '/', text)
}

function isFolderOption({ known }: Word): boolean {
  const equals = known.indexOf('=')
  return equals > 0 && FOLDER_OPTIONS.has(known.slice(0, equals))
}

/** Our package by name, or what is installed under its name: a tarball, a folder, a repository. */
function namesGate(text: string, folder: string | undefined, facts: Facts): boolean {
  const word = text.toLowerCase()
  if (/^(?:[^@/]{1,200}@npm:)?irongate(?:@|$)/.test(word)) return true
  if (folder !== undefined && bringsGate(resolve(folder, localPath(text, facts)), facts)) return true
  const plain = word.replace(/[#?].*$/, '').replace(/\/+$/, '')
  const base = plain.slice(plain.lastIndexOf('/') + 1).replace(/\.git$/, '')
  if (/^irongate-v?\d/.test(base) && (base.endsWith('.tgz') || base.endsWith('.tar.gz'))) return true
  return plain.includes('/') && !plain.startsWith('@') && (base === 'irongate' || base.startsWith('irongate@'))
}

function localPath(text: string, { home }: Facts): string {
  const path = text.replace(/^(?:file|link|portal):/, '') || '.'
  return path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path
}

/** A package of our name, or one that puts a program of our name on the search path. */
function bringsGate(folder: string, facts: Facts): boolean {
  const manifest = manifestOf(folder, facts)
  const bin = manifest?.['bin']
  return (
    manifest?.['name'] === 'irongate' || (typeof bin === 'object' && bin !== null && Object.hasOwn(bin, 'irongate'))
  )
}

function manifestOf(folder: string, facts: Facts): Readonly<Record<string, unknown>> | undefined {
  const file = join(folder, 'package.json')
  const fact = facts.text(file)
  const text = facts.session.written.get(file) ?? (fact.kind === 'text' ? fact.text : undefined)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function declaresGate(folder: string, facts: Facts): boolean {
  const manifest = manifestOf(folder, facts)
  return ['dependencies', 'devDependencies', 'optionalDependencies'].some((key) => {
    const declared = manifest?.[key]
    return typeof declared === 'object' && declared !== null && Object.hasOwn(declared, 'irongate')
  })
}

function isInstalledAt(place: string, { own = [] }: Facts): boolean {
  return own.some(({ path, kind }) => kind === 'package' && (path === place || path.startsWith(`${place}/`)))
}

/** A package that runs from outside the project is everybody's. */
function hasGlobalCopy({ own = [], projectRoot }: Facts): boolean {
  return own.some(
    ({ path, kind }) =>
      kind === 'package' && path.includes('/node_modules/irongate') && !path.startsWith(`${projectRoot}/`),
  )
}
