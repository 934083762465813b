import { madeRepositoryKey, placedThingKey, remoteAddressKey } from '../../../analysis/remote/session-repositories.ts'
import { findRepositoryRoot, type GitCall } from './call.ts'
import { parseSettings } from './persisted-settings.ts'
import type { GitRemote } from './remotes.ts'

/** Settings that lead a push elsewhere than a remote's address says. */
const REDIRECTING_SETTING =
  /^(?:url\..*|include(?:if\..*)?\.path|remote\..*\.(?:pushurl|proxy|vcs|receivepack)|core\.(?:worktree|sshcommand|gitproxy))$/i
/** What the session may have written into a repository's settings without leading anything elsewhere. */
const HARMLESS_SETTING =
  /^(?:remote\.[^.]*\.(?:url|fetch)|(?:user|commit|init|pull|push|branch|tag|merge|diff|color|advice|gpg|receive)\..*|core\.(?:autocrlf|filemode|bare|editor))$/i

const REDIRECTING_VARIABLE = /^GIT_(?!(?:AUTHOR|COMMITTER)_|EDITOR$|PAGER$|TERMINAL_PROMPT$|TRACE|MERGE_AUTOEDIT$)/

/** Does all that is pushed go to repositories that the session made, and nowhere else? */
export function isSessionRemote(remote: GitRemote, call: GitCall): boolean {
  const { command, recorder, settings } = call
  if (command.args.some(({ known }) => /^--(?:git-dir|work-tree|namespace|receive-pack|exec|config-env)/.test(known)))
    return false
  if ([...recorder.variables('GIT_').keys()].some((name) => REDIRECTING_VARIABLE.test(name))) return false
  if ([...settings.keys()].some((key) => REDIRECTING_SETTING.test(key))) return false
  if (remote.kind === 'local') return isMadeHere(pathOf(remote.path, call), call)
  if (remote.kind !== 'named') return false
  const addresses = remoteAddresses(remote.name, call)
  return addresses.length > 0 && addresses.every((address) => isMadeHere(pathOf(address, call), call))
}

function pathOf(text: string, call: GitCall): string | undefined {
  const path = text.replace(/^file:\/\//i, '')
  if (!/^[./~]/.test(path)) return undefined
  return call.recorder.pathOf(path.startsWith('/') || path.startsWith('~') ? path : `${call.directory ?? '\0'}/${path}`)
    .real
}

/** A repository in a folder for passing things that the session made, reached as it is called. */
function isMadeHere(path: string | undefined, { recorder }: GitCall): boolean {
  if (path === undefined) return false
  const use = recorder.pathOf(path)
  return (
    use.zone === 'temp' &&
    use.real === path &&
    use.link === undefined &&
    recorder.marks(madeRepositoryKey(path)).includes('') &&
    !recorder.marks(placedThingKey(path)).includes('') &&
    ![...recorder.facts.session.written.keys()].some((file) => file.startsWith(`${path}/`))
  )
}

/** All that this remote may be, of this very repository; none where nothing of this repository tells. */
function remoteAddresses(name: string, call: GitCall): readonly string[] {
  const { recorder, settings, repository } = call
  const root = findRepositoryRoot(call)
  const use = recorder.pathOf(root)
  if (use.real !== root || recorder.marks(placedThingKey(root)).includes('')) return []
  if (recorder.facts.session.written.has(`${root}/.git`) || recorder.marks(placedThingKey(`${root}/.git`)).includes(''))
    return []
  const cloned = recorder.marks(remoteAddressKey(root, name))
  const written = writtenAddresses(name, `${root}/.git/config`, call)
  if (written === undefined) return []
  const live = repository?.root === root ? repository.remotes.get(name) : undefined
  const own = [...cloned, ...written, ...(live === undefined ? [] : [live])]
  const set = settings.get(`remote.${name.toLowerCase()}.url`)
  // A setting of this text may be one of another repository: it has to fit, and proves nothing.
  return own.length === 0 ? [] : [...own, ...(set === undefined ? [] : [set])]
}

/** Addresses that the session wrote into the settings of this repository; undefined where it wrote what nobody knows. */
function writtenAddresses(name: string, file: string, { recorder }: GitCall): readonly string[] | undefined {
  const { written } = recorder.facts.session
  const text = written.has(file) ? written.get(file) : ''
  if (text === undefined) return undefined
  const found: string[] = []
  for (const line of settingLines(text)) {
    const [, key = '', value = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? []
    if (!HARMLESS_SETTING.test(key)) return undefined
    if (key.toLowerCase() === `remote.${name.toLowerCase()}.url`) found.push(value)
  }
  return found
}

/** As git writes them, or as `git config` is remembered: `key = value`. */
function settingLines(text: string): readonly string[] {
  const plain = text.split('\n').filter((line) => /^[\w-]+\.\S+ = /.test(line))
  const others = text.split('\n').filter((line) => !plain.includes(line))
  return [...parseSettings(others.join('\n')), ...plain.map((line) => line.replace(' = ', '='))]
}
