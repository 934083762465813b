import { describe, expect, it } from 'vitest'
import { editDistance, nearestName } from './nearest-name.ts'
import { compareRules, matchText, type Rule, sourceLocation } from './rule.ts'
import { compileSegment, matchesSegment, segmentsOverlap } from './segment.ts'
import { compileShell, matchesShell, mayMatchShell, patternWords } from './shell-pattern.ts'
import { bashAction, matchFixture, outcome, rule, toolAction } from './testing.ts'
import { compileWildcard, hasStar, matchesWildcard, mayMatchWildcard } from './wildcard.ts'

describe('a name in a path pattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a.ts', ['a.ts'], ['b.ts', 'a.tsx', '']],
    ['*.ts', ['a.ts', '.ts'], ['a.tsx', 'ts']],
    ['a*', ['a', 'ab'], ['b', 'ba']],
    ['*a*b*', ['ab', 'xaybz'], ['ba', 'a']],
    ['a**', ['a', 'abc'], ['b']],
    ['a?c', ['abc', 'axc'], ['ac', 'abbc']],
    ['[abc].ts', ['a.ts', 'c.ts'], ['d.ts', '.ts']],
    ['[a-c]', ['a', 'b', 'c'], ['`', 'd', '-']],
    ['[!a-c]', ['d', '!'], ['a', 'b', 'c']],
    ['[^a]', ['b', '^'], ['a']],
    ['[!]]', ['a'], [']']],
    ['[]a]', [']', 'a'], ['b', '[']],
    ['[!a', ['[!a'], ['b']],
    ['[a-]', ['a', '-'], ['b']],
    ['[-a]', ['a', '-'], ['b']],
    ['[ab-d]', ['a', 'b', 'c', 'd'], ['e', '-']],
    ['[x!]', ['x', '!'], ['a']],
    ['[x^]', ['x', '^'], ['a']],
    ['[a]b', ['ab'], ['[a]b']],
    ['abc]', ['abc]'], ['b']],
    ['[', ['['], ['a']],
    ['a[b', ['a[b'], ['ab']],
    ['\\*', ['*'], ['a', '\\']],
    ['\\[a]', ['[a]'], ['a']],
    ['a\\', ['a\\'], ['a']],
  ])('%s', (pattern, matching, others) => {
    const segment = compileSegment(pattern)
    for (const name of matching) expect(matchesSegment(segment, name), name).toBe(true)
    for (const name of others) expect(matchesSegment(segment, name), name).toBe(false)
  })

  it.each([
    ['a', 'a', true],
    ['a', 'b', false],
    ['a*', 'ab', true],
    ['ab', 'a*', true],
    ['ab', 'b*', false],
    ['a*', 'ba', false],
    ['a*', '*b', true],
    ['a*', 'b*', false],
    ['*.ts', 'a*', true],
    ['*.ts', '*.js', false],
    ['a?', 'b?', false],
    ['a?', 'a*', true],
    ['a?', 'a?c', false],
    ['a?c', 'a?', false],
    ['[ab]x', '?x', true],
    ['[ab]x', '?y', false],
    ['?x', 'ax*', true],
    ['a*c', 'ab?', true],
    ['a*c', 'a?d', false],
    ['*', '*', true],
    ['*a', '?', true],
    ['?*', '*b', true],
  ])('could one name match %s and %s? %s', (left, right, meet) => {
    expect(segmentsOverlap(compileSegment(left), compileSegment(right))).toBe(meet)
    expect(segmentsOverlap(compileSegment(right), compileSegment(left))).toBe(meet)
  })
})

