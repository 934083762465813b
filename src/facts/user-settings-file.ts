import { chmodSync, lstatSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser'
import type { Behavior } from '../rules/rule.ts'
import { projectRootOfKey } from '../settings/read-draft.ts'
import { DANGLING_LINK_MESSAGE, isDanglingLink, readPlainText } from './plain-file.ts'

/** A rule in the user's own file, for one project or for all. */
export interface UserRule {
  readonly behavior: Behavior
  readonly text: string
  /** The root of the project it counts in; undefined for everywhere. */
  readonly project: string | undefined
}

/** The file cannot be changed as it is; the message says why. Nothing was written. */
export class UserFileError extends Error {}

const MAX_SIZE = 4 * 1024 * 1024

export function userSettingsFile(home: string): string {
  return join(home, '.irongate', 'settings.json')
}

/** Adds a rule to the user's own file, keeping comments and everything else as it is. False: it stands there already. */
export function addUserRule(home: string, rule: UserRule): boolean {
  const { text, root } = readUserFile(home)
  const path = listPath(root, rule, home)
  const list = findNodeAtLocation(root, [...path])
  if (list && list.type !== 'array') throw new UserFileError(`${path.join('.')} is not a list`)
  if (textsOf(list).some((other) => other === rule.text)) return false
  const options = { isArrayInsertion: true, formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeUserFile(home, applyEdits(text, modify(text, [...path, -1], rule.text, options)))
  return true
}

/** Takes a rule out again, every time it stands there. False: it does not. */
export function removeUserRule(home: string, rule: UserRule): boolean {
  let { text, root } = readUserFile(home)
  let removed = false
  for (;;) {
    const path = listPath(root, rule, home)
    const list = findNodeAtLocation(root, [...path])
    const at = list?.type === 'array' ? textsOf(list).indexOf(rule.text) : -1
    if (at < 0) break
    const edits = modify(text, [...path, at], undefined, { formattingOptions: { insertSpaces: true, tabSize: 2 } })
    const next = applyEdits(text, edits)
    if (next === text) throw new UserFileError('the rule cannot be taken out of the list')
    text = next
    root = parseSettings(text, userSettingsFile(home))
    removed = true
  }
  if (removed) writeUserFile(home, text)
  return removed
}

/** The rules of the user's own file that stand for one project, whichever it is. */
export function projectRules(home: string): readonly UserRule[] {
  const projects = findNodeAtLocation(readUserFile(home).root, ['projects'])
  return objectKeys(projects).flatMap((key) =>
    BEHAVIORS.flatMap((behavior) => {
      const list = projects && findNodeAtLocation(projects, [key, 'permissions', behavior])
      return textsOf(list).flatMap((text) =>
        text === undefined ? [] : [{ behavior, text: text.trim(), project: projectRootOfKey(key, home) ?? key }],
      )
    }),
  )
}

const BEHAVIORS: readonly Behavior[] = ['deny', 'ask', 'allow']

/** The text of the user's own file as it is; `{}` where there is none. */
export function userFileText(home: string): string {
  return currentText(userSettingsFile(home))
}

/** Puts another text in the place of the user's own file. The one before stays beside it; its name, where there was one. */
export function replaceUserFile(home: string, text: string): string | undefined {
  const file = userSettingsFile(home)
  const before = lstatSync(file, { throwIfNoEntry: false }) ? currentText(file) : undefined
  const backup = `${file}.before`
  if (before !== undefined) {
    try {
      writeFileSync(`${backup}.${process.pid}`, before, { mode: 0o600 })
      renameSync(`${backup}.${process.pid}`, backup)
    } catch (error) {
      throw new UserFileError(`${backup} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  writeUserFile(home, text)
  return before === undefined ? undefined : backup
}

/** Sets a switch at the top of the user's own file, or takes it out. False: it stands so already. */
export function setUserSwitch(home: string, name: 'shadow', on: boolean): boolean {
  const { text, root } = readUserFile(home)
  const found = findNodeAtLocation(root, [name])
  if (on ? found?.value === true : found === undefined) return false
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeUserFile(home, applyEdits(text, modify(text, [name], on ? true : undefined, options)))
  return true
}

/** Sets single values in the user's own file by their paths; undefined takes one out. Comments and everything else stay as they are. */
export function setUserValues(home: string, values: readonly (readonly [path: JSONPath, value: unknown])[]): void {
  let { text, root } = readUserFile(home)
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  for (const [path, value] of values) {
    if (value === undefined && findNodeAtLocation(root, [...path]) === undefined) continue
    text = applyEdits(text, modify(text, [...path], value, options))
    root = parseSettings(text, userSettingsFile(home))
  }
  writeUserFile(home, text)
}

/** Where the list of a rule stands. A project keeps the key that the person wrote for it. */
function listPath(root: Node, { behavior, project }: UserRule, home: string): JSONPath {
  if (project === undefined) return ['permissions', behavior]
  const keys = objectKeys(findNodeAtLocation(root, ['projects']))
  const key = keys.find((known) => projectRootOfKey(known, home) === project) ?? project
  return ['projects', key, 'permissions', behavior]
}

function objectKeys(object: Node | undefined): readonly string[] {
  return (object?.type === 'object' ? (object.children ?? []) : []).flatMap(({ children }) => {
    const key: unknown = children?.[0]?.value
    return typeof key === 'string' ? [key] : []
  })
}

/** The rules of a list in its order; a rule with examples by its text. */
function textsOf(list: Node | undefined): readonly (string | undefined)[] {
  return (list?.type === 'array' ? (list.children ?? []) : []).map((item) => {
    const value: unknown = getNodeValue(item)
    const rule = typeof value === 'object' && value !== null && 'rule' in value ? value.rule : value
    return typeof rule === 'string' ? rule : undefined
  })
}

function readUserFile(home: string): { text: string; root: Node } {
  const file = userSettingsFile(home)
  const text = currentText(file)
  return { text, root: parseSettings(text, file) }
}

function parseSettings(text: string, file: string): Node {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object')
    throw new UserFileError(`${file} cannot be read as settings; \`irongate settings\` says where it is broken`)
  return root
}

function currentText(file: string): string {
  try {
    return readPlainText(file, MAX_SIZE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      if (isDanglingLink(file)) throw new UserFileError(`${file} cannot be read: ${DANGLING_LINK_MESSAGE}`)
      return '{}\n'
    }
    throw new UserFileError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Written beside the file and moved over it, so that nobody ever reads half of it; a link stays one, and modes stay. */
function writeUserFile(home: string, text: string): void {
  const file = userSettingsFile(home)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const found = statSync(file, { throwIfNoEntry: false })
  const target = found ? realpathSync(file) : file
  const draft = `${target}.${process.pid}.new`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    if (found) chmodSync(draft, found.mode & 0o777)
    renameSync(draft, target)
  } catch (error) {
    throw new UserFileError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
