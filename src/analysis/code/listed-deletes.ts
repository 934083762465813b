import { textValue } from './run/abstract-value.ts'
import type { CodeRun } from './run/run.ts'

/** Functions that delete, in languages without an analyzer. */
const DELETES = [
  'delete-(?:file|directory)',
  'move-file-to-trash',
  String.raw`os\.remove`,
  String.raw`file\.remove`,
  'unlink',
  'rmtree',
  String.raw`remove_?(?:dir|file|directory)\w{0,20}`,
  'rm_rf!?',
  String.raw`File\.rm(?:_rf?|dir)?!?`,
  String.raw`fs\.(?:delete|remove)`,
  'deleteFile',
  String.raw`rm(?=\()`,
]
/** What a name stands for is deleted, not a text: `(delete-file f)`, `os.remove(path)`, `unlink(all)`. */
const DELETES_NAMED = new RegExp(String.raw`(?<![\w-])(${DELETES.join('|')})(?![\w-])(?!\s{0,4}\(?\s{0,4}["'])`)

/** What a function that lists a folder is called. */
const LISTINGS = [
  String.raw`directory-files\w*(?:-recursively)?`,
  'directory-(?:list|tree)',
  'list[._]?(?:files|dirs?|directory)',
  String.raw`dir\.(?:each|children)`,
  String.raw`lfs\.dir`,
  'scandir',
  'read_?dir',
  'walk_?(?:dir)?',
  'glob(?:-files)?',
  'wildcard',
  String.raw`File\.ls!?`,
  String.raw`find-(?:files|lisp-\w{2,20})`,
  String.raw`fs\.(?:dir|find)`,
  'file-expand-wildcards',
]
const LISTS = new RegExp(String.raw`\b(?:${LISTINGS.join('|')})\b`, 'i')

/** The home and a part of it, in the order that Lisps say it: `(expand-file-name "x" (getenv "HOME"))`. */
const LISP_HOME =
  /\(\s{0,8}expand-file-name\s{1,8}"([^"\n]{1,200})"\s{1,8}\(\s{0,4}getenv\s{1,4}"HOME"\s{0,4}\)\s{0,4}\)/g
const FOLDER = /"((?:~|\$HOME|\$\{HOME\}|\/)[^"\n*]{0,300})"|'((?:~|\$HOME|\/)[^'\n*]{0,300})'/g
const MOST = 20

export function withLispHomes(source: string): string {
  return source.includes('getenv') ? source.replaceAll(LISP_HOME, '"~/$1"') : source
}

/** Files that a listing gave are deleted one by one: all below the folders outside the project that the text names. */
export function recordListedDeletes(source: string, run: CodeRun): void {
  const by = DELETES_NAMED.exec(source)?.[1]
  if (by === undefined || !LISTS.test(source)) return
  const folders = [...source.matchAll(FOLDER)].map(([, double, single]) => double ?? single ?? '')
  for (const folder of new Set(folders.slice(0, MOST))) {
    const place = folder.replace(/^\$\{?HOME\}?/, '~')
    const { zone } = run.recorder.pathOf(place)
    if (zone === 'home' || zone === 'home-root' || zone === 'outside' || zone === 'system')
      run.deletes(textValue(place), true, by)
  }
}
