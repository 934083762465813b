import { recordSecretFileSearch } from '../../../analysis/interpret/credential-search.ts'
import { DECODED_SOURCE } from '../../../analysis/interpret/decoded-source.ts'
import { collectInputSources, makeValue, readStdinSources } from '../../../analysis/interpret/file-tool.ts'
import { type Options, parseOptionNames } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall, SpecRule } from '../../../analysis/interpret/spec.ts'
import {
  base32Text,
  base64Text,
  catText,
  cutFieldsText,
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

/** Every letter, where none of them writes or runs anything. */
const ANY_SHORT_OPTION = '-0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ@%'

/** The same, where these letters and names are given a word. */
function makeLenientOptions(letters: string, names = ''): string {
  const long = names.split(' ').filter((name) => name !== '')
  return [...[...letters].map((letter) => `-${letter}:`), ...long.map((name) => `--${name}:`), ANY_SHORT_OPTION].join(
    ' ',
  )
}

const SHOW_RULES: readonly SpecRule[] = [['**', 'shows']]
const READ_WITH_OUTPUT_RULES: readonly SpecRule[] = [['**', 'reads $*', 'writes $-o|--output']]

interface ReadingSpecOptions extends Partial<ProgramSpec> {
  readonly match?: string | readonly string[]
  readonly text?: TextFilter
  /** With one of these options its output is the input decoded. */
  readonly decodes?: string
  /** How many of its operands are files; the others are texts. */
  readonly files?: number
}

/** A program that looks at files or texts of this machine, an example of it, and what of them it prints. */
function makeReadingSpec(
  names: string,
  options: string,
  pass: string | readonly string[],
  { match = [], text, decodes, files, ...spec }: ReadingSpecOptions = {},
): ProgramSpec {
  return {
    rules: [['**', 'reads $*']],
    // Where its options are not told from files, it may print what comes in as well.
    prints: (given, command, recorder) => {
      const { operands } = given
      const known = text?.(given, command, recorder)
      const decoded = known === undefined && decodes !== undefined && given.has(...parseOptionNames(decodes))
      const sources = [
        ...(files === 0 ? operands.flatMap((word) => word.sources) : []),
        ...collectInputSources(operands.slice(0, files), command, recorder),
        ...(text === undefined && operands.length > 0 ? readStdinSources(command) : []),
        ...(decoded ? [DECODED_SOURCE] : []),
      ]
      const nothing = known === undefined && sources.length === 0
      return makeValue(known, nothing ? [{ kind: 'command', program: command.name ?? '?', secret: false }] : sources)
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
const READ_FIRST_OPERAND = { rules: [['**', 'reads $1', 'writes $2']], files: 1 } satisfies ReadingSpecOptions

function makeListingSpec(names: string, options: string, example: string): ProgramSpec {
  return makeReadingSpec(names, options, example, {
    rules: [['**', 'lists $*']],
    prints: (_, { name = '?' }) => makeValue(undefined, [{ kind: 'command', program: name, secret: false }]),
  })
}

/** What a program prints of one path that is known, when no option changes it. */
function makePathFilter(part: (path: string) => string): (options: Options) => string | undefined {
  return ({ operands, given }) => {
    const [path, ...others] = operands
    if (path?.text === undefined || path.glob || others.length > 0 || given.size > 0) return undefined
    const trimmed = path.text.replace(/(?<=.)\/+$/, '')
    return `${trimmed === '/' ? '/' : part(trimmed)}\n`
  }
}

/** An index of the whole machine, asked for names. */
function analyzeIndexSearch({ loose, recorder }: SpecCall): CommandGrade {
  const asked = [...loose.operands, ...loose.values('-name', '-r', '--regexp')]
  const names = asked.flatMap(({ known }) => {
    const last = known.slice(known.lastIndexOf('/') + 1)
    return [last, last.replace(/[*\\^$]/g, '')]
  })
  const place = loose.value('-onlyin')
  return recordSecretFileSearch(names, [place ? recorder.path(place) : recorder.pathOf('/')], recorder)
    ? 'plain'
    : 'proven'
}

/** What the machine keeps a list of: files by name. */
const INDEX_SPECS: readonly ProgramSpec[] = [
  {
    names: 'locate plocate',
    style: 'tolerant',
    machine: true,
    options: '-AbceiLNPqSsw0 -dlnr: --regexp:',
    rules: [['**', analyzeIndexSearch]],
    examples: { match: ['locate id_rsa'], pass: ['locate -i readme'] },
  },
  {
    names: 'mdfind',
    style: 'one-dash',
    machine: true,
    options: '-0 -live -onlyin: -name:',
    rules: [['**', analyzeIndexSearch]],
    examples: { match: ['mdfind -name id_rsa'], pass: ['mdfind -onlyin . readme'] },
  },
]

export const READING_SPECS: readonly ProgramSpec[] = [
  ...INDEX_SPECS,
  // Those that print a text which can be told: their options are listed as far as they matter to it.
  makeReadingSpec('cat', '-AbeEnstTuv', 'cat README.md', { text: catText }),
  makeReadingSpec('head', '-qvz0123456789 -nc: --lines: --bytes:', 'head -n 3 README.md', { text: headText }),
  makeReadingSpec('tail', '-fFqrvz0123456789 -ncs: --lines: --bytes: --pid: --follow?', 'tail -f app.log', {
    text: tailText,
  }),
  makeReadingSpec('uniq', '-cduizD -fsw:', 'uniq -c names.txt', {
    ...READ_FIRST_OPERAND,
    text: uniqText,
    match: 'uniq names.txt sorted.txt',
  }),
  makeReadingSpec(
    'cut',
    '-nsz -bcdf: --bytes: --characters: --delimiter: --fields: --output-delimiter:',
    'cut -d: -f1 names.txt',
    { text: cutFieldsText },
  ),
  makeReadingSpec('tr', '-cCdst --complement --delete', 'tr a-z A-Z', { rules: SHOW_RULES, files: 0, text: trText }),
  makeReadingSpec('rev', '', 'rev names.txt', { text: revText }),
  makeReadingSpec('tac', '-br -s: --separator:', 'tac names.txt', { text: tacText }),
  makeReadingSpec('xxd', '-abCdeEipru -cglnosR:', 'xxd app.bin', {
    ...READ_FIRST_OPERAND,
    decodes: '-r revert',
    text: xxdText,
    match: 'xxd -r dump.hex app.bin',
  }),
  makeReadingSpec('base64', '-dDi --decode -wb: --wrap: --break:', 'base64 -d logo.b64', {
    decodes: '-dD decode',
    text: base64Text,
  }),
  makeReadingSpec('base32', '-di --decode -w: --wrap:', 'base32 -d logo.b32', {
    decodes: '-d decode',
    text: base32Text,
  }),
  makeReadingSpec('seq', '-w -sft: --separator: --format:', 'seq 5', { rules: SHOW_RULES, files: 0, text: seqText }),
  makeReadingSpec('basename', '-az -s: --suffix:', 'basename src/app.ts', {
    rules: SHOW_RULES,
    files: 0,
    text: makePathFilter((path) => path.slice(path.lastIndexOf('/') + 1)),
  }),
  makeReadingSpec('dirname', '-z', 'dirname src/app.ts', {
    rules: SHOW_RULES,
    files: 0,
    text: makePathFilter((path) => path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0)) || '.'),
  }),
  makeReadingSpec('wc bat bc klist ktutil pr', ANY_SHORT_OPTION, 'wc -l README.md'),
  makeReadingSpec('md5sum sha1sum sha256sum sha512sum shasum', makeLenientOptions('al'), [
    'sha256sum app.tar.gz',
    'shasum -a 256 app.tar.gz',
  ]),
  makeReadingSpec('nl', makeLenientOptions('bdfhilnsvw'), 'nl -w 3 app.ts'),
  makeReadingSpec('paste', makeLenientOptions('d', 'delimiters'), 'paste -d , a.txt b.txt'),
  makeReadingSpec('fold', makeLenientOptions('w', 'width'), 'fold -w 80 notes.txt'),
  makeReadingSpec(
    'column',
    makeLenientOptions('cosNHlWORETprin', 'separator output-separator'),
    'column -t -s , names.csv',
  ),
  makeReadingSpec('comm', makeLenientOptions('', 'output-delimiter'), 'comm -12 a.txt b.txt'),
  makeReadingSpec('diff', makeLenientOptions('CDFIxXSUWL', 'label exclude exclude-from from-file to-file'), [
    'diff -u old.txt new.txt',
    'diff -r -x .env old new',
  ]),
  makeReadingSpec('cmp', makeLenientOptions('in'), 'cmp -n 64 a.bin b.bin'),
  makeReadingSpec('od', makeLenientOptions('AjNtS', 'format'), 'od -A x a.bin'),
  makeReadingSpec('hexdump', makeLenientOptions('efnsL'), 'hexdump -n 16 a.bin'),
  makeReadingSpec('strings', makeLenientOptions('nteTs', 'output-separator'), 'strings -n 8 app'),
  makeListingSpec('ls', makeLenientOptions('IwT', 'format'), 'ls -la src'),
  makeListingSpec('eza lsd', makeLenientOptions('LsItw'), 'eza -L 2 src'),
  makeListingSpec('stat', makeLenientOptions('c', 'format'), 'stat -c %s README.md'),
  makeListingSpec('file', makeLenientOptions('eFmf'), 'file -m my.magic app'),
  makeListingSpec('readlink realpath getfacl', ANY_SHORT_OPTION, 'readlink -f app'),
  makeListingSpec('du', makeLenientOptions('BdtXn', 'exclude'), 'du -sh .'),
  makeListingSpec('df', makeLenientOptions('Bxt'), 'df -t ext4'),
  makeReadingSpec('tree', `-o: --output: ${makeLenientOptions('LPIHTR', 'filelimit timefmt charset')}`, 'tree -L 2', {
    rules: [['**', 'lists $*', 'writes $-o|--output']],
    match: 'tree -L 2 -o ~/.bashrc',
  }),
  makeReadingSpec('shuf', `-o: --output: ${makeLenientOptions('in')}`, 'shuf -n 3 a.txt', {
    rules: READ_WITH_OUTPUT_RULES,
    match: 'shuf -o ~/.bashrc a.txt',
  }),
  makeReadingSpec('iconv xmllint cloc scc', `-o: --output: ${ANY_SHORT_OPTION}`, 'xmllint --noout pom.xml', {
    rules: READ_WITH_OUTPUT_RULES,
    match: 'iconv -f latin1 -t utf8 -o new.txt old.txt',
  }),
  makeReadingSpec('look', ANY_SHORT_OPTION, 'look a words.txt', { match: 'look a ~/.ssh/id_rsa' }),
  makeReadingSpec('sleep expr clear yes apropos', ANY_SHORT_OPTION, ['sleep 5', 'expr 1 + 2'], {
    rules: SHOW_RULES,
    files: 0,
  }),
  makeReadingSpec(
    'mogrify patchelf',
    `${ANY_SHORT_OPTION} --set-rpath: --set-interpreter: --add-needed: --remove-needed: --replace-needed:`,
    [],
    { rules: [['**', 'writes $*']], match: ['mogrify -strip logo.png', 'patchelf --set-rpath /opt/lib app'] },
  ),
]
