import { argument, does, type Handler } from '../run/table.ts'
import { type Abstract, allSources, exact, knownOf, text } from '../run/value.ts'

function sourceFiles(value: Abstract | undefined): readonly string[] | 'unknown' {
  const files = value ? allSources(value).flatMap((source) => (source.kind === 'file' ? [source.path] : [])) : []
  return files.length > 0 ? files : 'unknown'
}

export const archives = does((call, run) => {
  const target = argument(call, 0, 'path', 'extract_dir') ?? text('.')
  const folder = call.name.startsWith('shutil') ? (call.args[1] ?? text('.')) : target
  const sources = call.name.startsWith('shutil') ? call.args[0] : call.receiver
  const archive = sources ? run.paths(sources).flatMap(({ real }) => real ?? []) : []
  const of = archive.length > 0 ? archive : sourceFiles(call.receiver)
  for (const path of run.paths(folder))
    run.state({ kind: 'write-path', path, how: 'create', content: undefined, as: 'unpacked', of })
  // Into a folder that is not the project's own: as the program that unpacks.
  const outside = run.paths(folder).some(({ zone }) => zone !== 'project' && zone !== 'project-root' && zone !== 'temp')
  if (outside && exact(folder) !== undefined)
    run.program([text('tar'), text('-xf'), text('archive.tar'), text('-C'), folder])
})

export const packsArchive: Handler = (call, run) => {
  const [name, format, root] = call.args
  const kind = knownOf(format ?? text('zip')).replace(/^(gz|bz|xz)tar$/, (_, by: string) => `tar.${by}`)
  const archive = text(`${knownOf(name)}.${kind.replace(/bz$/, 'bz2')}`)
  const of = run.paths(root ?? text('.')).flatMap(({ real }) => real ?? [])
  for (const path of run.paths(archive))
    run.state({ kind: 'write-path', path, how: 'create', content: undefined, as: 'packed', of })
  run.carries(archive, run.reads(root ?? text('.')))
  return archive
}
