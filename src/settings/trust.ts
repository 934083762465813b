import { sha256 } from '../analysis/text/sha256.ts'

/** A settings file of a project, as it is now. */
export interface ProjectFile {
  /** Relative to the project, or absolute; only equal spellings are equal. */
  readonly path: string
  readonly text: string
}

/** What a person agreed to: these files, with exactly this content, in this project. */
export interface TrustRecord {
  /** The project's real root. */
  readonly project: string
  readonly key: string
  readonly files: readonly { readonly path: string; readonly hash: string }[]
}

/** Does a person's trust cover the files as they are now? */
export type TrustState =
  | { readonly kind: 'trusted' }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'changed'
      readonly added: readonly string[]
      readonly removed: readonly string[]
      readonly edited: readonly string[]
    }

/** One hash over all files: paths and texts, each with its length, in a fixed order. */
export function trustKey(files: readonly ProjectFile[]): string {
  return sha256(
    sortFiles(files)
      .map(({ path, text }) => `${path.length}:${path}${text.length}:${text}`)
      .join(''),
  )
}

export function trustRecord(project: string, files: readonly ProjectFile[]): TrustRecord {
  return {
    project,
    key: trustKey(files),
    files: sortFiles(files).map(({ path, text }) => ({ path, hash: hashOf(text) })),
  }
}

/** INVARIANT: only the same project with the same files is trusted; everything else is not. */
export function trustState(
  records: readonly TrustRecord[],
  project: string,
  files: readonly ProjectFile[],
): TrustState {
  const own = records.filter((record) => record.project === project)
  const last = own.at(-1)
  if (!last) return { kind: 'unknown' }
  if (last.key === trustKey(files)) return { kind: 'trusted' }
  const then = new Map(last.files.map(({ path, hash }) => [path, hash]))
  const now = new Map(files.map(({ path, text }) => [path, hashOf(text)]))
  return {
    kind: 'changed',
    added: [...now.keys()].filter((path) => !then.has(path)),
    removed: [...then.keys()].filter((path) => !now.has(path)),
    edited: [...now].filter(([path, hash]) => then.has(path) && then.get(path) !== hash).map(([path]) => path),
  }
}

/** Reads a stored record; undefined when it is not one, so that a damaged store trusts nothing. */
export function parseTrustRecord(value: unknown): TrustRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { project, key, files } = value as Record<string, unknown>
  if (typeof project !== 'string' || typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key) || !Array.isArray(files))
    return undefined
  const read = files.flatMap((file: unknown) => {
    const { path, hash } = (file ?? {}) as Record<string, unknown>
    return typeof path === 'string' && typeof hash === 'string' ? [{ path, hash }] : []
  })
  return read.length === files.length ? { project, key, files: read } : undefined
}

function sortFiles(files: readonly ProjectFile[]): readonly ProjectFile[] {
  return [...files].sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
}

function hashOf(text: string): string {
  return sha256(text)
}
