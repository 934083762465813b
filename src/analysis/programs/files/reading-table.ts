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

/** Programs that print what they read. */
export const READING: readonly Simple[] = [
  {
    names: 'cat',
    flags: '-AbeEnstTuv show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
    text: catText,
  },
  {
    names: 'head ghead',
    flags: '-qvz0123456789 quiet silent verbose zero-terminated',
    values: '-nc lines bytes',
    text: headText,
  },
  {
    names: 'tail gtail',
    flags: '-fFqrvz0123456789 retry quiet silent verbose zero-terminated',
    values: '-ncs lines bytes pid sleep-interval max-unchanged-stats',
    optional: 'follow',
    text: tailText,
  },
  { names: 'wc', flags: '-clLmw bytes chars lines words max-line-length', values: 'total', readsValue: 'files0-from' },
  {
    names: 'uniq',
    flags: '-cduiz count repeated ignore-case unique zero-terminated -D',
    values: '-fsw skip-fields skip-chars check-chars',
    optional: 'all-repeated group',
    text: uniqText,
    writesOperand: 1,
  },
  {
    names: 'cut',
    flags: '-nsz complement only-delimited zero-terminated',
    values: '-bcdf bytes characters delimiter fields output-delimiter',
    text: cutText,
  },
  { names: 'paste', flags: '-sz serial zero-terminated', values: '-d delimiters' },
  { names: 'tr', flags: '-cCdst complement delete squeeze-repeats truncate-set1', operands: 'text', text: trText },
  { names: 'rev', flags: '-0 zero', text: revText },
  { names: 'tac', flags: '-br before regex', values: '-s separator', text: tacText },
  {
    names: 'nl',
    flags: '-p no-renumber',
    values:
      '-bdfhilnsvw body-numbering section-delimiter footer-numbering header-numbering line-increment join-blank-lines number-format number-separator starting-line-number number-width',
  },
  { names: 'fold', flags: '-bcs bytes characters spaces', values: '-w width' },
  {
    names: 'fmt',
    flags: '-cstu crown-margin split-only tagged-paragraph uniform-spacing',
    values: '-pgw prefix goal width',
  },
  { names: 'expand unexpand', flags: '-ai all first-only initial', values: '-t tabs' },
  { names: 'pr', flags: '-acdfFJmrtTz0123456789', values: '-hlnNoswWieS' },
  {
    names: 'column',
    flags: '-texLJRd table keep-empty-lines json fillrows table-noheadings',
    values:
      '-cosNHlWORETpri columns output-separator separator table-columns table-hide table-right table-truncate table-wrap table-name table-order tree tree-id tree-parent',
  },
  { names: 'comm', flags: '-123z check-order nocheck-order total zero-terminated', values: 'output-delimiter' },
  { names: 'join', flags: '-iz header ignore-case check-order nocheck-order zero-terminated', values: '-aeojtv12' },
  {
    names: 'diff',
    flags:
      '-abBcdeEilNnpPqrRstTuwyZ0123456789 brief report-identical-files normal ed rcs side-by-side left-column suppress-common-lines show-c-function expand-tabs initial-tab suppress-blank-empty paginate recursive no-dereference new-file unidirectional-new-file ignore-file-name-case no-ignore-file-name-case ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space ignore-blank-lines strip-trailing-cr text minimal speed-large-files',
    values:
      '-CDFIxXSUWL label width palette show-function-line tabsize exclude exclude-from ignore-matching-lines starting-file horizon-lines line-format ifdef old-group-format new-group-format unchanged-group-format changed-group-format from-file to-file old-line-format new-line-format unchanged-line-format',
    optional: 'color context unified',
  },
  { names: 'colordiff icdiff', flags: '-uwbBrNqiN', values: '-UW' },
  { names: 'cmp', flags: '-bls print-bytes verbose quiet silent', values: '-in ignore-initial bytes' },
  { names: 'diff3', flags: '-aAeEimTxX3 merge show-all text easy-only overlap-only', values: '-L label' },
  {
    names: 'od',
    flags: '-abcdDeFhHiIlLoOsxXv output-duplicates traditional',
    values: '-AjNtS address-radix skip-bytes read-bytes format endian',
    optional: '-w strings width',
  },
  { names: 'hexdump hd', flags: '-bcCdovx', values: '-efnsL' },
  {
    names: 'xxd',
    flags: '-abCdeEipru postscript plain revert bits include uppercase',
    values: '-cglnosR cols groupsize len name offset seek',
    decodes: '-r revert',
    text: xxdText,
    writesOperand: 1,
  },
  {
    names: 'strings',
    flags: '-afwdxo all print-file-name data include-all-whitespace',
    values: '-nteTs bytes radix encoding target output-separator',
  },
  {
    names: 'base64 gbase64',
    flags: '-dDi decode ignore-garbage',
    values: '-wb wrap break',
    readsValue: '',
    decodes: '-dD decode',
    text: base64Text,
  },
  { names: 'base32', flags: '-di decode ignore-garbage', values: '-w wrap', decodes: '-d decode', text: base32Text },
  {
    names: 'basenc',
    flags: '-di decode ignore-garbage base64 base64url base32 base32hex base16 base2msbf base2lsbf z85',
    values: '-w wrap',
  },
  { names: 'uuencode', flags: '-mre', operands: 'read' },
  {
    names: 'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 cksum sum b3sum crc32 sha256 sha1',
    flags:
      '-bctwzpqrUs01 binary check tag text zero ignore-missing quiet status strict warn untagged raw debug no-names base64 portable UNIVERSAL',
    values: '-al length algorithm num-threads',
  },
  {
    names: 'stat gstat',
    flags: '-LftFlnqrsx dereference file-system terse',
    values: '-c format printf cached',
    operands: 'list',
  },
  {
    names: 'file',
    flags:
      '-bcdEhiIkLlNnprsvzZS0 brief mime mime-type mime-encoding no-buffer dereference no-dereference keep-going extension apple raw preserve-date special-files uncompress list print0 no-pad no-sandbox',
    values: '-eFmP exclude exclude-quiet separator magic-file parameter',
    readsValue: '-f files-from',
    operands: 'list',
  },
  {
    names: 'readlink greadlink realpath grealpath',
    flags:
      '-femnqsvzLP canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero no-symlinks strip logical physical',
    values: 'relative-to relative-base',
    operands: 'list',
  },
  {
    names: 'basename',
    flags: '-az multiple zero',
    values: '-s suffix',
    operands: 'text',
    text: named((path) => path.slice(path.lastIndexOf('/') + 1)),
  },
  {
    names: 'dirname',
    flags: '-z zero',
    operands: 'text',
    text: named((path) => path.slice(0, Math.max(path.lastIndexOf('/'), path.startsWith('/') ? 1 : 0)) || '.'),
  },
  { names: 'pathchk', flags: '-pP portability', operands: 'text' },
  {
    names: 'ls dir vdir gls',
    flags:
      '-aAbBcCdDfFgGhHiklLmnNoOpqQrRsStuUvxXZ1@e%T all almost-all author escape ignore-backups directory dired group-directories-first no-group human-readable si dereference-command-line dereference-command-line-symlink-to-dir inode kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars quote-name reverse recursive size context zero full-time file-type',
    values: '-IwT block-size format hide ignore indicator-style quoting-style sort time time-style width tabsize',
    optional: 'color classify hyperlink',
    operands: 'list',
  },
  {
    names: 'eza exa lsd',
    flags:
      '-1GlRTxFaAdrsDfBbgHhiLmnSuUt@MoXZ oneline grid long recurse tree across all almost-all list-dirs reverse only-dirs only-files git git-ignore git-repos icons no-icons header group links inode size blocks binary bytes numeric modified accessed created changed no-permissions no-filesize no-user no-time no-git octal-permissions group-directories-first dirs-first follow-symlinks total-size classify',
    values: '-LsItw level sort ignore-glob time time-style color-scale width depth',
    optional: 'color colour icons hyperlink classify',
    operands: 'list',
  },
  {
    names: 'tree',
    flags:
      '-adflxCnpugshDFqvtcUrNASiJXQ noreport matchdirs metafirst ignore-case inodes device du si dirsfirst filesfirst prune gitignore fromfile hintro houtro nolinks version help compress',
    values: '-LPIHTR filelimit timefmt charset sort infofile',
    optional: 'sort',
    writesValue: '-o',
    operands: 'list',
  },
  {
    names: 'du gdu dust dua',
    flags:
      '-0abcDhHklLmPsSxX null all apparent-size bytes total dereference-args human-readable si dereference inodes no-dereference separate-dirs summarize one-file-system count-links',
    values: '-BdtXn block-size exclude max-depth threshold exclude-from time-style',
    optional: 'time',
    readsValue: 'files0-from',
    operands: 'list',
  },
  {
    names: 'df duf',
    flags: '-aHhiklmPTvg all human-readable si inodes local no-sync portability print-type sync total',
    values: '-Bxt block-size exclude-type type',
    optional: 'output',
    operands: 'list',
  },
  { names: 'cal ncal', flags: '-13jmsyYhwCNbeMo', values: '-nABHd', operands: 'text' },
  { names: 'seq', flags: '-w equal-width', values: '-sft separator format', operands: 'text', text: seqText },
  { names: 'yes', operands: 'text' },
  { names: 'sleep usleep', operands: 'text' },
  {
    names: 'numfmt',
    flags: '-z debug grouping zero-terminated',
    values: '-d delimiter field format from from-unit invalid padding round suffix to to-unit',
    optional: 'header',
    operands: 'text',
  },
  { names: 'expr factor', operands: 'text' },
  { names: 'nproc', flags: 'all', values: 'ignore', operands: 'none' },
  { names: 'tput', flags: '-SxV', values: '-T', operands: 'text' },
  { names: 'clear reset', flags: '-xV', operands: 'none' },
  { names: 'stty', flags: '-ag all save', values: '-F file', operands: 'text' },
  { names: 'tty', flags: '-s silent quiet', operands: 'none' },
  { names: 'mdls', flags: '-raw', values: '-name', singleDash: true, operands: 'list' },
  {
    names: 'xmllint',
    flags:
      '-format noout html recover huge nonet dropdtd xinclude auto c14n valid noent noblanks nowarning format debug nocatalogs',
    values: 'xpath schema relaxng dtdvalid encode pretty maxmem',
    writesValue: 'output -o',
    guarded: true,
  },
  {
    names: 'tokei',
    flags: '-fChVv files hidden no-ignore no-ignore-dot no-ignore-parent no-ignore-vcs compact verbose',
    values: '-estco exclude types sort columns output num-format',
    operands: 'list',
  },
  {
    names: 'cloc scc sloccount',
    flags:
      '-fCvqwdhi json csv yaml xml md by-file by-file-by-lang vcs quiet hide-rate files hidden no-ignore no-complexity sort-by compact no-cocomo no-duplicates skip-uniqueness wide',
    values:
      '-estM exclude-dir exclude-ext exclude-lang include-lang include-ext match-d not-match-d match-f not-match-f exclude type sort max-file-size timeout format',
    optional: 'vcs',
    writesValue: '-o out output report-file',
    operands: 'list',
  },
  {
    names: 'bat batcat',
    flags:
      '-APpnfuh plain number show-all decorations list-themes list-languages force-colorization unbuffered no-config diagnostic',
    values:
      '-lHrdm language highlight-line line-range diff-context map-syntax theme style color wrap tabs paging decorations italic-text terminal-width file-name ignored-suffix nonprintable-notation',
    guarded: true,
  },
  { names: 'glow mdcat', flags: '-palt pager all local', values: '-swc style width', guarded: true },
  { names: 'hexyl', flags: '-vpP no-squeezing plain', values: '-ncsobg length bytes skip color border base' },
  { names: 'ts', flags: '-irsm', operands: 'text' },
  {
    names: 'pv',
    flags:
      '-pterabfnqlcWTh0k progress timer eta rate average-rate bytes force numeric quiet line-mode cursor wait buffer-percent null',
    values: '-siLNHwBRFAd size interval rate-limit name height width buffer-size format',
  },
  { names: 'isutf8 ifdata errno', flags: '-lsqi list search quiet invert', operands: 'text' },
  { names: 'iconv', flags: '-clsv list silent verbose', values: '-ft from-code to-code', writesValue: '-o output' },
  {
    names: 'getopt',
    flags: '-aTquQ alternative test quiet unquoted',
    values: '-olns options longoptions name shell',
    operands: 'text',
  },
  { names: 'look', flags: '-bdf', values: '-t', operands: 'text' },
  { names: 'lsattr', flags: '-RVadlpv', operands: 'list' },
  {
    names: 'getfacl getcap',
    flags:
      '-aceEsRLPtpndvrn access omit-header all-effective no-effective skip-base recursive logical physical tabular numeric absolute-names default',
    operands: 'list',
  },
  {
    names: 'size nm objdump readelf ldd otool dwarfdump addr2line c++filt',
    flags:
      '-aAbBCdDfghilLnopPrsStTuvwxWVXR all-headers headers syms dynamic demangle disassemble source wide file-header program-headers section-headers segments sections symbols relocs version-info unused function-relocs data-relocs defined-only undefined-only extern-only debugging numeric-sort no-sort print-size reverse-sort line-numbers',
    values: '-jMme format radix section target disassembler-options architecture',
    guarded: true,
  },
  {
    names: 'shellcheck',
    flags: '-aCxVS check-sourced external-sources list-optional norc',
    values: '-efoPsSWi exclude include format enable source-path shell severity wiki-link-count color',
  },
  {
    names: 'csvlook csvcut csvstat csvgrep csvsort csvjson in2csv',
    flags: '-nlHKvSird',
    values: '-cdtqzemp',
    guarded: true,
  },
  { names: 'gron', flags: '-usjvcmk ungron stream json values colorize monochrome' },
  { names: 'jless', flags: '-rs', guarded: true },
  { names: 'whatis apropos', flags: '-derwalC', values: '-smM', operands: 'text' },
  { names: 'tldr cheat', flags: '-ulcr update list', values: '-pLf platform language', operands: 'text' },
  { names: 'getconf', flags: '-a', values: '-v', operands: 'text' },
  { names: 'namei', flags: '-xmolnv', operands: 'list' },
  { names: 'identify', flags: '-ping verbose', values: 'format', singleDash: true },
  {
    names: 'ffprobe',
    flags: '-hide_banner show_format show_streams show_packets show_frames show_chapters pretty',
    values: 'v i of print_format select_streams show_entries loglevel',
    singleDash: true,
  },
  { names: 'pdfinfo', flags: '-box meta', values: 'f l', singleDash: true },
]

/** What a program prints of one path that is known, when no option changes it. */
function named(part: (path: string) => string): (options: Options) => string | undefined {
  return ({ operands, given }) => {
    const [path, ...others] = operands
    if (path?.text === undefined || path.glob || others.length > 0 || given.size > 0) return undefined
    const trimmed = path.text.replace(/(?<=.)\/+$/, '')
    return `${trimmed === '/' ? '/' : part(trimmed)}\n`
  }
}
