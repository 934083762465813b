import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages whose code went into a bundle, by the files that it was made of. */
export function packagesIn(inputs: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const input of inputs) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
    if (folder !== undefined) found.add(folder)
  }
  return found
}

/** What the licenses of bundled packages ask to be handed on with them. */
export function licenseTexts(folders: ReadonlySet<string>): string {
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.\w+)?$/i.test(each))
    if (typeof license !== 'string') throw new Error(`${folder} names no license`)
    const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
    return `${name} ${version} (${license})${text}`
  })
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
