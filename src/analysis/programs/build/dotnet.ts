import type { Spec } from '../form/form.ts'
import type { Standing } from '../program.ts'
import { type BuildCall, building, publishes, runsWritten } from './tool.ts'

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

/** `dotnet ef database drop`, or back to nothing. */
function updatesDatabase(call: BuildCall): Standing {
  const drops = call.args.some((word) => word.text === 'drop') || call.args.at(-1)?.text === '0'
  return drops && !call.args.some((word) => word.text === '--dry-run') ? dropsDatabase(call) : 'plain'
}

export const DOTNET: readonly Spec[] = [
  building({
    names: 'dotnet',
    rules: [
      ['nuget/push', publishes('nuget')],
      ['nuget/delete', publishes('nuget', true)],
      ['ef/database', updatesDatabase],
      ['build|format|restore|clean|publish|pack|watch|new|sln|remove|ef|msbuild|vstest', 'read'],
      ['test', runsWritten(/Tests?\.(?:cs|fs)$/)],
      ['run', runsWritten(/(?<!Tests?)\.(?:cs|fs)$/)],
      ['list **/--info|--list-sdks', 'shows'],
      ['add', addPackage],
      ['tool', installTool],
      ['**', 'local'],
    ],
    examples: {
      match: ['dotnet nuget push a.nupkg', 'dotnet ef database drop', 'dotnet tool install -g dotnet-ef'],
      pass: ['dotnet build', 'dotnet test', 'dotnet --info'],
    },
  }),
  building({
    names: 'nuget',
    rules: [
      ['push', publishes('nuget')],
      ['delete', publishes('nuget', true)],
      ['restore|pack', 'read'],
      ['list', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['nuget push a.nupkg'], pass: ['nuget restore'] },
  }),
]
