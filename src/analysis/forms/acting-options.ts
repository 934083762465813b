import { programName } from '../interpret/base-name.ts'
import type { Word } from '../words.ts'

interface ActingOptions {
  /** Long options without dashes; abbreviations count. */
  readonly long?: string
  readonly short?: string
  readonly words?: string
  /** Options that act only before the subcommand. */
  readonly leading?: string
  readonly inside?: Pick<RegExp, 'test'>
}

const ACTING_AWK_CODE = /\bsystem\s*\(|\|\s*"|"\s*\||>\s*["$\w(]|\bgetline\b|@load|@include/

const AWK_OPTIONS: ActingOptions = { long: 'load exec include file inplace', short: 'fliE', inside: ACTING_AWK_CODE }
const FD_OPTIONS: ActingOptions = { long: 'exec exec-batch', short: 'xX' }

/** An allow rule with a star never covers these, unless its own text spells them. */
const ACTING_OPTIONS: ReadonlyMap<string, ActingOptions> = new Map<string, ActingOptions>([
  ['find', { words: '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls' }],
  ['fd', FD_OPTIONS],
  ['fdfind', FD_OPTIONS],
  ['rg', { long: 'pre pre-glob hostname-bin search-zip', short: 'z' }],
  ['grep', { long: 'decompress' }],
  [
    'git',
    {
      leading: '-c -C -p --paginate --exec-path --config-env --git-dir --work-tree --namespace',
      long: 'upload-pack receive-pack exec output ext-diff textconv open-files-in-pager config template upload-archive extcmd',
      short: 'O',
      words: 'filter-branch foreach -x --run',
      inside: /^(?:ext|fd)::/,
    },
  ],
  ['sort', { long: 'compress-program output files0-from temporary-directory', short: 'oT' }],
  [
    'tar',
    {
      long: 'to-command checkpoint-action use-compress-program info-script new-volume-script rsh-command rmt-command',
      short: 'IF',
    },
  ],
  ['zip', { long: 'unzip-command', words: '-TT' }],
  ['rsync', { long: 'rsh rsync-path', short: 'e' }],
  ['man', { long: 'html pager preprocessor browser config-file', short: 'PHC' }],
  ['less', { long: 'log-file LOG-FILE lesskey-file', short: 'oOk' }],
  ['ssh', { short: 'oFEDLRwJ' }],
  ['scp', { short: 'oFSD' }],
  ['sftp', { short: 'oFSDb' }],
  ['awk', AWK_OPTIONS],
  ['gawk', AWK_OPTIONS],
  ['mawk', { short: 'fW', inside: ACTING_AWK_CODE }],
  ['sed', { long: 'file', short: 'f', inside: { test: isActingSed } }],
  ['yq', { long: 'inplace split-exp', short: 'is' }],
  ['jq', { long: 'from-file', short: 'fL' }],
  ['env', { long: 'split-string', short: 'S' }],
  [
    'curl',
    {
      long: 'config output output-dir remote-name upload-file dump-header cookie-jar trace trace-ascii netrc-file data data-binary data-raw data-urlencode form json',
      short: 'oOKTDcdF',
    },
  ],
  [
    'wget',
    {
      long: 'use-askpass output-document output-file append-output directory-prefix execute post-file body-file input-file',
      short: 'OoaPei',
    },
  ],
  [
    'make',
    {
      words: 'SHELL',
      long: 'eval file makefile directory',
      short: 'fCE',
      inside: /^(?:SHELL|MAKEFLAGS|CC|CXX)=/,
    },
  ],
  [
    'go',
    {
      words: '-exec -toolexec -overlay -modfile',
      inside: /^--?(?:exec|toolexec|overlay|modfile)=/,
    },
  ],
  ['cargo', { long: 'config' }],
  ['date', { long: 'set', short: 's' }],
  ['tree', { short: 'oR', long: 'output' }],
  ['xxd', { short: 'r' }],
  ['history', { short: 'awrnc' }],
  [
    'docker',
    {
      leading: '-H --host -c --context --config',
      long: 'privileged volume mount pid cap-add device security-opt',
      short: 'v',
    },
  ],
  ['kubectl', { leading: '--kubeconfig --server -s --as --token' }],
  ['npm', { long: 'script-shell prefix userconfig globalconfig node-options registry', short: 'C' }],
  ['pnpm', { long: 'script-shell dir config', short: 'C' }],
  ['yarn', { long: 'cwd use-yarnrc script-shell' }],
  ['pip', { long: 'index-url extra-index-url target prefix root', short: 'it' }],
  ['pytest', { short: 'cp', long: 'rootdir confcutdir config-file basetemp' }],
])

/** Commands of a sed script that write a file or run a program: `w`, `e`, and these flags of `s`. */
function isActingSed(script: string): boolean {
  return [script, ...script.split(/[;\n{}]/)].some((command) => {
    const bare = command.trim().replace(/^(?:[\d,$~+!\s]+|\/[^/]*\/)*/, '')
    if (/^[eEwW](?:\s|$)/.test(bare)) return true
    if (!/^s[^\w\s]/.test(bare)) return false
    const flags = bare.slice(bare.lastIndexOf(bare.charAt(1)) + 1)
    return /^[a-zA-Z0-9]*[ew]/.test(flags)
  })
}

/** Programs whose arguments are a command: a rule with a star says nothing about what they run. */
const COMMAND_RUNNERS = new Set(['watch', 'setsid', 'ionice', 'flock'])

export function isCommandRunner(program: string): boolean {
  return COMMAND_RUNNERS.has(programName(program))
}

export function actingWords(words: readonly Word[]): readonly (readonly string[])[] {
  const [head, ...args] = words
  const acting = ACTING_OPTIONS.get(programName(head?.text ?? ''))
  if (!acting) return []
  let leading = true
  return args.flatMap((word) => {
    const text = word.text ?? ''
    if (!text.startsWith('-')) leading = false
    if (word.glob && /^[*?[]/.test(text)) return [[]]
    return isActingOption(text, acting, leading) ? [[text, text.split('=')[0] ?? text]] : []
  })
}

function isActingOption(text: string, acting: ActingOptions, leading: boolean): boolean {
  if (splitList(acting.words).includes(text) || acting.inside?.test(text)) return true
  if (
    leading &&
    splitList(acting.leading).some(
      (option) => text === option || text.startsWith(`${option}=`) || isAttachedShortOption(text, option),
    )
  )
    return true
  if (text.startsWith('--')) {
    const name = text.slice(2).split('=')[0] ?? ''
    return name.length > 0 && splitList(acting.long).some((long) => long.startsWith(name))
  }
  return /^-[^-]/.test(text) && [...(acting.short ?? '')].some((letter) => text.includes(letter, 1))
}

const splitList = (words: string | undefined): readonly string[] => words?.split(' ') ?? []

function isAttachedShortOption(text: string, option: string): boolean {
  return option.length === 2 && text.startsWith(option) && !text.startsWith('--')
}
