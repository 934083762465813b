import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sourceFiles } from './source-files.ts'

/**
 * The modules called `*.static.ts` export functions that compute plain data from the sources alone. The bundle carries
 * their results instead of the work: path → the text that stands for the module.
 */
export async function staticModules(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { path } of sourceFiles('src').filter((file) => file.path.endsWith('.static.ts'))) {
    const functions: Record<string, () => unknown> = await import(pathToFileURL(resolve(path)).href)
    const texts = Object.entries(functions).map(([name, compute]) => answering(name, compute()))
    found.set(path, texts.join('\n'))
  }
  return found
}

/** A function that answers with the value. JSON is read faster than a literal; what it cannot hold is refused. */
function answering(name: string, value: unknown): string {
  const text = JSON.stringify(value, (key, part) => {
    const plain = typeof part !== 'object' || part === null || Array.isArray(part) || isRecord(part)
    if (!plain || typeof part === 'function' || part === undefined) throw new Error(`${name}: ${key} is not plain data`)
    return part
  })
  return `export function ${name}() { return JSON.parse(${JSON.stringify(text)}) }`
}

function isRecord(part: object): boolean {
  const prototype = Object.getPrototypeOf(part)
  return prototype === Object.prototype || prototype === null
}
