import type { FormRule, Spec, SpecExamples } from '../form/form.ts'
import { namesIn, type Options } from '../options.ts'
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
import { DECODED } from './decoded.ts'
import { sourcesOf, stdinSources, value } from './touching.ts'

/** Every letter, where none of them writes or runs anything. */
const ANY = '-0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ@%'

/** The same, where these letters and names are given a word. */
function valued(letters: string, names = ''): string {
  const long = names.split(' ').filter((name) => name !== '')
  return [...[...letters].map((letter) => `-${letter}:`), ...long.map((name) => `--${name}:`), ANY].join(' ')
}

const READS: readonly FormRule[] = [['**', 'reads $*']]
const SHOWS: readonly FormRule[] = [['**', 'shows']]
/** The second operand is what it writes. */
const READS_ONE: readonly FormRule[] = [['**', 'reads $1', 'writes $2']]

const looks = (...pass: readonly string[]): SpecExamples => ({ match: [], pass })

interface Printing {
  /** What it prints for constant input. */
  readonly text?: TextFilter
  /** With one of these options its output is the input decoded. */
  readonly decodes?: string
  /** How many of its operands are files; the others are texts. */
  readonly files?: number
}

/** It prints what it reads; where its options are not told from files, what comes in as well. */
function prints({ text, decodes, files }: Printing): NonNullable<Spec['prints']> {
  return (options, command, scribe) => {
    const known = text?.(options, command, scribe)
    const words = files === 0 ? options.operands.flatMap((word) => word.sources) : []
    const from = sourcesOf(options.operands.slice(0, files), command, scribe)
    const unsure = text === undefined && options.operands.length > 0 ? stdinSources(command) : []
    const decoded = known === undefined && decodes !== undefined && options.has(...namesIn(decodes))
    const sources = [...words, ...from, ...unsure, ...(decoded ? [DECODED] : [])]
    const nothing = known === undefined && sources.length === 0
    return value(known, nothing ? [{ kind: 'command', program: command.name ?? '?', secret: false }] : sources)
  }
}

/** A program that looks at files or texts of this machine, and what of them it prints. */
function reader(names: string, options: string, spec: Omit<Spec, 'names' | 'options'> & Printing): Spec {
  const { text, decodes, files, ...rest } = spec
  const shown = { ...(text && { text }), ...(decodes && { decodes }), ...(files !== undefined && { files }) }
  return { prints: prints(shown), ...rest, names, options, style: 'tolerant', machine: true }
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

/** Those that print a text which can be told: their options are listed as far as they matter to it. */
const TELLING: readonly Spec[] = [
  reader('cat', '-AbeEnstTuv', { rules: READS, text: catText, examples: looks('cat README.md') }),
  reader('head', '-qvz0123456789 -nc: --lines: --bytes:', {
    rules: READS,
    text: headText,
    examples: looks('head -n 3 README.md'),
  }),
  reader('tail', '-fFqrvz0123456789 -ncs: --lines: --bytes: --pid: --follow?', {
    rules: READS,
    text: tailText,
    examples: looks('tail -f app.log'),
  }),
  reader('uniq', '-cduizD -fsw:', {
    rules: READS_ONE,
    files: 1,
    text: uniqText,
    examples: { match: ['uniq names.txt sorted.txt'], pass: ['uniq -c names.txt'] },
  }),
  reader('cut', '-nsz -bcdf: --bytes: --characters: --delimiter: --fields: --output-delimiter:', {
    rules: READS,
    text: cutText,
    examples: looks('cut -d: -f1 names.txt'),
  }),
  reader('tr', '-cCdst --complement --delete', { rules: SHOWS, files: 0, text: trText, examples: looks('tr a-z A-Z') }),
  reader('rev', '', { rules: READS, text: revText, examples: looks('rev names.txt') }),
  reader('tac', '-br -s: --separator:', { rules: READS, text: tacText, examples: looks('tac names.txt') }),
  reader('xxd', '-abCdeEipru -cglnosR:', {
    rules: READS_ONE,
    files: 1,
    decodes: '-r revert',
    text: xxdText,
    examples: { match: ['xxd -r dump.hex app.bin'], pass: ['xxd app.bin'] },
  }),
  reader('base64', '-dDi --decode -wb: --wrap: --break:', {
    rules: READS,
    decodes: '-dD decode',
    text: base64Text,
    examples: looks('base64 -d logo.b64'),
  }),
  reader('base32', '-di --decode -w: --wrap:', {
    rules: READS,
    decodes: '-d decode',
    text: base32Text,
    examples: looks('base32 -d logo.b32'),
  }),
  reader('seq', '-w -sft: --separator: --format:', { rules: SHOWS, files: 0, text: seqText, examples: looks('seq 5') }),
  reader('basename', '-az -s: --suffix:', {
    rules: SHOWS,
    files: 0,
    text: named((path) => path.slice(path.lastIndexOf('/') + 1)),
    examples: looks('basename src/app.ts'),
  }),
  reader('dirname', '-z', {
    rules: SHOWS,
    files: 0,
    text: named((path) => path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0)) || '.'),
    examples: looks('dirname src/app.ts'),
  }),
]

