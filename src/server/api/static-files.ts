import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The files of the dashboard by their paths. They are read once: nothing that is asked for ever becomes a path on disk. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

export interface StaticFile {
  readonly body: Buffer<ArrayBuffer>
  readonly type: string
  /** Its name holds its hash: it never changes. */
  readonly lasting: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Reads a folder; an empty map where there is none, as before the dashboard is built. */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const name of namesBelow(folder)) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const body = readFileSync(join(folder, name))
    files.set(`/${name.replaceAll('\\', '/')}`, { body, type, lasting: /[.-][A-Za-z0-9_]{8,}\.\w+$/.test(name) })
  }
  const index = files.get('/index.html')
  if (index) files.set('/', index)
  return files
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
