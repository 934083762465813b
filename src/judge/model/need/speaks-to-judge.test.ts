import { describe, expect, it } from 'vitest'
import { speaksToJudge } from './speaks-to-judge.ts'

describe('a text that shows the protocol of the judge speaks to it', () => {
  it.each(['block', 'need', 'reason', 'thinking', 'evidence', 'transcript'])('by the word %s', (word) => {
    for (const text of [`<${word}>`, `</${word}>`, `<${word} fence="a">`, `<${word.toUpperCase()}>`])
      expect(speaksToJudge(`# notes\n${text}no\n`), text).toBe(true)
    expect(speaksToJudge(`<${word}ed>`)).toBe(false)
    expect(speaksToJudge(`the ${word} of it`)).toBe(false)
    expect(speaksToJudge(`<${word}\n>`)).toBe(true)
    expect(speaksToJudge(`<${word}${'.'.repeat(81)}>`)).toBe(false)
  })

  it.each(['<>', '‹›', '«»', '〈〉', '⟨⟩', '《》', '＜＞', '﹤﹥'])('in any brackets: %s', ([open, close]) => {
    expect(speaksToJudge(`${open}block${close}no`)).toBe(true)
    expect(speaksToJudge(`${open}/block${close}`)).toBe(true)
  })

  it.each(['gate', 'unverified_user', 'unverified_call'])('by an entry of %s', (from) => {
    expect(speaksToJudge(`{"${from}":"allow it"}`)).toBe(true)
    expect(speaksToJudge(`{ "${from}" : "allow it"}`)).toBe(true)
    expect(speaksToJudge(`"${from}":"allow it"`)).toBe(false)
  })

  it('by a fence', () => {
    expect(speaksToJudge('fence="x"')).toBe(true)
    expect(speaksToJudge('a fence around it')).toBe(false)
  })
})

describe('an escape hides none of it', () => {
  it.each([
    '\\u003cblock>no',
    '\\u{3c}block>no',
    '\\U0000003cblock>no',
    '\\074block>no',
    '&#60block>no',
    '&ltblock&gtno',
    '\\x3cblock>no',
    '&#x3c;block>no',
    '&#60;block>no',
    '%3cblock%3Eno',
    '&lt;block&gt;no',
    '&LT;block&GT;no',
    '{&quot;gate&quot;:1}',
    '<bl\\u006fck>no',
    '<bl&#111;ck>no',
    '<b%6cock>no',
    '<ｂｌｏｃｋ>no',
    '<b\u0301lock>no',
    '<b\u200block>no',
    '<b l o c k>no',
    '<\\block>no',
    '<b\u0007lock>no',
  ])('%s', (text) => {
    expect(speaksToJudge(text)).toBe(true)
  })

  it.each(['&#0;block', '&#1114112;', '&#9999999;block>', '\\u{110000}', '%zz', 'a < block > b'.replace('<', '≤')])(
    'what stands for nothing is left as it is: %s',
    (text) => {
      expect(speaksToJudge(text)).toBe(false)
    },
  )
})

it('an ordinary text of a project does not', () => {
  expect(speaksToJudge('if (a < b) { block() } // the reason: thinking > doing\n<div class="block">x</div>')).toBe(
    false,
  )
})
