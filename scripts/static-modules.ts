import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sourceFiles } from './source-files.ts'

/**
 * The modules called `*.static.ts` compute plain data from the sources alone. The bundle carries their result
 * instead of the work: path → the text that stands for the module.
 */
export async function staticModules(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { path } of sourceFiles('src').filter((file) => file.path.endsWith('.static.ts'))) {
    const values: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href)
    found.set(path, Object.entries(values).map(([name, value]) => exported(name, value)).join('\n'))
  }
  return found
}

/** A value as text that is read faster than a literal; what would not survive the way there and back is refused. */
function exported(name: string, value: unknown): string {
  const text = JSON.stringify(value, (key, part) => {
    const plain = typeof part !== 'object' || part === null || Array.isArray(part) || isRecord(part)
    if (!plain || typeof part === 'function' || part === undefined) throw new Error(`${name}: ${key} is not plain data`)
    return part
  })
  return `export const ${name} = JSON.parse(${JSON.stringify(text)})`
}

function isRecord(part: object): boolean {
  const prototype = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}