/** Places that it lists. */
function lister(names: string, options: string, example: string): Spec {
  return reader(names, options, {
    rules: [['**', 'lists $*']],
    prints: (_, { name = '?' }) => value(undefined, [{ kind: 'command', program: name, secret: false }]),
    examples: looks(example),
  })
}

export const READING: readonly Spec[] = [
  ...TELLING,
  reader('wc bat bc klist ktutil pr', ANY, { rules: READS, examples: looks('wc -l README.md') }),
  reader('md5sum sha1sum sha256sum sha512sum shasum', valued('al'), {
    rules: READS,
    examples: looks('sha256sum app.tar.gz', 'shasum -a 256 app.tar.gz'),
  }),
  reader('nl', valued('bdfhilnsvw'), { rules: READS, examples: looks('nl -w 3 app.ts') }),
  reader('paste', valued('d', 'delimiters'), { rules: READS, examples: looks('paste -d , a.txt b.txt') }),
  reader('fold', valued('w', 'width'), { rules: READS, examples: looks('fold -w 80 notes.txt') }),
  reader('column', valued('cosNHlWORETprin', 'separator output-separator'), {
    rules: READS,
    examples: looks('column -t -s , names.csv'),
  }),
  reader('comm', valued('', 'output-delimiter'), { rules: READS, examples: looks('comm -12 a.txt b.txt') }),
  reader('diff', valued('CDFIxXSUWL', 'label exclude exclude-from from-file to-file'), {
    rules: READS,
    examples: looks('diff -u old.txt new.txt', 'diff -r -x .env old new'),
  }),
  reader('cmp', valued('in'), { rules: READS, examples: looks('cmp -n 64 a.bin b.bin') }),
  reader('od', valued('AjNtS', 'format'), { rules: READS, examples: looks('od -A x a.bin') }),
  reader('hexdump', valued('efnsL'), { rules: READS, examples: looks('hexdump -n 16 a.bin') }),
  reader('strings', valued('nteTs', 'output-separator'), { rules: READS, examples: looks('strings -n 8 app') }),
  lister('ls', valued('IwT', 'format'), 'ls -la src'),
  lister('eza lsd', valued('LsItw'), 'eza -L 2 src'),
  lister('stat', valued('c', 'format'), 'stat -c %s README.md'),
  lister('file', valued('eFmf'), 'file -m my.magic app'),
  lister('readlink realpath getfacl', ANY, 'readlink -f app'),
  lister('du', valued('BdtXn', 'exclude'), 'du -sh .'),
  lister('df', valued('Bxt'), 'df -t ext4'),
  reader('tree', `-o: --output: ${valued('LPIHTR', 'filelimit timefmt charset')}`, {
    rules: [['**', 'lists $*', 'writes $-o|--output']],
    examples: { match: ['tree -L 2 -o ~/.bashrc'], pass: ['tree -L 2'] },
  }),
  reader('shuf', `-o: --output: ${valued('in')}`, {
    rules: [['**', 'reads $*', 'writes $-o|--output']],
    examples: { match: ['shuf -o ~/.bashrc a.txt'], pass: ['shuf -n 3 a.txt'] },
  }),
  reader('iconv xmllint cloc scc', `-o: --output: ${ANY}`, {
    rules: [['**', 'reads $*', 'writes $-o|--output']],
    examples: { match: ['iconv -f latin1 -t utf8 -o new.txt old.txt'], pass: ['xmllint --noout pom.xml'] },
  }),
  reader('sleep expr clear look yes apropos', ANY, {
    rules: SHOWS,
    files: 0,
    examples: looks('sleep 5', 'expr 1 + 2'),
  }),
  reader(
    'mogrify patchelf',
    `${ANY} --set-rpath: --set-interpreter: --add-needed: --remove-needed: --replace-needed:`,
    {
      rules: [['**', 'writes $*']],
      examples: { match: ['mogrify -strip logo.png', 'patchelf --set-rpath /opt/lib app'], pass: [] },
    },
  ),
]
