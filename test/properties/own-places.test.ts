import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '../../src/analysis/action.ts'
import type { Effect } from '../../src/analysis/effects.ts'
import { pathUse } from '../../src/analysis/paths/path-use.ts'
import type { PathUse } from '../../src/analysis/paths/paths.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { memoryState, type Session } from '../../src/session.ts'
import { findGateAttack } from '../../src/steps/gate-attack.ts'
import { bash, CWD } from '../gate/gate-for-tests.ts'
import { ENTRIES, guarded, MODES, NODE, OWN, PACKAGE } from '../gate/own-gate.ts'

const FACTS = fixedFacts({ cwd: CWD, own: OWN })
const SESSION: Session = {
  id: 's',
  mode: 'auto',
  headless: false,
  transcript: [],
  facts: FACTS,
  fence: 'f',
  state: memoryState(),
  own: { transcript: undefined },
}
const ABOUT = {
  span: { start: 0, end: 0 },
  wrapperNames: [],
  wrappers: [],
  by: 'x',
  actor: { name: 'x', words: ['x'], roles: [] },
} as const

const use = (path: string): PathUse => pathUse({ known: path, text: path, glob: false, dynamic: false }, CWD, FACTS)

/** Every kind of effect that can change a path. */
const CHANGES: readonly ((path: PathUse) => Effect)[] = [
  ...(['create', 'overwrite', 'append', 'edit', 'move', 'link', 'truncate'] as const).map(
    (how) =>
      (path: PathUse): Effect => ({
        ...ABOUT,
        certainty: 'certain',
        kind: 'write-path',
        path,
        how,
        content: undefined,
      }),
  ),
  (path) => ({ ...ABOUT, certainty: 'likely', kind: 'delete-path', path, recursive: false, wipe: false }),
  (path) => ({ ...ABOUT, certainty: 'certain', kind: 'change-mode', path, grants: 'other', recursive: false }),
  (path) => ({ ...ABOUT, certainty: 'certain', kind: 'touch-protected', path, role: 'write' }),
  (path) => ({ ...ABOUT, certainty: 'certain', kind: 'download', host: 'h', url: 'https://h/x', to: path }),
]

const attack = (effect: Effect) => findGateAttack({ effects: [effect], commands: [] } as unknown as Action, SESSION)

const name = fc.stringMatching(/^[a-z][a-z0-9._-]{0,8}$/)
const below = fc.array(name, { maxLength: 3 }).map((names) => names.map((each) => `/${each}`).join(''))

describe('what the gate rests on', () => {
  it('is refused to every effect that changes a path in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(PACKAGE, '/home/dev/.irongate'),
        below,
        fc.constantFrom(...CHANGES),
        (place, rest, change) => {
          expect(attack(change(use(`${place}${rest}`)))).toBeDefined()
        },
      ),
    )
    for (const change of CHANGES) for (const place of [NODE, ENTRIES]) expect(attack(change(use(place)))).toBeDefined()
  })

  it('is refused to whatever removes a folder above it', () => {
    for (const { path } of OWN)
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
        expect(
          attack({
            ...ABOUT,
            certainty: 'certain',
            kind: 'delete-path',
            path: use(path.slice(0, at)),
            recursive: true,
            wipe: false,
          }),
        ).toBeDefined()
  })

  it('leaves the rest alone', () => {
    fc.assert(
      fc.property(name, below, fc.constantFrom(...CHANGES), (first, rest, change) => {
        expect(attack(change(use(`${CWD}/${first}${rest}`)))).toBeUndefined()
        expect(attack(change(use(`/home/dev/.npm-global/lib/node_modules/x-${first}${rest}`)))).toBeUndefined()
      }),
    )
  })
})

/** Ways to write the same path. */
const spelled = (path: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    path,
    path.replace('/home/dev', '~'),
    path.replace('/home/dev', '$HOME'),
    path.replaceAll('/', '//'),
    path.replace('/home/dev/', '/home/dev/x/../'),
    path.replace('/irongate', '/./irongate'),
    path.replace('irongate', 'iron*'),
    path.replace('irongate', 'i?ongate'),
    path.replace('irongate', '"irongate"'),
    path.replace('irongate', 'iron\\gate'),
    path.replace('/home/dev', '/proc/self/root/home/dev'),
  )

const WRITERS: readonly ((path: string) => string)[] = [
  (path) => `rm -rf ${path}`,
  (path) => `mv ${path} /tmp/x`,
  (path) => `echo x > ${path}`,
  (path) => `cp x ${path}`,
  (path) => `chmod 000 ${path}`,
  (path) => `truncate -s 0 ${path}`,
  (path) => `sed -i s/a/b/ ${path}`,
  (path) => `tee ${path} < x`,
  (path) => `sudo rm ${path}`,
  (path) => `sh -c 'rm -rf ${path.replaceAll("'", '')}'`,
  (path) => `timeout 5 env A=1 rm -rf ${path}`,
  (path) => `find ${path} -delete`,
  (path) => `P=${path}; rm -rf $P`,
]

describe('a command that writes there', () => {
  it('is refused in every mode, however the path is spelled', async () => {
    const place = fc.constantFrom(PACKAGE, `${PACKAGE}/dist/hook.cjs`, '/home/dev/.irongate/bin/irongate')
    await fc.assert(
      fc.asyncProperty(
        place.chain(spelled),
        fc.constantFrom(...WRITERS),
        fc.constantFrom(...MODES),
        async (path, write, mode) => {
          const command = write(path)
          const { outcome, reason } = await bash(command, guarded(mode, command))
          expect({ command, outcome, reason }).toMatchObject({ outcome: 'deny', reason: { check: 'gate-own' } })
        },
      ),
      { numRuns: 300 },
    )
  })
})