describe('a text with stars', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a', ['a'], ['', 'aa']],
    ['a*', ['a', 'ab'], ['ba']],
    ['*a', ['a', 'ba'], ['ab']],
    ['a*a', ['aa', 'aba'], ['a']],
    ['a*b*c', ['abc', 'axbyc'], ['acb', 'ac']],
    ['a*bc*c', ['abcc'], ['abc']],
    ['\\*', ['*'], ['a', '\\*']],
    ['a\\\\*', ['a\\', 'a\\b'], ['a*']],
    ['a\\b', ['a\\b'], ['ab']],
    ['a\\', ['a\\'], ['a']],
  ])('%s', (pattern, matching, others) => {
    const wildcard = compileWildcard(pattern)
    for (const text of matching) {
      expect(matchesWildcard(wildcard, text), text).toBe(true)
      expect(mayMatchWildcard(wildcard, text), text).toBe(true)
    }
    for (const text of others) {
      expect(matchesWildcard(wildcard, text), text).toBe(false)
      expect(mayMatchWildcard(wildcard, text), text).toBe(false)
    }
  })

  it.each([
    ['rm *', 'rm \0', true],
    ['rm *', '\0 -rf', true],
    ['rm *', '\0', true],
    ['rm *', 'ls \0', false],
    ['git push', 'git \0', true],
    ['git push', 'git \0h', true],
    ['git push', 'git \0x', false],
    ['git push', '\0 push', true],
    ['git push', 'git push\0', true],
    ['git push', 'git pushes\0', false],
    ['a', '\0\0', true],
  ])('%s may match %j: %s', (pattern, text, may) => {
    expect(mayMatchWildcard(compileWildcard(pattern), text)).toBe(may)
  })

  it('what is too long to look at may match', () => {
    expect(mayMatchWildcard(compileWildcard('a'.repeat(3000)), 'b'.repeat(3000))).toBe(true)
    expect(mayMatchWildcard(compileWildcard('a'.repeat(1000)), 'b'.repeat(1000))).toBe(false)
  })

  it('a star is told from a plain one', () => {
    expect(hasStar(compileWildcard('a*'))).toBe(true)
    expect(hasStar(compileWildcard('a\\*'))).toBe(false)
  })
})

describe('what stands in Bash(…)', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['ls', ['ls'], ['ls -l', 'lsof']],
    ['ls *', ['ls', 'ls -l'], ['lsof', 'cat']],
    ['ls:*', ['ls', 'ls -l'], ['lsof']],
    ['ls*', ['ls', 'ls -l', 'lsof'], ['cat ls']],
    ['* --version', ['node --version'], ['--version']],
    ['git * main', ['git push main'], ['git main']],
    ['git *:*', ['git a', 'git a b'], ['hg a']],
  ])('%s', (spec, matching, others) => {
    const pattern = compileShell(spec)
    for (const text of matching) expect(matchesShell(pattern, text), text).toBe(true)
    for (const text of others) expect(matchesShell(pattern, text), text).toBe(false)
    for (const text of matching) expect(mayMatchShell(pattern, text), text).toBe(true)
  })

  it.each([
    ['ls', true],
    ['ls -l', true],
    ['ls \\*', true],
    ['ls *', false],
    ['ls:*', false],
    ['ls*', false],
    ['* ls', false],
    ['git * main', false],
    ['git * main *', false],
  ])('%s names one exact command: %s', (spec, exact) => {
    expect(compileShell(spec).exact).toBe(exact)
  })

  it('words with a star are not spelled out', () => {
    expect([...patternWords(compileShell('find . -exec* *'))]).toEqual(['find', '.'])
  })

  // One rule, many commands in one line: every command must be covered by itself.
  it.each([
    ['ls*', 'ls', 'allow'],
    ['ls*', 'ls -la src', 'allow'],
    ['ls*', 'ls && ls -l', 'allow'],
    ['ls*', 'ls; rm -rf src', 'none'],
    ['ls*', 'ls && rm -rf src', 'none'],
    ['ls*', 'ls || rm -rf src', 'none'],
    ['ls*', 'ls & rm -rf src', 'none'],
    ['ls*', 'ls | xargs rm', 'none'],
    ['ls*', 'ls $(rm -rf src)', 'none'],
    ['ls*', 'ls `rm -rf src`', 'none'],
    ['ls*', 'ls\nrm -rf src', 'none'],
    ['ls *', 'ls; rm -rf src', 'none'],
    ['ls:*', 'ls; rm -rf src', 'none'],
    ['*', 'ls; rm -rf src', 'allow'],
    ['l*', 'ls; rm -rf src', 'none'],
    ['ls*src', 'ls; rm -rf src', 'none'],
    ['*src', 'ls; rm -rf src', 'none'],
    ['ls; rm -rf src', 'ls; rm -rf src', 'allow'],
    ['ls; rm -rf src', 'ls; rm -rf lib', 'none'],
  ])('allow Bash(%s) on %j: %s', (spec, command, expected) => {
    expect(outcome(matchFixture({ allow: [`Bash(${spec})`] }, bashAction(command)))).toBe(expected)
  })

  it.each(['rm*', 'rm *', 'rm:*', '*rf src', '* -rf *', 'rm -rf src'])(
    'deny Bash(%s) binds one command of many',
    (spec) => {
      for (const command of ['rm -rf src', 'ls; rm -rf src', 'ls && rm -rf src', 'ls | rm -rf src', 'ls $(rm -rf src)'])
        expect(outcome(matchFixture({ deny: [`Bash(${spec})`] }, bashAction(command))), command).toBe('deny')
      expect(outcome(matchFixture({ deny: [`Bash(${spec})`] }, bashAction('ls src')))).toBe('none')
    },
  )
})

