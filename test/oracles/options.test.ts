import { describe, expect, it, vi } from 'vitest'
import { type Grammar, parseOptionNames } from '../../src/analysis/interpret/options.ts'
import { readShell } from '../../src/analysis/shell/read-shell.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { registerPrograms } from '../../src/knowledge/programs/register-programs.ts'
import { THOROUGH } from '../runs.ts'
import { helpOf, optionsIn } from './help.ts'

const seen = vi.hoisted(() => ({ grammars: [] as Grammar[] }))

vi.mock('../../src/analysis/interpret/options.ts', async (original) => {
  const real = await original<typeof import('../../src/analysis/interpret/options.ts')>()
  return {
    ...real,
    readOptions: (...given: Parameters<typeof real.readOptions>) => {
      seen.grammars.push(given[1])
      return real.readOptions(...given)
    },
  }
})

registerPrograms()

const COREUTILS =
  'cat head tail tac nl od base64 base32 fold fmt wc sort shuf uniq comm cut paste join tr expand ls cp mv rm ln mkdir rmdir install touch chmod chown chgrp truncate mktemp readlink realpath basename dirname stat df du split csplit tee env timeout nice nohup date seq sum cksum md5sum sha256sum numfmt'
const OTHERS =
  'grep sed tar gzip bzip2 xz zstd diff cmp patch xargs find curl wget rsync jq make file column strings watch ps pgrep kill free perl python3 node npm gpg openssl docker rg fd'
const GIT =
  'add am apply archive bisect blame branch bundle checkout cherry-pick clean clone commit commit-tree config describe diff fetch for-each-ref format-patch gc grep init log ls-files ls-remote ls-tree merge mv notes pull push read-tree rebase reflog remote replace reset restore rev-list revert rm shortlog show show-ref stash status submodule switch symbolic-ref tag update-ref worktree'
const COMMANDS = [
  ...`${COREUTILS} ${OTHERS}`.split(' '),
  ...GIT.split(' ').map((verb) => `git ${verb}`),
  ...'build run exec ps logs images pull push'.split(' ').map((verb) => `docker ${verb}`),
]

/** Each asks a tool of the machine in a process of its own; the grammars that are left out here are held by `npm run check`. */
const EVERY = THOROUGH ? 1 : 3

/** Where the help itself leaves out the value, or a tool reads more than it says. */
const HELP_IS_SILENT: Readonly<Record<string, readonly string[]>> = {
  curl: ['help'],
  file: ['P', 'parameter'],
  'git config': ['get-color', 'get-colorbool'],
  'git diff': ['abbrev'],
  node: ['p', 'print', 'max-old-space-size'],
  wget: ['max-redirect', 'hsts-file'],
  // Bound to `-l`, whose value is attached.
  xargs: ['max-lines'],
}

/** The grammar that our reader holds for a command, as far as it has one: of several the one that knows most of its options. */
function grammarOf(command: string, names: readonly string[]): Grammar | undefined {
  seen.grammars.length = 0
  readShell(`${command} --a-name-that-no-program-knows`, fixedFacts({}))
  const known = (grammar: Grammar) => names.filter((name) => takesWord(grammar, name) !== undefined).length
  // What stands before a sub-command is not its own.
  const own = seen.grammars.filter(({ stopAtOperand }) => !(stopAtOperand && command.includes(' ')))
  return own.toSorted((left, right) => known(right) - known(left))[0]
}

function takesWord(grammar: Grammar, name: string): boolean | undefined {
  if (parseOptionNames(grammar.values).includes(name)) return true
  return parseOptionNames(`${grammar.optional ?? ''} ${grammar.flags ?? ''}`).includes(name) ? false : undefined
}

describe('options take the next word where the tools say so', () => {
  it('the grammars of our readers are seen', () => {
    expect(grammarOf('sort', [])).toBeDefined()
  })

  it.each(COMMANDS.filter((_, at) => at % EVERY === 0))('%s', (command) => {
    const help = helpOf(command)
    if (help === undefined) return
    const options = [...optionsIn(help)].filter(([name]) => !HELP_IS_SILENT[command]?.includes(name))
    const grammar = grammarOf(
      command,
      options.map(([name]) => name),
    )
    const differences = options.flatMap(([name, takes]) => {
      const own = grammar && takesWord(grammar, name)
      // An option that we do not know is unknown to us, which is never a mistake.
      return own === undefined || own === takes ? [] : [`${name}: the tool ${takes ? 'takes' : 'does not take'} a word`]
    })
    expect(differences).toEqual([])
  })
})
