import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { importsOf, sourceFiles } from '../scripts/source-files.ts'
import type { Host } from '../src/integrations/integration.ts'
import { HOSTS } from '../src/integrations/registry.ts'

/** Everything that serves all hosts alike. */
const COMMON =
  /^src\/(?:cli|settings|state|audit|facts|integrations\/(?:daemon|hook-runtime|install))\/|^src\/integrations\/[^/]+\.ts$/
/** The one list of hosts. */
const LIST = 'src/integrations/registry.ts'
/** On the way of every call. What a host's card or Integration loads later is a function's own `import`. */
const ON_THE_WAY =
  /^src\/(?:cli\/(?:hook|hook-answer|installed-hook|daemon)\.ts|integrations\/(?:daemon|hook-runtime)\/)/

const files = sourceFiles('src').filter(({ path }) => !path.endsWith('.test.ts') && !path.endsWith('/testing.ts'))
const folderOf = ({ id }: Host) => `src/integrations/${id}/`
const targets = (path: string, text: string) =>
  importsOf(text)
    .filter((target) => target.startsWith('.'))
    .map((target) => join(dirname(path), target))
/** Imports that are loaded with the file. */
const atOnce = (path: string, text: string) =>
  targets(path, text.replace(/\bimport\('[^']+'\)/g, '').replace(/^import type [^;]*?from '[^']+'/gms, ''))

/** The words by which a host would be meant: its title, its variables and folders, and its id where it stands for the host. */
function namesOf({ id, title, marks, signs, settingsFiles }: Host): readonly string[] {
  const places = settingsFiles?.({ cwd: '/project', home: '/home' }) ?? []
  const folders = places
    .flatMap(({ file }) => file.split('/'))
    .filter((part) => /^\.\w/.test(part))
    .map((part) => `${part}/`)
  const asId = [`'${id}'`, `"${id}"`, `/${id}/`, `hook ${id}`, `hosts.${id}`]
  return [title, ...marks.variables, ...Object.values(signs), ...new Set(folders), ...asId]
}

describe('what serves all hosts', () => {
  it.each(HOSTS.map((host) => [host.id, host] as const))('does not import from the folder of %s', (_id, host) => {
    expect(existsSync(folderOf(host))).toBe(true)
    const wrong = files
      .filter(({ path }) => COMMON.test(path) && path !== LIST)
      .flatMap(({ path, text }) =>
        targets(path, text)
          .filter((target) => target.startsWith(folderOf(host)))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it.each(HOSTS.map((host) => [host.id, host] as const))('does not name %s', (_id, host) => {
    const wrong = files
      .filter(({ path }) => COMMON.test(path) && path !== LIST)
      .flatMap(({ path, text }) => namesOf(host).flatMap((name) => (text.includes(name) ? [`${path}: ${name}`] : [])))
    expect(wrong).toEqual([])
  })

  it('knows a host by its card alone', () => {
    const list = files.find(({ path }) => path === LIST)?.text ?? ''
    const known = targets(LIST, list).filter((target) => HOSTS.some((host) => target.startsWith(folderOf(host))))
    expect(known.sort()).toEqual(HOSTS.map((host) => `${folderOf(host)}index.ts`).sort())
  })

  it('knows each of them by a name and by options of its own', () => {
    for (const names of [HOSTS.map(({ id }) => id), HOSTS.flatMap(({ signs }) => Object.keys(signs))])
      expect(new Set(names).size).toBe(names.length)
  })
})

describe('the way of a call', () => {
  it('loads nothing that installs', () => {
    const inFolder = (path: string) =>
      HOSTS.some((host) => path.startsWith(folderOf(host)) && !path.startsWith(`${folderOf(host)}install/`))
    const wrong = files
      .filter(({ path }) => ON_THE_WAY.test(path) || inFolder(path))
      .flatMap(({ path, text }) =>
        atOnce(path, text)
          .filter((target) => /^src\/integrations\/(?:[\w-]+\/)?install\//.test(target))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })
})
