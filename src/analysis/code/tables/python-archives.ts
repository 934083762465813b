import { type AbstractValue, allSources, exactText, knownOf, textValue } from '../run/abstract-value.ts'
import { argument, type Handler, voidHandler } from '../run/call-table.ts'

function sourceFiles(value: AbstractValue | undefined): readonly string[] | 'unknown' {
  const files = value ? allSources(value).flatMap((source) => (source.kind === 'file' ? [source.path] : [])) : []
  return files.length > 0 ? files : 'unknown'
}

export const unpackArchiveHandler = voidHandler((call, run) => {
  const target = argument(call, 0, 'path', 'extract_dir') ?? textValue('.')
  const folder = call.name.startsWith('shutil') ? (call.args[1] ?? textValue('.')) : target
  const sources = call.name.startsWith('shutil') ? call.args[0] : call.receiver
  const archive = sources ? run.paths(sources).flatMap(({ real }) => real ?? []) : []
  const of = archive.length > 0 ? archive : sourceFiles(call.receiver)
  for (const path of run.paths(folder))
    run.state({ kind: 'write-path', path, how: 'create', content: undefined, as: 'unpacked', of })
  // Into a folder that is not the project's own: as the program that unpacks.
  const outside = run.paths(folder).some(({ zone }) => zone !== 'project' && zone !== 'project-root' && zone !== 'temp')
  if (outside && exactText(folder) !== undefined)
    run.program([textValue('tar'), textValue('-xf'), textValue('archive.tar'), textValue('-C'), folder])
})

export const packArchiveHandler: Handler = (call, run) => {
  const [name, format, root] = call.args
  const kind = knownOf(format ?? textValue('zip')).replace(/^(gz|bz|xz)tar$/, (_, by: string) => `tar.${by}`)
  const archive = textValue(`${knownOf(name)}.${kind.replace(/bz$/, 'bz2')}`)
  const of = run.paths(root ?? textValue('.')).flatMap(({ real }) => real ?? [])
  for (const path of run.paths(archive))
    run.state({ kind: 'write-path', path, how: 'create', content: undefined, as: 'packed', of })
  run.carries(archive, run.reads(root ?? textValue('.')))
  return archive
}
