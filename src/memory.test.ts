import { describe, expect, it } from 'vitest'
import type { SessionFacts } from './analysis/facts.ts'
import { type FixedFacts, fixedFacts } from './facts/fixed.ts'
import { rememberCalls } from './memory.ts'
import { createTools } from './tools/registry.ts'

const CWD = '/home/dev/project'
type Call = readonly [tool: string, input: Record<string, unknown>]

function remembered(calls: readonly Call[], facts: FixedFacts = {}): SessionFacts {
  const list = calls.map(([tool, input]) => ({ tool, input, cwd: CWD, sessionId: 's' }))
  return rememberCalls(list, createTools(), (session) => fixedFacts({ cwd: CWD, ...facts, session })).facts
}
const bash = (command: string): Call => ['Bash', { command }]

describe('what a session remembers', () => {
  it('the text it wrote', () => {
    expect(remembered([['Write', { file_path: 'a.sh', content: 'echo 1' }]]).written.get(`${CWD}/a.sh`)).toBe('echo 1')
  })

  it('edits, applied to what it wrote before', () => {
    const calls: Call[] = [
      ['Write', { file_path: 'a.sh', content: 'echo one' }],
      ['Edit', { file_path: 'a.sh', old_string: 'one', new_string: 'two' }],
    ]
    expect(remembered(calls).written.get(`${CWD}/a.sh`)).toBe('echo two')
  })

  it('edits of a file on disk', () => {
    const files = { [`${CWD}/a.sh`]: 'echo one' }
    expect(
      remembered([['Edit', { file_path: 'a.sh', old_string: 'one', new_string: 'two' }]], { files }).written.get(
        `${CWD}/a.sh`,
      ),
    ).toBe('echo two')
  })

  it.each([
    ['ln -s .claude c', `${CWD}/c`, `${CWD}/.claude`],
    ['ln -s ~/.bashrc notes', `${CWD}/notes`, '/home/dev/.bashrc'],
    ['ln -s ../shared/x.ts sub/x.ts', `${CWD}/sub/x.ts`, `${CWD}/shared/x.ts`],
    ['ln -sr shared/x.ts sub/x.ts', `${CWD}/sub/x.ts`, `${CWD}/shared/x.ts`],
    ['cp -s /etc/hosts h', `${CWD}/h`, '/etc/hosts'],
    [`node -e "fs.symlinkSync('/etc/hosts','h')"`, `${CWD}/h`, '/etc/hosts'],
    [`python3 -c "import os; os.symlink('/etc/hosts','h')"`, `${CWD}/h`, '/etc/hosts'],
  ])('the link that %s makes', (command, link, target) => {
    expect(remembered([bash(command)]).links?.get(link)).toBe(target)
  })

  it('a link made anew or removed', () => {
    expect(remembered([bash('ln -s v1 now'), bash('ln -sfn v2 now')]).links?.get(`${CWD}/now`)).toBe(`${CWD}/v2`)
    expect(remembered([bash('ln -s v1 now'), bash('rm now')]).links?.has(`${CWD}/now`)).toBe(false)
  })

  it('pieces appended by the shell', () => {
    expect(remembered([bash('echo rm > x.sh'), bash('echo ls >> x.sh')]).written.get(`${CWD}/x.sh`)).toBe('rm\nls\n')
  })

  it('a here-document', () => {
    expect(remembered([bash("cat > x.py <<'EOF'\nprint(1)\nEOF")]).written.get(`${CWD}/x.py`)).toBe('print(1)\n')
  })

  it('downloads, with their address', () => {
    expect(remembered([bash('curl -o tool.sh https://x.example.net/t')]).downloaded.get(`${CWD}/tool.sh`)).toBe(
      'https://x.example.net/t',
    )
  })

  it('branches and where HEAD is', () => {
    expect([...remembered([bash('git checkout -b topic')]).branches]).toContain('topic')
    expect(remembered([bash('git checkout -b topic'), bash('git switch main')]).checkedOut?.at(-1)).toBe('main')
    expect(remembered([bash('git checkout -- src/a.ts')]).checkedOut).toEqual([])
  })

  it('what a compiler built', () => {
    expect([...(remembered([bash('go build -o ./app ./cmd/app')]).built ?? [])]).toContain(`${CWD}/app`)
  })

  it('what it was shown', () => {
    expect([...remembered([['Read', { file_path: 'fix.patch' }]]).seen]).toContain(`${CWD}/fix.patch`)
  })

  it('folders it made', () => {
    expect([...remembered([bash('mkdir -p /home/dev/scratch-7/a')]).created]).toContain('/home/dev/scratch-7')
  })

  it('folders that were cloned or unpacked, with their address', () => {
    expect(remembered([bash('git clone https://x.example.net/y.git')]).downloaded.get(`${CWD}/y`)).toBe(
      'https://x.example.net/y.git',
    )
    const unpacked = remembered([bash('curl -sL https://x.example.net/tool.tgz | tar xz')])
    expect(unpacked.downloaded.get(`${CWD}/tool`)).toBe('https://x.example.net/tool.tgz')
    expect(unpacked.created.has(CWD)).toBe(false)
  })

  it.each(["echo x > ''", 'echo x > "$LOG"', 'echo x > .', '> ./'])(
    'no project by %s, which writes no file',
    (command) => {
      const { created, written } = remembered([bash(command)])
      expect([...created, ...written.keys()].filter((path) => path === CWD || CWD.startsWith(`${path}/`))).toEqual([])
    },
  )

  it('no standing folder as its own', () => {
    expect([...remembered([bash('mkdir -p /home/dev/Documents')]).created]).toEqual([])
  })

  it('nothing of a prototype name', () => {
    expect(remembered([['Write', { file_path: '__proto__', content: 'x' }]]).written.get('constructor')).toBeUndefined()
  })
})

