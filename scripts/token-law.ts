import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateTokens } from '../src/transcript/token-estimate.ts'

/**
 * Holds our estimate of tokens against a real tokenizer: `node scripts/token-law.ts [MODULE]`, a module with `encode` or `countTokens`
 * (`gpt-tokenizer` by default). Fails where a kind of text is estimated more than 5 % too low.
 */
const MOST_BELOW = 0.05
const PIECE = 4_000

const [name = 'gpt-tokenizer'] = process.argv.slice(2)
const tokenizer = (await import(name)) as {
  readonly countTokens?: (text: string) => number
  readonly encode?: (text: string) => { readonly length: number }
}
const count = tokenizer.countTokens ?? ((text: string) => tokenizer.encode?.(text).length ?? Number.NaN)

const CJK = [
  '港湾事務所は四半期ごとに帳簿を締めます。領収書を出し忘れた人は、監査人に差額を説明しなければなりません。',
  '领收单丢失的人必须向审计员说明差额。没有人喜欢那样的谈话，所以大多数人从一开始就仔细地记账。',
  '항만 사무소는 분기마다 장부를 마감합니다. 영수증을 잊은 사람은 감사관에게 차액을 설명해야 합니다.',
  '請在合併之前執行測試，並且不要把設定檔推送到遠端分支。部署由值班人員負責。',
]

const pagesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))

const TEXTS: readonly (readonly [kind: string, texts: readonly string[]])[] = [
  ['English', [...pagesIn('docs', '.md'), readFileSync('CHANGELOG.md', 'utf8')]],
  ['code', [...pagesIn('src/judge', '.ts'), ...pagesIn('src/transcript', '.ts'), ...pagesIn('schema', '.json')]],
  ['CJK', CJK.map((text) => text.repeat(20))],
]

let worst = 0
for (const [kind, texts] of TEXTS) {
  const pieces = texts.flatMap((text) =>
    Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE)),
  )
  const sum = (of: (piece: string) => number) => pieces.reduce((all, piece) => all + of(piece), 0)
  const whole = sum(estimateTokens) / sum(count)
  const lowest = Math.min(...pieces.map((piece) => estimateTokens(piece) / count(piece)))
  worst = Math.max(worst, Number.isNaN(whole) ? 1 : 1 - whole)
  process.stdout.write(
    `${kind.padEnd(8)} ${String(pieces.length).padStart(5)} pieces  estimated ${whole.toFixed(3)} of what was counted, lowest piece ${lowest.toFixed(3)}\n`,
  )
}
if (worst > MOST_BELOW) {
  process.stderr.write(`up to ${(100 * worst).toFixed(1)} % too low; ${100 * MOST_BELOW} % are allowed\n`)
  process.exitCode = 1
}
