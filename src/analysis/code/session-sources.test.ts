import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const CWD = '/home/dev/project'

function deleted(files: Readonly<Record<string, string>>, command: string): readonly string[] {
  const written = new Map(Object.entries(files).map(([name, text]) => [`${CWD}/${name}`, text]))
  return effectsOf(command, { session: { written } }).flatMap((effect) =>
    effect.kind === 'delete-path' && effect.certainty !== 'possible' ? [effect.path.text] : [],
  )
}

describe('values that a module of the session names are known where they are taken from it', () => {
  it.each([
    [
      'from … import',
      {
        'jobs/where.py': "TARGET = '/home/dev/Pictures'\n",
        'jobs/tidy.py': 'import shutil\nfrom where import TARGET\nshutil.rmtree(TARGET)\n',
      },
      'python3 jobs/tidy.py',
      '/home/dev/Pictures',
    ],
    [
      'a member',
      {
        'jobs/where.py': "from pathlib import Path\nTARGET = Path.home() / 'Pictures'\n",
        'jobs/tidy.py': 'import shutil, where\nshutil.rmtree(where.TARGET)\n',
      },
      'python3 jobs/tidy.py',
      '/home/dev/Pictures',
    ],
    [
      'an export',
      {
        'jobs/where.mjs': "export const target = '/home/dev/Pictures'\n",
        'jobs/tidy.mjs':
          "import { rmSync } from 'node:fs'\nimport { target } from './where.mjs'\nrmSync(target, { recursive: true })\n",
      },
      'node jobs/tidy.mjs',
      '/home/dev/Pictures',
    ],
    [
      'exports of the older kind',
      {
        'jobs/where.js': "const target = '/home/dev/Pictures'\nmodule.exports = { target }\n",
        'jobs/tidy.js': "const { target } = require('./where')\nrequire('fs').rmSync(target, { recursive: true })\n",
      },
      'node jobs/tidy.js',
      '/home/dev/Pictures',
    ],
    [
      'folders above a file',
      {
        'jobs/tidy.py':
          "import shutil\nfrom pathlib import Path\nshutil.rmtree(Path(__file__).resolve().parents[2] / 'Pictures')\n",
      },
      'python3 jobs/tidy.py',
      '/home/dev/Pictures',
    ],
    [
      'where the module itself lies',
      {
        'jobs/deep/where.py': "from pathlib import Path\nTARGET = Path(__file__).parents[3] / 'Pictures'\n",
        'tidy.py': 'import shutil\nfrom jobs.deep.where import TARGET\nshutil.rmtree(TARGET)\n',
      },
      'python3 tidy.py',
      '/home/dev/Pictures',
    ],
  ] as const)('%s', (_what, files, command, folder) => {
    expect(deleted(files, command)).toContain(folder)
  })

  it('a folder of the project stays one', () => {
    const files = {
      'jobs/tidy.py':
        "import shutil\nfrom pathlib import Path\nshutil.rmtree(Path(__file__).resolve().parents[1] / 'build')\n",
    }
    expect(deleted(files, 'python3 jobs/tidy.py')).toEqual([`${CWD}/build`])
  })
})
