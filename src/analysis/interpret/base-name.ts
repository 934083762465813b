let lastBaseName = { path: '', base: '' }

export function baseName(path: string): string {
  if (lastBaseName.path !== path)
    lastBaseName = { path, base: path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) }
  return lastBaseName.base
}

export function commandBaseName({ name = '' }: { readonly name?: string | undefined }): string {
  return baseName(name)
}

/** A program's name without its folder and its ending. */
export function programName(name: string): string {
  const base = baseName(name)
  return base.at(-4) === '.' ? base.replace(/\.exe$/i, '') : base
}

export function commandProgram({ name = '' }: { readonly name?: string | undefined }): string {
  return programName(name).toLowerCase()
}
