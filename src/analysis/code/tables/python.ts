import type { Library } from '../run/call-table.ts'
import { handlerTable } from './handlers.ts'
import { PYTHON_MAPPERS } from './object-mappers.ts'
import { PYTHON_CORE, PYTHON_MENTIONS } from './python-core.ts'
import { PYTHON_INDIRECT } from './python-indirect.ts'
import {
  PYTHON_BUILTINS,
  PYTHON_HARMLESS,
  PYTHON_METHODS,
  PYTHON_OPAQUE,
  PYTHON_OS_HARMLESS,
  PYTHON_WATCHED,
} from './python-modules.ts'
import { PYTHON_NETWORK } from './python-network.ts'
import { PYTHON_SYSTEM, PYTHON_SYSTEM_MENTIONS } from './python-system.ts'
import { PYTHON_CLOUD, PYTHON_SERVICES } from './service-clients.ts'

export const PYTHON: Library = {
  calls: handlerTable(
    PYTHON_SYSTEM,
    PYTHON_NETWORK,
    PYTHON_CORE,
    PYTHON_INDIRECT,
    PYTHON_MAPPERS,
    PYTHON_SERVICES,
    PYTHON_CLOUD,
  ),
  mentions: handlerTable(PYTHON_MENTIONS, PYTHON_SYSTEM_MENTIONS),
  environment: new Set(['os.environ', 'os.environb']),
  harmless: isHarmlessPython,
  familiar: (module) =>
    PYTHON_HARMLESS.has(module) || PYTHON_HARMLESS.has(topModule(module)) || PYTHON_OPAQUE.has(topModule(module)),
  opaque: (module) => PYTHON_OPAQUE.has(topModule(module)),
  exports: () => [],
  moduleFiles: (module) => {
    const path = module.replace(/^\.+/, '').replaceAll('.', '/')
    return path === '' ? [] : [`${path}.py`, `${path}/__init__.py`]
  },
}

function topModule(name: string): string {
  return (name.split('.')[0] ?? name).replace(/\(\)$/, '')
}

function isHarmlessPython(name: string): boolean {
  if (name.startsWith('?.')) return PYTHON_METHODS.has(name.slice(2))
  const module = topModule(name)
  if (!name.includes('.')) return PYTHON_BUILTINS.has(name) || PYTHON_HARMLESS.has(name)
  if (module === 'os') return name.startsWith('os.path.') || PYTHON_OS_HARMLESS.has(name.split('.')[1] ?? '')
  if (module === 'Path' || module === 'file') return true
  return PYTHON_HARMLESS.has(module) && !PYTHON_WATCHED.has(module)
}
