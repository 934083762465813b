import type { Options } from '../options.ts'
import {
  base32Text,
  base64Text,
  catText,
  cutText,
  headText,
  revText,
  seqText,
  tacText,
  tailText,
  trText,
  uniqText,
  xxdText,
} from './constant-text.ts'
import type { Simple } from './simple.ts'

/** Programs that print what they read, whatever their options are: those are listed that take a word, or change what it prints. */
const PRINTING: readonly Simple[] = [
  { names: 'cat', flags: '-AbeEnstTuv', text: catText },
  { names: 'head', flags: '-qvz0123456789', values: '-nc lines bytes', text: headText },
  {
    names: 'tail',
    flags: '-fFqrvz0123456789',
    values: '-ncs lines bytes pid',
    optional: 'follow',
    text: tailText,
  },
  { names: 'wc', flags: '-clLmw' },
  { names: 'uniq', flags: '-cduizD', values: '-fsw', text: uniqText, writesOperand: 1 },
  {
    names: 'cut',
    flags: '-nsz',
    values: '-bcdf bytes characters delimiter fields output-delimiter',
    text: cutText,
  },
  { names: 'paste', flags: '-sz', values: '-d delimiters' },
  { names: 'tr', flags: '-cCdst complement delete', operands: 'text', text: trText },
  { names: 'rev', text: revText },
  { names: 'tac', flags: '-br', values: '-s separator', text: tacText },
  { names: 'nl', flags: '-p', values: '-bdfhilnsvw' },
  { names: 'fold', flags: '-bcs', values: '-w width' },
  { names: 'column', flags: '-texLJRd', values: '-cosNHlWORETpri separator output-separator' },
  { names: 'comm', flags: '-123z', values: 'output-delimiter' },
  {
    names: 'diff',
    flags: '-abBcdeEilNnpPqrRstTuwyZ0123456789 report-identical-files text',
    values: '-CDFIxXSUWL label exclude exclude-from from-file to-file',
  },
  { names: 'cmp', flags: '-bls', values: '-in' },
  {
    names: 'od',
    flags: '-abcdDeFhHiIlLoOsxXv output-duplicates',
    values: '-AjNtS format',
    optional: '-w',
  },
  { names: 'hexdump', flags: '-bcCdovx', values: '-efnsL' },
  {
    names: 'xxd',
    flags: '-abCdeEipru',
    values: '-cglnosR',
    decodes: '-r revert',
    text: xxdText,
    writesOperand: 1,
  },
  { names: 'strings', flags: '-afwdxo', values: '-nteTs output-separator' },
  {
    names: 'base64',
    flags: '-dDi decode',
    values: '-wb wrap break',
    decodes: '-dD decode',
    text: base64Text,
  },
  { names: 'base32', flags: '-di decode', values: '-w wrap', decodes: '-d decode', text: base32Text },
  { names: 'md5sum sha1sum sha256sum sha512sum shasum', flags: '-bctwzpqrUs01', values: '-al' },
  { names: 'stat', flags: '-LftFlnqrsx', values: '-c format', operands: 'list' },
  { names: 'file', flags: '-bcdEhiIkLlNnprsvzZS0', values: '-eFmP', readsValue: '-f', operands: 'list' },
  { names: 'readlink realpath', flags: '-femnqsvzLP', operands: 'list' },
  {
    names: 'basename',
    flags: '-az',
    values: '-s suffix',
    operands: 'text',
    text: named((path) => path.slice(path.lastIndexOf('/') + 1)),
  },
  {
    names: 'dirname',
    flags: '-z',
    operands: 'text',
    text: named((path) => path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0)) || '.'),
  },
  {
    names: 'ls',
    flags: '-aAbBcCdDfFgGhHiklLmnNoOpqQrRsStuUvxXZ1@e%',
    values: '-IwT format',
    operands: 'list',
  },
  { names: 'eza lsd', flags: '-1GlRTxFaAdrDfBbgHhimnSuU@MoXZ', values: '-LsItw', operands: 'list' },
  {
    names: 'tree',
    flags: '-adflxCnpugshDFqvtcUrNASiJXQ prune',
    values: '-LPIHTR filelimit timefmt charset',
    writesValue: '-o',
    operands: 'list',
  },
  { names: 'du', flags: '-0abcDhHklLmPsSxX', values: '-BdtXn exclude', operands: 'list' },
  { names: 'df', flags: '-aHhiklmPTvg', values: '-Bxt', optional: 'output', operands: 'list' },
  { names: 'cloc scc', flags: '-fCvqwdhi', values: '-estM format', writesValue: '-o', operands: 'list' },
  { names: 'seq', flags: '-w', values: '-sft separator format', operands: 'text', text: seqText },
  { names: 'yes', operands: 'text' },
  { names: 'sleep expr clear look', flags: '-bdfxV', operands: 'text' },
  { names: 'shuf', flags: '-erz', values: '-in', writesValue: '-o output' },
  { names: 'iconv', flags: '-cls', values: '-ft', writesValue: '-o output' },
  { names: 'xmllint', writesValue: 'output -o' },
  { names: 'bat', flags: '-APpnfuh', values: '-lHrdm language line-range highlight-line theme style color' },
  { names: 'bc', flags: '-hilqswv', values: '-ef' },
  { names: 'apropos', flags: '-derwalC', values: '-smM', operands: 'text' },
  { names: 'getfacl', flags: '-aceEsRLPtpndvrn', operands: 'list' },
]

export const READING: readonly Simple[] = PRINTING.map((spec) => ({ ...spec, lenient: true }))

/** What a program prints of one path that is known, when no option changes it. */
function named(part: (path: string) => string): (options: Options) => string | undefined {
  return ({ operands, given }) => {
    const [path, ...others] = operands
    if (path?.text === undefined || path.glob || others.length > 0 || given.size > 0) return undefined
    const trimmed = path.text.replace(/(?<=.)\/+$/, '')
    return `${trimmed === '/' ? '/' : part(trimmed)}\n`
  }
}
