import type { PathUse } from '../../analysis/paths/paths.ts'

const TEST_PLACE = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_\w+\.py$/
const DOC_PLACE = /(?:^|\/)docs?\/|\.(?:md|rst|adoc)$/

const placed = (pattern: RegExp) => (path: PathUse) => pattern.test((path.real ?? path.text).toLowerCase())
const tagged = (tag: PathUse['tags'][number]) => (path: PathUse) => path.tags.includes(tag)

/** Kinds of files that people name without naming one, as a path aim spells them. No file is called so. */
export const PATH_KINDS: ReadonlyMap<string, (path: PathUse) => boolean> = new Map([
  ['the tests', placed(TEST_PLACE)],
  ['the docs', placed(DOC_PLACE)],
  ['lock files', tagged('lock-file')],
  ['CI configuration', tagged('ci')],
  ['dotenv files', tagged('environment-file')],
])
