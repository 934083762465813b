import { describe, expect, it } from 'vitest'
import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import type { FileFact } from '../facts.ts'
import { readCommand } from '../testing.ts'
import { sessionText } from './overlay.ts'

const ROOT = '/home/dev/project'
const FILES = {
  [`${ROOT}/tools/go.sh`]: 'echo go\n',
  [`${ROOT}/Makefile`]: 'docs:\n\techo docs\n',
  [`${ROOT}/package.json`]: '{"scripts": {"lint": "eslint ."}}',
}
const DISK: FixedFacts = {
  files: FILES,
  live: true,
  file: (path): FileFact =>
    Object.hasOwn(FILES, path)
      ? { kind: 'file', size: 1, executable: false, changedMs: 0 }
      : path === `${ROOT}/tools`
        ? { kind: 'directory' }
        : { kind: 'missing' },
}
const GONE = 'rm -rf /home/dev/notes'

/** The deletion was found, or it was said that something unread is run. */
function isSeen(command: string, facts: FixedFacts = DISK): boolean {
  return readCommand(command, facts).effects.some(
    (effect) =>
      (effect.kind === 'delete-path' && effect.path.real === '/home/dev/notes') ||
      (effect.kind === 'run-code' && !effect.read && /^(?:session-file|dynamic|inline)$/.test(effect.origin)),
  )
}

describe('files that a text changes are run as they are then', () => {
  it.each([
    `sed -i 's#echo go#${GONE}#' tools/go.sh; sh tools/go.sh`,
    `sed -i 's#echo go#${GONE}#' tools/*; sh tools/go.sh`,
    `sed -i 's#echo docs#${GONE}#' Makefile; make docs`,
    `sed -i 's#eslint .#${GONE}#' package.json; npm run lint`,
    `perl -pi -e 's#echo go#${GONE}#' tools/go.sh; sh tools/go.sh`,
    `for f in tools/*; do echo '${GONE}' >> "$f"; done; sh tools/go.sh`,
    `echo '${GONE}' | tee tools/g*.sh; sh tools/go.sh`,
    `find tools -name 'go*' -exec sed -i 's#echo go#${GONE}#' {} +; sh tools/go.sh`,
    `ls tools/* | xargs sed -i 's#echo go#${GONE}#'; sh tools/go.sh`,
    `python3 -c "import sys; open(sys.argv[1], 'w').write('${GONE}')" tools/go.sh; sh tools/go.sh`,
    `mkdir -p t/tools; echo '${GONE}' > t/tools/go.sh; cp -r t/* .; sh tools/go.sh`,
    `mkdir -p t/tools; echo '${GONE}' > t/tools/go.sh; cp -r t/. .; sh tools/go.sh`,
    `mkdir -p t/tools; echo '${GONE}' > t/tools/go.sh; rsync -a t/ .; sh tools/go.sh`,
    `mkdir t; echo '${GONE}' > t/go.sh; mv tools old; mv t tools; sh tools/go.sh`,
    `mkdir t; echo '${GONE}' > t/go.sh; mv tools old; ln -s t tools; sh tools/go.sh`,
    `echo '${GONE}' > a; tar cf a.tar a; tar xf a.tar; sh tools/go.sh`,
    `echo '${GONE}' > a; cp a tools/$(ls tools); sh tools/go.sh`,
    `jq '.scripts.lint = "${GONE}"' package.json > p; mv p package.json; npm run lint`,
    `python3 -c "import json; json.dump({}, open('package.json', 'w'))"; npm run lint`,
    'sh not-there.sh',
    `echo '${GONE}' > a; exec 3< a; sh /dev/fd/3`,
    `sh /dev/fd/3 3<<< '${GONE}'`,
    `echo x | bash <(echo '${GONE}')`,
  ])('%s', (command) => {
    expect(isSeen(command)).toBe(true)
  })

  it.each([
    "sed -i 's/go/run/' tools/go.sh; sh tools/go.sh",
    "sed -i 's/docs$/pages/' Makefile; make docs",
    `jq '.version = "2.0.0"' package.json > p; mv p package.json; npm run lint`,
    'cp -r tools copy; sh copy/go.sh',
    'sh tools/go.sh; sed -i s/go/stop/ tools/go.sh',
    "sed -i 's/a/b/' README.md; sh tools/go.sh",
  ])('follows what is plain: %s', (command) => {
    expect(isSeen(command)).toBe(false)
  })
})

