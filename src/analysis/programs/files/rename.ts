import { readOptions } from '../options.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp } from './grammar.ts'
import { writes } from './touching.ts'

/** The perl kind of `rename` runs an expression; substitutions and transliterations only rename. */
export const RENAME: Program = {
  names: ['rename', 'file-rename'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-fvnisao0d force verbose no-act symlink last all nono nolinks',
      values: '-eE expression',
    })
    if (options.has('n', 'no-act', 'nono')) return 'proven'
    const [expression, ...files] = options.has('e', 'E', 'expression')
      ? [options.value('e', 'E', 'expression'), ...options.operands]
      : options.operands
    const isPlain = /^(?:s([/|#,]).*\1.*\1[gix]*|[yt]r?\/.*\/.*\/[cdsr]*|[\w.*?#-]+)$/s.test(expression?.text ?? '')
    let standing: Standing = isPlain && options.unknown.length === 0 ? 'expected' : 'unknown'
    if (!isPlain && expression) standing = weakest(standing, scribe.runsCode('perl', expression, 'rename'))
    for (const word of files) if (word) standing = weakest(standing, writes(word, 'move', scribe))
    return standing
  },
}
