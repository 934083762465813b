import {
  type DeletionOptions,
  defineFileTool,
  recordDeletion,
  recordPathRead,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { Grammar } from '../../../analysis/interpret/options.ts'
import type { Program } from '../../../analysis/interpret/program.ts'

function makeDeletingTool(names: string, grammar: Grammar, removal: DeletionOptions): Program {
  return defineFileTool({
    names,
    usual: 'expected',
    ...grammar,
    acts: ({ operands, deletes }) => deletes(operands, removal),
  })
}

const rm = defineFileTool({
  names: 'rm',
  usual: 'expected',
  flags: '-fiIrRdvWxP force recursive dir verbose one-file-system no-preserve-root',
  optional: 'interactive preserve-root',
  acts: ({ options, operands, deletes }) => {
    const recursive = options.has('r', 'R', 'recursive')
    const by = recursive ? (options.has('f', 'force') ? 'rm -rf' : 'rm -r') : 'rm'
    return deletes(operands, { recursive, by })
  },
})

/** Moves to the wastebasket: a person can take it back. */
const trash = defineFileTool({
  names: 'trash trash-put',
  usual: 'expected',
  flags: '-rfivdRF force recursive verbose',
  acts: ({ operands, writes }) => writes(operands, 'move'),
})

const trashEmpty: Program = {
  names: ['trash-empty', 'trash-rm'],
  read: (command, recorder) => {
    if (command.args.some((word) => word.text === '--dry-run')) return 'proven'
    recorder.effect({
      kind: 'delete-path',
      path: recorder.pathOf('~/.local/share/Trash'),
      recursive: true,
      wipe: false,
    })
    return 'plain'
  },
}

/** Looks for files with the same content; told to delete, it keeps one of each. */
const duplicateFinders: Program = {
  names: ['fdupes', 'rdfind', 'rmlint'],
  read: ({ args }, recorder) => {
    const removes = args.some(({ known }) => /^(?:-[a-zA-Z]*[dN]|--delete|--noprompt|-deleteduplicates)$/.test(known))
    const folders = args.filter(({ known }) => !/^-|^(?:true|false)$/.test(known))
    const rehearses = args.some(({ known }, at) => /^--?dry-?run$/.test(known) && args[at + 1]?.known !== 'false')
    return removes && !rehearses
      ? weakestGrade('plain', ...folders.map((word) => recordDeletion(word, { recursive: true }, recorder)))
      : weakestGrade(...folders.map((word) => recordPathRead(recorder.path(word), recorder, true)))
  },
}

const truncate = defineFileTool({
  names: 'truncate',
  usual: 'expected',
  flags: '-co no-create io-blocks',
  values: '-rs reference size',
  acts: ({ options, operands, writes }) => {
    const how = options.value('s', 'size')?.text?.startsWith('+') ? 'edit' : 'truncate'
    return writes(operands, how)
  },
})

export const DELETING_PROGRAMS: readonly Program[] = [
  rm,
  // Only what is empty, so nothing is lost.
  makeDeletingTool('rmdir', { flags: '-pv parents verbose ignore-fail-on-non-empty' }, { recursive: false }),
  makeDeletingTool('unlink', {}, { recursive: false }),
  makeDeletingTool('rimraf', { flags: '-gGvVi glob no-glob', values: 'impl' }, { recursive: true }),
  // Overwrites a file so that nothing can bring it back.
  makeDeletingTool(
    'shred',
    {
      flags: '-fuvxz force verbose exact zero',
      values: '-ns iterations size random-source',
      optional: 'remove',
    },
    { recursive: false, wipe: true },
  ),
  trash,
  trashEmpty,
  duplicateFinders,
  truncate,
]
