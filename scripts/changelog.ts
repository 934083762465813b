/** The entries of one release in CHANGELOG.md; undefined where it isn't released there. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const [, ...releases] = changelog.split(/^## /m)
  const found = releases.find((text) => text.startsWith(`${version} - `))
  return found?.slice(found.indexOf('\n')).trim()
}

/** The newest release before this one, of tags such as `v0.2.0`. */
export function previousTag(tags: readonly string[], tag: string): string | undefined {
  return tags
    .filter((other) => /^v\d+\.\d+\.\d+$/.test(other) && compareVersions(other, tag) < 0)
    .toSorted(compareVersions)
    .at(-1)
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((tag) => tag.slice(1).split('.').map(Number))
  const at = left?.findIndex((part, place) => part !== right?.[place]) ?? -1
  return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
