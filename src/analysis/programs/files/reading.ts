import type { FormCall, FormRule, Spec } from '../form/form.ts'
import { namesIn, type Options } from '../options.ts'
import type { Standing } from '../program.ts'
import {
  base32Text,
  base64Text,
  catText,
  cutText,
  headText,
  revText,
  seqText,
  type TextFilter,
  tacText,
  tailText,
  trText,
  uniqText,
  xxdText,
} from './constant-text.ts'
import { notesSecretFileSearch } from './credential-search.ts'
import { DECODED } from './decoded.ts'
import { readsPath, sourcesOf, stdinSources, value } from './touching.ts'

/** Every letter, where none of them writes or runs anything. */
const ANY = '-0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ@%'

/** The same, where these letters and names are given a word. */
function valued(letters: string, names = ''): string {
  const long = names.split(' ').filter((name) => name !== '')
  return [...[...letters].map((letter) => `-${letter}:`), ...long.map((name) => `--${name}:`), ANY].join(' ')
}

const SHOWS: readonly FormRule[] = [['**', 'shows']]
const READS_OUTPUT: readonly FormRule[] = [['**', 'reads $*', 'writes $-o|--output']]

interface Printing extends Partial<Spec> {
  readonly match?: string | readonly string[]
  readonly text?: TextFilter
  /** With one of these options its output is the input decoded. */
  readonly decodes?: string
  /** How many of its operands are files; the others are texts. */
  readonly files?: number
}

/** A program that looks at files or texts of this machine, an example of it, and what of them it prints. */
function reader(
  names: string,
  options: string,
  pass: string | readonly string[],
  { match = [], text, decodes, files, ...spec }: Printing = {},
): Spec {
  return {
    rules: [['**', 'reads $*']],
    // Where its options are not told from files, it may print what comes in as well.
    prints: (given, command, scribe) => {
      const { operands } = given
      const known = text?.(given, command, scribe)
      const decoded = known === undefined && decodes !== undefined && given.has(...namesIn(decodes))
      const sources = [
        ...(files === 0 ? operands.flatMap((word) => word.sources) : []),
        ...sourcesOf(operands.slice(0, files), command, scribe),
        ...(text === undefined && operands.length > 0 ? stdinSources(command) : []),
        ...(decoded ? [DECODED] : []),
      ]
      const nothing = known === undefined && sources.length === 0
      return value(known, nothing ? [{ kind: 'command', program: command.name ?? '?', secret: false }] : sources)
    },
    examples: { match: [match].flat(), pass: [pass].flat() },
    ...spec,
    names,
    options,
    style: 'tolerant',
    machine: true,
  }
}

/** Programs of which the second operand is what they write. */
const READS_ONE = { rules: [['**', 'reads $1', 'writes $2']], files: 1 } satisfies Printing

function lister(names: string, options: string, example: string): Spec {
  return reader(names, options, example, {
    rules: [['**', 'lists $*']],
    prints: (_, { name = '?' }) => value(undefined, [{ kind: 'command', program: name, secret: false }]),
  })
}

/** What a program prints of one path that is known, when no option changes it. */
function named(part: (path: string) => string): (options: Options) => string | undefined {
  return ({ operands, given }) => {
    const [path, ...others] = operands
    if (path?.text === undefined || path.glob || others.length > 0 || given.size > 0) return undefined
    const trimmed = path.text.replace(/(?<=.)\/+$/, '')
    return `${trimmed === '/' ? '/' : part(trimmed)}\n`
  }
}

/** An index of the whole machine, asked for names. */
function hunts({ loose, scribe }: FormCall): Standing {
  const asked = [...loose.operands, ...loose.values('-name', '-r', '--regexp')]
  const names = asked.flatMap(({ known }) => {
    const last = known.slice(known.lastIndexOf('/') + 1)
    return [last, last.replace(/[*\\^$]/g, '')]
  })
  const place = loose.value('-onlyin')
  return notesSecretFileSearch(names, [place ? scribe.path(place) : scribe.pathOf('/')], scribe) ? 'plain' : 'proven'
}

/** `getent shadow` prints what the file holds. */
function looksUp({ loose, scribe }: FormCall): Standing {
  const database = loose.operands[0]?.text ?? ''
  return /^g?shadow$/.test(database) ? readsPath(scribe.pathOf(`/etc/${database}`), scribe) : 'proven'
}

/** What the machine keeps a list of: files by name, accounts by name. */
const INDEXES: readonly Spec[] = [
  {
    names: 'locate plocate',
    style: 'tolerant',
    machine: true,
    options: '-AbceiLNPqSsw0 -dlnr: --regexp:',
    rules: [['**', hunts]],
    examples: { match: ['locate id_rsa'], pass: ['locate -i readme'] },
  },
  {
    names: 'mdfind',
    style: 'one-dash',
    machine: true,
    options: '-0 -live -onlyin: -name:',
    rules: [['**', hunts]],
    examples: { match: ['mdfind -name id_rsa'], pass: ['mdfind -onlyin . readme'] },
  },
  {
    names: 'getent',
    style: 'tolerant',
    machine: true,
    options: '-i -s: --service:',
    rules: [['**', looksUp]],
    examples: { match: [], pass: ['getent passwd dev', 'getent shadow'] },
  },
]

