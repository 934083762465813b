import { describe, expect, it } from 'vitest'
import { isKnownInstaller, listDockerRuns } from './dockerfile.ts'

describe('what a Dockerfile runs', () => {
  it.each<[string, readonly string[]]>([
    ['FROM a\nRUN npm ci\n', ['npm ci']],
    ['FROM a\nRUN a && \\\n  # why\n  b\n', ['a &&   b']],
    ['FROM a\nONBUILD RUN make\n', ['make']],
    ['# escape=`\nFROM a\nRUN a `\n  b\n', ['a   b']],
    ['FROM a\nR\\\nUN ma\\\nke\n', ['make']],
    ['FROM a\nRUN sh <<E\nmake\nE\n', ['sh <<E\nmake\nE']],
    ['FROM a\nrun --mount=type=cache,target=/x make\n', ['make']],
    ['FROM a\nRUN ["sh", "-c", "echo hi"]\n', ["'sh' '-c' 'echo hi'"]],
    ['FROM a\nRUN <<EOF\nmake a\nmake b\nEOF\nRUN c\n', ['make a\nmake b', 'c']],
    ['FROM a\n# RUN rm\nCMD ["x"]\nENTRYPOINT run\n', []],
    ['FROM a\nCOPY .env /etc/e\nRUN cat /etc/e\n', ['cat .env']],
    ['FROM a\nCOPY . /app\nRUN cat /app/.env\n', ['cat .env']],
    ['FROM a\nWORKDIR /app\nCOPY . .\nRUN cat .env\n', ['cat .env']],
    ['FROM a\nCOPY keys/id /root/\nRUN cat /root/id\n', ['cat keys/id']],
    [
      'FROM a\nWORKDIR /w\nADD https://x.example.net/a.sh .\nRUN sh a.sh\n',
      ["curl -sL 'https://x.example.net/a.sh' -o /w/a.sh\n(cd /w\nsh a.sh\n)", 'sh a.sh'],
    ],
    [
      'FROM a\nADD https://x.example.net/a.tgz /\nRUN make\n',
      ["curl -sL 'https://x.example.net/a.tgz' | tar -xz -C /\n(cd /\nmake\n)", 'make'],
    ],
    ['FROM a\nCOPY --from=b /x /etc/e\nRUN cat /etc/e\n', ['cat /etc/e']],
  ])('%j', (content, expected) => {
    expect(listDockerRuns(content)).toEqual(expected)
  })

  it('knows installers by their host, not by a part of it', () => {
    expect(isKnownInstaller('sh.rustup.rs')).toBe(true)
    expect(isKnownInstaller('sh.rustup.rs.example.net')).toBe(false)
    expect(isKnownInstaller(undefined)).toBe(false)
  })

  it('hostile text comes to an end', () => {
    for (const text of [
      '\\\n'.repeat(50_000),
      'RUN <<A\n'.repeat(20_000),
      'COPY a b\nRUN a/b/c\n'.repeat(5_000),
      'ADD https://a.example/b c\nRUN d\n'.repeat(5_000),
    ])
      listDockerRuns(text)
  })
})
