import { readFileSync } from 'node:fs'

/** The version of this package, from its manifest. */
export function version(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as {
        name: string
        version: string
      }
      if (name === 'irongate') return version
    } catch {
      // In the source tree the manifest lies one level higher than in the bundle.
    }
  }
  return 'unknown'
}