describe('WebFetch(domain:…), further forms', () => {
  it.each([
    ['domain:EXAMPLE.com.', 'https://example.com', 'deny'],
    ['domain:bücher.example', 'https://xn--bcher-kva.example/', 'deny'],
    ['domain:bücher.example', 'https://bücher.example/', 'deny'],
    ['domain:*.bücher.example', 'https://a.xn--bcher-kva.example/', 'deny'],
    ['domain:[::1]', 'http://[::1]/', 'deny'],
    ['domain:[::1]', 'http://[::2]/', 'none'],
    ['domain:127.1', 'http://127.0.0.1/', 'deny'],
    ['domain:example.com', 'http://example.com', 'deny'],
    ['domain:example.com', 'ftp://example.com', 'ask'],
    ['domain:example.com', 'https://example.com.evil.test', 'none'],
    ['domain:*.example.com', 'https://evil.test', 'none'],
    ['domain:*.example.com', 'https://com', 'none'],
    ['domain:api.*.com', 'https://api.x.com', 'deny'],
    // No domain: it asks about every address.
    ['domain:', 'https://example.com', 'ask'],
    ['domain:a b', 'https://example.com', 'ask'],
    ['domain:a/b', 'https://example.com', 'ask'],
    ['domain:https://example.com', 'https://example.com', 'ask'],
    ['example.com', 'https://other.test', 'ask'],
    ['www.example.com', 'https://other.test', 'ask'],
    ['domain:foo.1', 'https://other.test', 'none'],
    ['xdomain:', 'https://other.test', 'ask'],
  ])('deny WebFetch(%s) on %s: %s', (spec, url, expected) => {
    expect(outcome(matchFixture({ deny: [`WebFetch(${spec})`] }, toolAction('WebFetch', { url })))).toBe(expected)
  })

  it.each([['ftp://example.com'], ['file:///example.com'], ['javascript:x'], ['example.com'], ['']])(
    'no allow rule covers %j',
    (url) => {
      for (const spec of ['domain:example.com', 'domain:*'])
        expect(outcome(matchFixture({ allow: [`WebFetch(${spec})`] }, toolAction('WebFetch', { url })))).toBe('none')
    },
  )

  it('a call without an address, or with one that is no text', () => {
    for (const input of [{}, { url: { href: 'https://example.com' } }, { url: null }]) {
      expect(outcome(matchFixture({ deny: ['WebFetch(domain:a.test)'] }, toolAction('WebFetch', input)))).toBe('ask')
      expect(outcome(matchFixture({ allow: ['WebFetch(domain:*)'] }, toolAction('WebFetch', input)))).toBe('none')
    }
  })
})

