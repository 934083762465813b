import type { Spec } from '../form/form.ts'
import { stateInstall } from '../packages/specs.ts'
import type { Standing } from '../program.ts'
import {
  type BuildCall,
  type BuildReader,
  building,
  changesDatabase,
  plainNames,
  publishes,
  runsWritten,
} from './tool.ts'

function addPackage({ args, scribe }: BuildCall): Standing {
  const words = plainNames(args)
  const at = words.indexOf('package')
  return at < 0
    ? 'expected'
    : installs(words.slice(at + 1, at + 2), /^(?:-s|--source)$/, 'add package', { args, scribe })
}

function installTool({ args, scribe }: BuildCall): Standing {
  const [verb, ...names] = plainNames(args)
  if (verb === 'install') installs(names, /^--(?:add-source|source)(?:=|$)/, 'tool install', { args, scribe })
  return verb === 'install' || verb === 'run' ? 'plain' : 'expected'
}

function installs(
  names: readonly string[],
  source: RegExp,
  verb: 'add package' | 'tool install',
  { args, scribe }: Pick<BuildCall, 'args' | 'scribe'>,
): Standing {
  const foreign = args.some((word) => source.test(word.known))
  const scope = verb === 'add package' ? 'project' : 'user'
  stateInstall('dotnet', names, foreign ? 'other-registry' : 'registry', scope, scribe, { by: `dotnet ${verb}` })
  return foreign ? 'plain' : 'expected'
}

/** `dotnet ef database drop`, or back to nothing. */
const updatesDatabase: BuildReader = (call) => {
  const drops = call.args.some((word) => word.text === 'drop') || call.args.at(-1)?.text === '0'
  if (!drops || call.args.some((word) => word.text === '--dry-run')) return 'plain'
  return changesDatabase('drop', true)({ ...call, name: 'entity framework' })
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
