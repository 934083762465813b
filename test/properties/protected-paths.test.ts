import { describe, expect, it } from 'vitest'
import { TAGGED_PLACES } from '../../src/analysis/paths/path-tag-places.ts'
import type { PathTag } from '../../src/analysis/paths/paths.ts'
import { isStricter, MODES, type Outcome } from '../../src/decision.ts'
import { check } from '../gate/gate-for-tests.ts'
import { shareOf } from '../runs.ts'

/** Tags that a write touches as something more than an ordinary file. */
const PROTECTED: readonly PathTag[] = [
  'git-internal',
  'git-hook',
  'gate-own',
  'agent-settings',
  'transcript',
  'agent-instructions',
  'shell-startup',
  'persistence',
  'privilege',
  'ssh-access',
  'ci',
  'build-recipe',
  'editor-task',
  'tool-config',
]

/** `a{b,c}d` is `abd` and `acd`; every `*` and `?` stands for one letter here. */
function expanded(place: string): readonly string[] {
  const open = place.indexOf('{')
  if (open < 0) return [place.replaceAll(/[*?]/g, 'x')]
  const close = place.indexOf('}', open)
  return place
    .slice(open + 1, close)
    .split(',')
    .flatMap((part) => expanded(place.slice(0, open) + part + place.slice(close + 1)))
}

function pathsOf(tag: PathTag): readonly string[] {
  const places = (TAGGED_PLACES[tag] ?? '').split(/\s+/).filter((place) => place !== '')
  return places.flatMap(expanded).map((place) => {
    const path = place.endsWith('$') ? place.slice(0, -1) : place
    return path.startsWith('~/') ? `/home/dev/${path.slice(2)}` : path
  })
}

/** One way to change a file, by the tool's name. */
const CHANGES: readonly (readonly [string, string, (path: string) => Record<string, unknown>])[] = [
  ['Write', 'Write', (path) => ({ file_path: path, content: 'x' })],
  ['Edit', 'Edit', (path) => ({ file_path: path, old_string: 'a', new_string: 'b' })],
  ['NotebookEdit', 'NotebookEdit', (path) => ({ notebook_path: path, new_source: 'x' })],
  ['touch', 'Bash', (path) => ({ command: `touch ${path}` })],
  ['redirect', 'Bash', (path) => ({ command: `echo x > ${path}` })],
  ['sed', 'Bash', (path) => ({ command: `sed -i s/a/b/ ${path}` })],
  ['rm', 'Bash', (path) => ({ command: `rm ${path}` })],
  ['mv', 'Bash', (path) => ({ command: `mv ${path} ${path}.old` })],
  ['cp', 'Bash', (path) => ({ command: `cp README.md ${path}` })],
  ['tee', 'Bash', (path) => ({ command: `tee ${path} < README.md` })],
  ['unknown', 'Bash', (path) => ({ command: `frobnicate -o ${path}` })],
  ['python', 'Bash', (path) => ({ command: `python3 -c 'open("${path}", "w").write("x")'` })],
]

describe.each(MODES)('in mode %s a protected path is held at least as firmly as an ordinary file', (mode) => {
  const turn = MODES.indexOf(mode)
  const outcome = async (tool: string, input: Record<string, unknown>): Promise<Outcome> =>
    (await check(tool, input, { mode, verdict: 'embedded' })).outcome

  it.each(CHANGES)(
    'with %s',
    async (name, tool, input) => {
      const ordinary = await outcome(tool, input('src/ordinary.ts'))
      // Every path with one tool of each kind, in `npm test` over all modes together; other tools with the first few of each tag.
      const many = name === 'Write' || name === 'redirect'
      const looser: string[] = []
      for (const tag of PROTECTED) {
        const all = pathsOf(tag)
        const some = many ? shareOf(all, turn, Math.ceil(all.length / MODES.length)) : all.slice(0, 4)
        for (const path of some) {
          const held = await outcome(tool, input(path))
          if (isStricter(ordinary, held)) looser.push(`${tag} ${path}: ${held}, ordinary ${ordinary}`)
        }
      }
      expect(looser).toEqual([])
    },
    60_000,
  )

  it('an ask rule loosens nothing that the mode denies', async () => {
    const input = { file_path: 'src/ordinary.ts', content: 'x' }
    const settings = { permissions: { ask: ['Edit'] } }
    const asked = (await check('Write', input, { mode, settings })).outcome
    if (mode === 'plan') expect(asked).toBe('deny')
    expect(asked).not.toBe('allow')
  })
})