describe('the name that was most likely meant', () => {
  it.each([
    ['colour', ['color', 'size'], 'color'],
    ['szie', ['color', 'size'], 'size'],
    ['SIZE', ['color', 'size'], 'size'],
    ['si-ze', ['color', 'size'], 'size'],
    ['sizzle', ['color', 'size'], undefined],
    ['sizzles', ['color', 'size'], undefined],
    ['six', ['size'], undefined],
    ['sixx', ['size'], undefined],
    ['sizer', ['size'], 'size'],
    ['ab', ['cd'], undefined],
    ['ab', ['ac'], undefined],
    ['abc', ['abd'], 'abd'],
    ['abcde', ['abxde', 'abcd'], 'abxde'],
    ['abcde', ['abxye', 'abcd'], 'abcd'],
    ['', ['', 'a'], ''],
    ['abcd', ['abxyd'], undefined],
    ['abcdef', ['abxyef'], 'abxyef'],
    ['x', [], undefined],
    ['x'.repeat(64), ['x'.repeat(64)], 'x'.repeat(64)],
    ['x'.repeat(65), ['x'.repeat(65)], undefined],
  ])('%s in %j: %s', (given, names, expected) => {
    expect(nearestName(given, names)).toBe(expected)
  })

  it.each([
    ['', '', 0],
    ['', 'ab', 2],
    ['ab', '', 2],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'bac', 1],
    ['abc', 'abd', 1],
    ['abc', 'ab', 1],
    ['abc', 'abcd', 1],
    ['abc', 'cab', 2],
    ['abcd', 'badc', 2],
    ['ab', 'cd', 2],
    ['ab', 'ca', 2],
    ['aab', 'aba', 1],
    ['abab', 'baba', 2],
    ['xab', 'yba', 2],
    ['xa', 'ax', 1],
    ['axb', 'bxa', 2],
    ['kitten', 'sitting', 3],
  ])('from %j to %j: %i', (left, right, slips) => {
    expect(editDistance(left, right)).toBe(slips)
    expect(editDistance(right, left)).toBe(slips)
  })
})

describe('where a rule stands, and what is said of it', () => {
  it.each([
    [{ scope: 'user' }, undefined],
    [{ scope: 'user', file: 'a.json' }, 'a.json'],
    [{ scope: 'user', file: 'a.json', line: 3 }, 'a.json:3'],
    [{ scope: 'user', file: 'a.json', line: 3, column: 5 }, 'a.json:3:5'],
    [{ scope: 'user', line: 3, column: 5 }, undefined],
  ] as const)('%j: %s', (source, place) => {
    expect(sourceLocation(source)).toBe(place)
  })

  it.each([
    [undefined, 'Bash(ls) matches ls'],
    [{ kind: 'possible' }, 'Bash(ls) may match ls'],
    [{ kind: 'unusable', why: 'broken' }, 'Bash(ls) cannot be used: broken'],
  ] as const)('%j: %s', (doubt, words) => {
    const match = { behavior: 'deny', rule: 'Bash(ls)', source: { scope: 'user' }, matched: 'ls' } as const
    expect(matchText(doubt ? { ...match, doubt } : match)).toBe(words)
  })

  it('the strongest scope comes first, then file, line, column and text', () => {
    const at = (source: Rule['source'], text = 'Bash(b)'): Rule => ({ behavior: 'deny', text, source })
    const ordered = [
      at({ scope: 'managed', file: 'z', line: 9 }),
      at({ scope: 'flag', file: 'z', line: 9 }),
      at({ scope: 'user' }),
      at({ scope: 'user', line: 1 }),
      at({ scope: 'user', file: 'a', line: 2, column: 1 }),
      at({ scope: 'user', file: 'b' }),
      at({ scope: 'user', file: 'b', line: 1 }),
      at({ scope: 'user', file: 'b', line: 1, column: 1 }),
      at({ scope: 'user', file: 'b', line: 1, column: 2 }, 'Bash(a)'),
      at({ scope: 'user', file: 'b', line: 1, column: 2 }, 'Bash(b)'),
      at({ scope: 'user', file: 'b', line: 2, column: 1 }),
      at({ scope: 'local', file: 'a', line: 1 }),
      at({ scope: 'project', file: 'a', line: 1 }),
      at({ scope: 'builtin', file: 'a', line: 1 }),
    ]
    for (const [index, one] of ordered.entries()) {
      expect(compareRules(one, { ...one })).toBe(0)
      for (const other of ordered.slice(index + 1)) {
        expect(compareRules(one, other), `${JSON.stringify(one)} ${JSON.stringify(other)}`).toBeLessThan(0)
        expect(compareRules(other, one)).toBeGreaterThan(0)
      }
    }
  })

  it('the rule of the strongest scope is the one that is named', () => {
    const weak = rule('deny', 'Bash(rm *)', 'project')
    const strong = rule('deny', 'Bash(rm -rf *)', 'managed')
    for (const rules of [
      [weak, strong],
      [strong, weak],
    ])
      expect([...rules].sort(compareRules)[0]).toBe(strong)
  })
})
