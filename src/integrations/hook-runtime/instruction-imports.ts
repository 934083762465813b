import { dirname, isAbsolute, join } from 'node:path'

/** More names than anybody writes into one page. */
const MAX_IMPORTS = 32

/** What a page names by `@path`, outside of code, as absolute paths. */
export function findImports(text: string, page: string, home: string): readonly string[] {
  const found = new Set<string>()
  for (const [, named = ''] of withoutCode(text).matchAll(/(?:^|\s)@((?:[^\s\\]|\\ )+)/g)) {
    const path = named.replaceAll('\\ ', ' ').replace(/[.,;:!?)\]]+$/, '')
    // A handle, a decorator, a package: a page's name has a folder or an ending.
    if (/[/.]/.test(path) && !path.includes('\0')) found.add(absolute(path, page, home))
    if (found.size >= MAX_IMPORTS) break
  }
  return [...found]
}

function absolute(path: string, page: string, home: string): string {
  if (path.startsWith('~/')) return join(home, path.slice(2))
  return isAbsolute(path) ? path : join(dirname(page), path)
}

/** The text without its fenced blocks and code spans: what stands there is shown, not meant. */
function withoutCode(text: string): string {
  const kept: string[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) fence = mark
    else if (fence === undefined) kept.push(line.replace(/`[^`]*`/g, ' '))
    else if (mark?.startsWith(fence)) fence = undefined
  }
  return kept.join('\n')
}
