import type { Standing } from '../program.ts'
import { type BuildCall, type BuildTool, publishes, runsWritten } from './tool.ts'

function addPackage(call: BuildCall): Standing {
  const words = call.args.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)
  const at = words.indexOf('package')
  if (at < 0) return 'expected'
  const foreign = call.args.some((word) => /^(?:-s|--source)$/.test(word.known))
  call.scribe.effect({
    kind: 'install',
    manager: 'dotnet',
    packages: words.slice(at + 1, at + 2),
    origin: foreign ? 'other-registry' : 'registry',
    scope: 'project',
    by: 'dotnet add package',
  })
  return foreign ? 'plain' : 'expected'
}

function installTool(call: BuildCall): Standing {
  const words = call.args.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)
  if (words[0] === 'run') return 'plain'
  if (words[0] !== 'install') return 'expected'
  const foreign = call.args.some((word) => /^--(?:add-source|source)(?:=|$)/.test(word.known))
  call.scribe.effect({
    kind: 'install',
    manager: 'dotnet',
    packages: words.slice(1),
    origin: foreign ? 'other-registry' : 'registry',
    scope: 'user',
    by: 'dotnet tool install',
  })
  return 'plain'
}

function dropsDatabase(call: BuildCall): Standing {
  call.scribe.effect({
    kind: 'database-change',
    engine: 'entity framework',
    statement: 'drop',
    unbounded: true,
    reach: 'unknown',
    target: '',
    by: 'dotnet ef database drop',
  })
  return 'plain'
}

export const DOTNET: BuildTool = {
  names: ['dotnet'],
  otherwise: 'plain',
  verbs: {
    build: 'expected',
    test: runsWritten(/Tests?\.(?:cs|fs)$/),
    run: runsWritten(/(?<!Tests?)\.(?:cs|fs)$/),
    format: 'expected',
    restore: 'expected',
    clean: 'expected',
    publish: 'expected',
    pack: 'expected',
    watch: 'expected',
    new: 'expected',
    sln: 'expected',
    list: 'proven',
    add: addPackage,
    remove: 'expected',
    tool: installTool,
    'nuget push': publishes('nuget'),
    'nuget delete': publishes('nuget', true),
    nuget: 'plain',
    'ef database': (call) =>
      (call.args.some((word) => word.text === 'drop') || call.args.at(-1)?.text === '0') &&
      !call.args.some((word) => word.text === '--dry-run')
        ? dropsDatabase(call)
        : 'plain',
    ef: 'expected',
    workload: 'plain',
    'user-secrets': 'plain',
    '--info': 'proven',
    '--list-sdks': 'proven',
    msbuild: 'expected',
    vstest: 'expected',
  },
}

export const NUGET: BuildTool = {
  names: ['nuget'],
  otherwise: 'plain',
  verbs: {
    push: publishes('nuget'),
    delete: publishes('nuget', true),
    restore: 'expected',
    list: 'proven',
    pack: 'expected',
  },
}
