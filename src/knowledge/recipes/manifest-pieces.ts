/** `scripts.lint=eslint .`, `dependencies[@scope/x]=1`: as they would stand in a package.json. */
export function manifestPiece(settings: readonly string[]): string {
  const piece = new Map<string, Map<string, string> | string>()
  for (const setting of settings) {
    const at = setting.indexOf('=')
    const [top = '', ...keys] = keysOf(setting.slice(0, Math.max(at, 0)))
    if (at < 1 || top === '') continue
    const value = setting.slice(at + 1)
    const inner = piece.get(top)
    if (keys.length === 0) piece.set(top, value)
    else piece.set(top, new Map([...(inner instanceof Map ? inner : []), [keys.join('.'), value]]))
  }
  const plain = [...piece].map(
    ([key, value]) => [key, value instanceof Map ? Object.fromEntries(value) : value] as const,
  )
  return `${JSON.stringify(Object.fromEntries(plain), undefined, 2)}\n`
}

function keysOf(path: string): readonly string[] {
  return [...path.matchAll(/\[["']?([^\]"']{0,200})["']?\]|([^.[\]]{1,200})/g)].map(
    ([, bracketed, plain]) => bracketed ?? plain ?? '',
  )
}

/** `-replace=old@v=new@v`: as it would stand in a go.mod. */
export function moduleReplacements(values: readonly string[]): string {
  return values
    .flatMap((value) => {
      const [, old, path, version = ''] = /^([^=@]+)(?:@[^=]*)?=([^@]+)(?:@(.*))?$/s.exec(value) ?? []
      return old === undefined || path === undefined ? [] : [`replace ${old} => ${path} ${version}`.trimEnd()]
    })
    .join('\n')
}