export const READING: readonly Spec[] = [
  ...INDEXES,
  // Those that print a text which can be told: their options are listed as far as they matter to it.
  reader('cat', '-AbeEnstTuv', 'cat README.md', { text: catText }),
  reader('head', '-qvz0123456789 -nc: --lines: --bytes:', 'head -n 3 README.md', { text: headText }),
  reader('tail', '-fFqrvz0123456789 -ncs: --lines: --bytes: --pid: --follow?', 'tail -f app.log', { text: tailText }),
  reader('uniq', '-cduizD -fsw:', 'uniq -c names.txt', {
    ...READS_ONE,
    text: uniqText,
    match: 'uniq names.txt sorted.txt',
  }),
  reader(
    'cut',
    '-nsz -bcdf: --bytes: --characters: --delimiter: --fields: --output-delimiter:',
    'cut -d: -f1 names.txt',
    { text: cutText },
  ),
  reader('tr', '-cCdst --complement --delete', 'tr a-z A-Z', { rules: SHOWS, files: 0, text: trText }),
  reader('rev', '', 'rev names.txt', { text: revText }),
  reader('tac', '-br -s: --separator:', 'tac names.txt', { text: tacText }),
  reader('xxd', '-abCdeEipru -cglnosR:', 'xxd app.bin', {
    ...READS_ONE,
    decodes: '-r revert',
    text: xxdText,
    match: 'xxd -r dump.hex app.bin',
  }),
  reader('base64', '-dDi --decode -wb: --wrap: --break:', 'base64 -d logo.b64', {
    decodes: '-dD decode',
    text: base64Text,
  }),
  reader('base32', '-di --decode -w: --wrap:', 'base32 -d logo.b32', { decodes: '-d decode', text: base32Text }),
  reader('seq', '-w -sft: --separator: --format:', 'seq 5', { rules: SHOWS, files: 0, text: seqText }),
  reader('basename', '-az -s: --suffix:', 'basename src/app.ts', {
    rules: SHOWS,
    files: 0,
    text: named((path) => path.slice(path.lastIndexOf('/') + 1)),
  }),
  reader('dirname', '-z', 'dirname src/app.ts', {
    rules: SHOWS,
    files: 0,
    text: named((path) => path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0)) || '.'),
  }),
  reader('wc bat bc klist ktutil pr', ANY, 'wc -l README.md'),
  reader('md5sum sha1sum sha256sum sha512sum shasum', valued('al'), [
    'sha256sum app.tar.gz',
    'shasum -a 256 app.tar.gz',
  ]),
  reader('nl', valued('bdfhilnsvw'), 'nl -w 3 app.ts'),
  reader('paste', valued('d', 'delimiters'), 'paste -d , a.txt b.txt'),
  reader('fold', valued('w', 'width'), 'fold -w 80 notes.txt'),
  reader('column', valued('cosNHlWORETprin', 'separator output-separator'), 'column -t -s , names.csv'),
  reader('comm', valued('', 'output-delimiter'), 'comm -12 a.txt b.txt'),
  reader('diff', valued('CDFIxXSUWL', 'label exclude exclude-from from-file to-file'), [
    'diff -u old.txt new.txt',
    'diff -r -x .env old new',
  ]),
  reader('cmp', valued('in'), 'cmp -n 64 a.bin b.bin'),
  reader('od', valued('AjNtS', 'format'), 'od -A x a.bin'),
  reader('hexdump', valued('efnsL'), 'hexdump -n 16 a.bin'),
  reader('strings', valued('nteTs', 'output-separator'), 'strings -n 8 app'),
  lister('ls', valued('IwT', 'format'), 'ls -la src'),
  lister('eza lsd', valued('LsItw'), 'eza -L 2 src'),
  lister('stat', valued('c', 'format'), 'stat -c %s README.md'),
  lister('file', valued('eFmf'), 'file -m my.magic app'),
  lister('readlink realpath getfacl', ANY, 'readlink -f app'),
  lister('du', valued('BdtXn', 'exclude'), 'du -sh .'),
  lister('df', valued('Bxt'), 'df -t ext4'),
  reader('tree', `-o: --output: ${valued('LPIHTR', 'filelimit timefmt charset')}`, 'tree -L 2', {
    rules: [['**', 'lists $*', 'writes $-o|--output']],
    match: 'tree -L 2 -o ~/.bashrc',
  }),
  reader('shuf', `-o: --output: ${valued('in')}`, 'shuf -n 3 a.txt', {
    rules: READS_OUTPUT,
    match: 'shuf -o ~/.bashrc a.txt',
  }),
  reader('iconv xmllint cloc scc', `-o: --output: ${ANY}`, 'xmllint --noout pom.xml', {
    rules: READS_OUTPUT,
    match: 'iconv -f latin1 -t utf8 -o new.txt old.txt',
  }),
  reader('look', ANY, 'look a words.txt', { match: 'look a ~/.ssh/id_rsa' }),
  reader('sleep expr clear yes apropos', ANY, ['sleep 5', 'expr 1 + 2'], { rules: SHOWS, files: 0 }),
  reader(
    'mogrify patchelf',
    `${ANY} --set-rpath: --set-interpreter: --add-needed: --remove-needed: --replace-needed:`,
    [],
    { rules: [['**', 'writes $*']], match: ['mogrify -strip logo.png', 'patchelf --set-rpath /opt/lib app'] },
  ),
]