describe('what may not have happened leaves both', () => {
  const written = `echo '${GONE}' > w`
  it.each([
    `${written}; test -d out && echo ls > w; sh w`,
    `${written}; if test -d out; then echo ls > w; fi; . ./w`,
    `if test -d out; then ${written}; else echo ls > w; fi; sh < w`,
    `case $1 in a) ${written};; *) echo ls > w;; esac; cat w | bash`,
    `${written} || echo ls > w; bash w`,
    `${written}; until true; do echo ls > w; done; sh w`,
    `${written}; (exit; echo ls > w); sh w`,
    `${written}; echo ls > w & sh w`,
    `${written}; echo ls > v; test -d out && mv v w; sh w`,
    `${written}; echo ls > v; cp --no-clobber v w; sh w`,
    `${written}; set -o noclobber; echo ls > w; sh w`,
    `${written}; chmod a-w w; echo ls > w; sh w`,
    `${written}; test -d out && sed -i 's/.*/ls/' w; sh w`,
    `${written}; ruby -e 'File.write("w", "ls") if ARGV.any?'; sh w`,
    `${written}; echo ls > v; ln -s w l; test -d out && ln -sf v l; sh l`,
    `shopt -s expand_aliases\nalias w='${GONE}'\ntest -d out && alias w=ls\nw`,
    `shopt -s expand_aliases\nalias w='${GONE}'\ntest -d out && unalias w\nw`,
  ])('%s', (command) => {
    expect(isSeen(command)).toBe(true)
  })

  const earlier: FixedFacts = { ...DISK, session: { written: new Map([[`${ROOT}/w`, GONE]]) } }
  it.each([
    'test -d out && echo ls > w; sh w',
    'for f in *.log; do :; done; while read -r x; do echo ls > w; done < list; sh w',
    'test -d out && sed -i s/.*/ls/ w; sh w',
    'echo ls > v; cp -n v w; sh w',
  ])('what an earlier call wrote: %s', (command) => {
    expect(isSeen(command, earlier)).toBe(true)
  })

  it.each(['echo ls > w; sh w', 'cd . && echo ls > w && sh w', 'mkdir -p out && cp tools/go.sh w; sh w'])(
    'a text that was put right is the one that runs: %s',
    (command) => {
      expect(isSeen(command, earlier)).toBe(false)
    },
  )

  it('says once what every reading finds', () => {
    const deletions = readCommand(`rm -rf ~/a; ${written}; echo ls > w; sh w`, DISK).effects.filter(
      ({ kind }) => kind === 'delete-path',
    )
    expect(deletions).toHaveLength(2)
  })
})

describe('a directory that is not known may be one that the session filled', () => {
  const filled: FixedFacts = {
    ...DISK,
    session: {
      written: new Map([
        [`${ROOT}/kit/Makefile`, `all:\n\t${GONE}\n`],
        [`${ROOT}/kit/go`, GONE],
        [`${ROOT}/docs/a.md`, '# A\n'],
      ]),
    },
  }
  it.each([
    'cd k*; make',
    'cd "$(ls -d k*)" && sh go',
    'test -d kit && x=1; if [ -n "$x" ]; then cd kit; fi; make',
    'test -d out || cd kit && make',
    'case $1 in a) cd docs;; *) cd kit;; esac; . ./go',
    'while [ ! -f go ]; do cd kit; done; make',
    'make -C "$(ls -d k*)"',
    'for d in */; do make -C "$d"; done',
    'CDPATH=parts; cd kit; make',
    'read -r d; npm --prefix docs run x; make --directory="$d"',
    `echo 'test -d out || cd kit && make' > w; test -d out && echo ls > w; . ./w`,
    `alias w='if test -d kit; then cd kit; fi; make'\ntest -d out && alias w=ls\nw`,
  ])('%s', (command) => {
    expect(isSeen(command, filled)).toBe(true)
  })

  it.each(['cd d*; make', 'make -C "d$1"', 'if test -d docs; then cd docs; fi; ls', 'cd "$x"; ls', 'make "$x"'])(
    'none of them: %s',
    (command) => {
      expect(isSeen(command, filled)).toBe(false)
    },
  )
})

describe('what the session wrote', () => {
  const text = (path: string) =>
    path === '/p/a' ? ({ kind: 'text', text: 'lies there', hash: 'h1' } as const) : ({ kind: 'missing' } as const)
  const facts = (before: string, live = true) =>
    fixedFacts({
      live,
      text,
      session: { written: new Map([['/p/a', 'written']]), before: new Map([['/p/a', before]]) },
    })

  it.each([
    ['is still to come', facts('h1'), 'written'],
    ['was changed since', facts('h0'), undefined],
    ['is all that is known', facts('h0', false), 'written'],
  ])('%s', (_, given, expected) => {
    expect(sessionText(given, '/p/a')).toBe(expected)
  })
})
