import { basename, dirname, resolve } from 'node:path/posix'
import { detectSyntax } from '../files/syntax.ts'
import { outsidePlacesIn } from '../paths/outside-places.ts'
import { textValue } from './run/abstract-value.ts'
import type { CodeRun } from './run/run.ts'

const QUOTED_FILE = /"([\w./~@+-]{1,200}\.\w{1,10})"|'([\w./~@+-]{1,200}\.\w{1,10})'/g
const MOST = 100

/** Code that deletes what it found deletes the places of the person that it goes through, and those that a file of this session names. */
export function recordListedPlaces(text: string, run: CodeRun): void {
  const by = run.unknownDeletion
  if (by === undefined) return
  for (const place of run.walkedPlaces) run.deletes(textValue(place), true, by)
  const { written, listings } = run.recorder.facts.session
  if (written.size === 0) return
  const named = [...text.matchAll(QUOTED_FILE)].slice(0, MOST).map(([, double, single]) => double ?? single ?? '')
  const folders = [run.recorder.pathOf('.').real, run.file === undefined ? undefined : dirname(run.file)]
  const files = [...written.keys()].filter(
    (path) =>
      path !== run.file &&
      detectSyntax(path, written.get(path) ?? '') !== 'source' &&
      named.some((name) => basename(name) === basename(path) && folders.some((from) => isThere(name, from, path))),
  )
  for (const file of files) {
    const listed = listings?.get(file)?.places.map(({ known }) => known.replace(/\/?\0.*$/s, '')) ?? []
    const outside = outsidePlacesIn([written.get(file) ?? '', ...listed].join('\n'), run.recorder.pathOf)
    for (const place of outside) run.deletes(textValue(place), true, by)
  }
}

/** A part of a path may come from elsewhere: `join(HERE, '..', 'lists', 'old.txt')`. */
function isThere(name: string, from: string | undefined, path: string): boolean {
  return !name.includes('/') || (from !== undefined && resolve(from, name) === path) || path.endsWith(`/${name}`)
}
