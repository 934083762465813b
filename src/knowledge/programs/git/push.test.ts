import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const skipped = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'weaken')

describe('checks of the server that a push passes by', () => {
  it.each([
    'git push -o bypass-policy origin topic',
    'git push --push-option=scan.skip_all origin topic',
    'git push origin HEAD:refs/for/main%topic=x,submit',
    'git push origin HEAD:refs/for/main%submit',
  ])('%s', (text) => expect(skipped(text)).toMatchObject([{ area: 'ci-check' }]))

  it.each([
    'git push -o ci.skip origin topic',
    'git push -o merge_request.create origin topic',
    'git push origin HEAD:refs/for/main%topic=submit',
    'git push -u origin no-lint-errors',
    'git push origin disable-hooks',
    'git push origin HEAD:skip-review-step',
  ])('%s passes none by', (text) => expect(skipped(text)).toEqual([]))
})