describe('what becomes of a text that the session wrote', () => {
  const wrote = bash(`printf 'step one\\n' > run.sh`)

  it.each([
    ['sed -i s/one/two/ run.sh', 'run.sh', 'step two\n'],
    ['mv run.sh bin.sh', 'bin.sh', 'step one\n'],
    ['cp run.sh bin.sh && sed -i s/one/two/ bin.sh', 'bin.sh', 'step two\n'],
    ['mv run.sh bin.sh; perl -pi -e s/one/two/ bin.sh', 'bin.sh', 'step two\n'],
  ])('is known after %s', (command, file, text) => {
    expect(remembered([wrote, bash(command)]).written.get(`${CWD}/${file}`)).toBe(text)
  })

  it.each([
    'sed -i "s/one/$WORD/" run.sh',
    'awk -i inplace 1 run.sh',
    'ed run.sh < script',
    'some-tool --in-place run.sh',
  ])('is not known after %s', (command) => {
    expect(remembered([wrote, bash(command)]).written.get(`${CWD}/run.sh`)).not.toBe('step two\n')
  })

  it.each([
    "test -d out && printf 'step two\\n' > run.sh",
    "if test -d out; then printf 'step two\\n' > run.sh; fi",
    "printf 'step two\\n' > run.sh || printf 'step three\\n' > run.sh",
  ])('is either after %s', (command) => {
    expect(remembered([wrote, bash(command)]).written.get(`${CWD}/run.sh`)).toBeUndefined()
  })

  it('is followed inside one text', () => {
    const command = `printf 'step one\\n' > run.sh; sed -i s/one/two/ run.sh; mv run.sh go.sh`
    expect(remembered([bash(command)]).written.get(`${CWD}/go.sh`)).toBe('step two\n')
  })

  it('a folder in which something was read before was not made by mkdir', () => {
    const calls: Call[] = [['Read', { file_path: 'kit/tools/read.sh' }], bash('mkdir -p kit/more')]
    expect([...remembered(calls).created]).toEqual([`${CWD}/kit/more`])
    expect([...remembered([bash('mkdir -p kit/more')]).created]).toEqual([`${CWD}/kit`])
  })
})
