import { describe, expect, it } from 'vitest'
import { extractCellCode } from './notebook.ts'

describe('the code of a notebook', () => {
  it.each([
    ['x = 1\n!ls data\nprint(x)', { python: 'x = 1\n\nprint(x)', shell: 'ls data' }],
    ['%matplotlib inline\nfiles = !ls', { python: '\n', shell: 'ls' }],
    ['%%bash\nls\npwd', { python: '', shell: 'ls\npwd' }],
    ['{"a": 1}', { python: '{"a": 1}', shell: '' }],
    [
      JSON.stringify({
        cells: [
          { cell_type: 'markdown', source: ['!rm x'] },
          { cell_type: 'code', source: ['a = 1\n', '!ls'] },
        ],
      }),
      { python: 'a = 1\n', shell: 'ls' },
    ],
  ])('%j', (content, expected) => {
    expect(extractCellCode(content)).toEqual(expected)
  })
})
