import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer'
import { expect, it } from 'vitest'
import { estimateTokens } from '../../src/transcript/token-estimate.ts'

/** A real tokenizer stands in for the model's: what we estimate may be too high, and hardly too low. */
const MOST_BELOW = 0.05
const PIECE = 4_000

const CJK = [
  '港湾事務所は四半期ごとに帳簿を締めます。領収書を出し忘れた人は、監査人に差額を説明しなければなりません。',
  '领收单丢失的人必须向审计员说明差额。没有人喜欢那样的谈话，所以大多数人从一开始就仔细地记账。',
  '항만 사무소는 분기마다 장부를 마감합니다. 영수증을 잊은 사람은 감사관에게 차액을 설명해야 합니다.',
  '請在合併之前執行測試，並且不要把設定檔推送到遠端分支。部署由值班人員負責。',
]

function pagesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

it.each([
  ['English', () => pagesIn('docs', '.md')],
  ['code', () => [...pagesIn('src/judge', '.ts'), ...pagesIn('schema', '.json')]],
  ['Chinese, Japanese and Korean', () => CJK.map((text) => text.repeat(20))],
])('no page of %s has many more tokens than are estimated', (_kind, texts) => {
  const low = texts()
    .flatMap((text) => text.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? [])
    .filter((piece) => estimateTokens(piece) < (1 - MOST_BELOW) * countTokens(piece))
  expect(low).toEqual([])
})
