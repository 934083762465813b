import { collectInputSources, defineFileTool, makeValue } from '../../../analysis/interpret/file-tool.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import { isHelpRequest, mayBeOptions } from '../../../analysis/interpret/word-checks.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'
import { isSecretName } from '../../lexicon/secret-names.ts'
import { sortText } from './constant-text.ts'

/** Pagers: for an agent they print; some options run or write. */
const pager = defineFileTool({
  names: 'less more most zcat xzcat',
  lenient: true,
  flags: '-aABcCdeEfFgGiIJKlLmMnNqQrRsSuUwWX~ no-init',
  values: '-bDhjkoOpPtTxyz" pattern log-file LOG-FILE lesskey-file lesskey-content lesskey-src',
  words: (args) => args.filter(({ known }) => !known.startsWith('+')),
  acts: ({ command, options, operands, recorder, reads, writes }) => [
    options.has('k', 'lesskey-file', 'lesskey-content', 'lesskey-src') ? 'unknown' : 'proven',
    ...command.args.flatMap(({ known }) => {
      const [, shell] = /^\+\+?(?:!|\|.)(.*)$/s.exec(known) ?? []
      return shell === undefined ? [] : (['plain', recorder.runsShell(makeValue(shell, []), 'less +!')] as const)
    }),
    writes(options.values('o', 'O', 'log-file', 'LOG-FILE'), 'overwrite'),
    reads(operands),
  ],
  prints: ({ command }) => command.args.filter(({ known }) => !/^[-+]/.test(known)),
})

const man = defineFileTool({
  names: 'man info',
  lenient: true,
  flags: '-aDfikKlwWcdhutVIXZ7',
  values: '-CeELmMPrRsSpTH config-file extension locale systems manpath pager sections preprocessor output',
  optional: 'html gxditview browser',
  acts: ({ command, options, recorder, reads }) => [
    options.has('html', 'H', 'C', 'config-file', 'X', 'gxditview', 'output') ? 'unknown' : 'proven',
    ...options
      .values('P', 'pager', 'H', 'html', 'browser', 'p', 'preprocessor')
      .filter(({ text }) => !/^(?:cat|less|more)$/.test(text ?? ''))
      .flatMap((word) => ['plain', recorder.runsShell(word, 'man')] as const),
    reads(findLocalPages(command)),
  ],
  prints: ({ command, recorder }) => {
    const files = findLocalPages(command)
    return makeValue(undefined, files.length > 0 ? collectInputSources(files, command, recorder) : [])
  },
})

/** A page that is named by its path is a file that is shown. */
function findLocalPages({ args }: Command): readonly Word[] {
  const local = args.some(({ known }) => /^-\w*l|^--local-file$/.test(known))
  return args.filter(({ known }) => !known.startsWith('-') && (local || known.includes('/')))
}

const hyperfine = defineFileTool({
  names: 'hyperfine',
  flags: '-iNVh ignore-failure show-output no-shell',
  values:
    '-wmMrpcsunLPDS warmup min-runs max-runs runs prepare conclude cleanup setup shell parameter-list command-name style sort time-unit output input reference export-json export-csv export-markdown',
  acts: ({ options, operands, recorder, writes }) => [
    options.has('L', 'parameter-list') ? 'unknown' : 'proven',
    ...[...operands, ...options.values('p', 'prepare', 'c', 'cleanup', 'conclude', 's', 'setup', 'reference')].map(
      (word) => recorder.runsShell(word, 'hyperfine'),
    ),
    writes(options.values('export-json', 'export-csv', 'export-markdown'), 'overwrite'),
  ],
})

const sort = defineFileTool({
  names: 'sort',
  lenient: true,
  flags: '-bcCdfghiMmnrRsuVz merge',
  values: '-koStT compress-program files0-from key output field-separator temporary-directory',
  acts: ({ command, options, operands, recorder, reads, writes }) => [
    mayBeOptions(command.args) ? 'unknown' : 'proven',
    ...options
      .values('compress-program')
      .map((word) => runSubstituteCommand(word, 'sort --compress-program', recorder)),
    writes(options.values('o', 'output'), 'overwrite'),
    reads([...operands, ...options.values('files0-from')]),
  ],
  prints: ({ command, options, operands, recorder }) => {
    const files = [...operands, ...options.values('files0-from')]
    return makeValue(sortText(options, command, recorder), collectInputSources(files, command, recorder))
  },
})

/** Tells the time, or sets it: every record after that carries a wrong one. */
const date = defineFileTool({
  names: 'date',
  lenient: true,
  flags: '-uRInj',
  values: '-dfrvs date file reference set',
  optional: '-I',
  acts: ({ options, operands, recorder, reads }) => {
    const bare = operands.some(({ known }) => /^\d{8,14}(?:\.\d\d)?$/.test(known))
    if (options.has('s', 'set') || (bare && !options.has('j'))) {
      recorder.effect({ kind: 'weaken', area: 'audit', feature: 'clock' })
      return 'plain'
    }
    // `-r` takes a file on GNU and seconds on BSD; `-f` takes a format on BSD.
    const files = options.values('f', 'file', 'r', 'reference').filter(({ known }) => !/^\d+$|%/.test(known))
    return reads(files, true)
  },
  prints: ({ command }) => {
    const sources = command.args.flatMap((word) => word.sources)
    return makeValue(undefined, sources.length > 0 ? sources : [{ kind: 'command', program: 'date', secret: false }])
  },
})

/** A calculator. A line of its program that begins with `!` is for the shell, whatever else is asked for. */
const dc: Program = {
  names: ['dc'],
  read: ({ args, stdin }, recorder) => {
    const options = readOptions(args, { flags: '-hV help version', values: '-ef expression file' })
    const programs = options.values('e', 'expression').map(({ known }) => known.replaceAll('\0', '…'))
    if (stdin.kind === 'value') programs.push(stdin.value.text ?? '')
    for (const text of programs) {
      const [, line] = /!([^<>=].*)/.exec(text) ?? []
      if (line !== undefined) recorder.runsShell({ text: line, sources: [] }, 'dc')
    }
    return programs.length === 0 && options.has('help', 'version', 'h', 'V') ? 'proven' : 'plain'
  },
}

/** The variables that are printed; all of them where none is named. */
function listPrintedVariables({ args }: Command): readonly Extract<DataSource, { kind: 'environment' }>[] {
  const names = args.flatMap(({ known }) => (known.startsWith('-') ? [] : [known]))
  return (names.length > 0 ? names : ['*']).map((name) => ({
    kind: 'environment',
    name,
    secret: name === '*' || isSecretName(name),
  }))
}

const printenv: Program = {
  names: ['printenv'],
  read: (command, recorder) => {
    if (isHelpRequest(command.args)) return 'proven'
    const shown = command.stdout === 'terminal'
    const secrets = listPrintedVariables(command).filter(({ secret }) => secret)
    for (const source of secrets)
      if (shown || source.name !== '*')
        recorder.effect({
          kind: 'expose-secret',
          source,
          sink: 'output',
          certainty: shown && source.name !== '*' ? 'likely' : 'possible',
        })
    return secrets.length > 0 || command.args.some(({ dynamic }) => dynamic) ? 'plain' : 'proven'
  },
  output: (command) => makeValue(undefined, listPrintedVariables(command)),
}

export const COMMAND_CAPABLE_PROGRAMS: readonly Program[] = [pager, man, hyperfine, sort, date, dc, printenv]
