interface CellCode {
  readonly python: string
  readonly shell: string
}

export function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path)
}

export function extractCellCode(content: string): CellCode {
  const cells = (listCodeCells(content) ?? [content]).map(readCell)
  return {
    python: cells.map(({ python }) => python).join('\n'),
    shell: cells.map(({ shell }) => shell).join('\n'),
  }
}

function readCell(source: string): CellCode {
  if (/^\s*%%(?:bash|sh|script\s+(?:ba|z)?sh|!)/.test(source))
    return { python: '', shell: source.replace(/^\s*%%[^\n]*\n?/, '') }
  const shell: string[] = []
  const lines = source.split('\n').map((line) => {
    const handed = /^\s*(?:\w{1,60}\s*=\s*)?(?:!{1,2}|%(?:sx|system)\s)(.+)$/.exec(line)?.[1]
    if (handed !== undefined) shell.push(handed)
    return handed !== undefined || /^\s*%/.test(line) ? '' : line
  })
  return { python: lines.join('\n'), shell: shell.join('\n') }
}

function listCodeCells(content: string): string[] | undefined {
  if (!content.trimStart().startsWith('{')) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    return undefined
  }
  const cells = isRecord(parsed) ? parsed['cells'] : undefined
  if (!Array.isArray(cells)) return undefined
  return cells.filter(isRecord).flatMap((cell) => {
    const { cell_type: type, source } = cell
    if (type !== 'code') return []
    return [Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : String(source ?? '')]
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}
