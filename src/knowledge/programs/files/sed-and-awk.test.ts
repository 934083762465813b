import { describe, expect, it } from 'vitest'
import { parsePatchedFiles } from '../../../analysis/interpret/patched-files.ts'
import { effectsOf, readCommand } from '../../../analysis/testing.ts'

const deletions = (command: string): string[] =>
  effectsOf(command).flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.text] : []))

const writes = (command: string): string[] =>
  effectsOf(command).flatMap((effect) => (effect.kind === 'write-path' ? [`${effect.how} ${effect.path.text}`] : []))

const unseen = (command: string): boolean =>
  effectsOf(command).some((effect) => effect.kind === 'run-code' && !effect.read && effect.origin === 'dynamic')

describe('awk and sed that run commands', () => {
  it.each([
    'awk \'BEGIN{print "rm -rf ~/notes" | "bash"}\'',
    'awk \'BEGIN{printf "rm -rf ~/notes" | "sh"}\'',
    'awk \'BEGIN{shell="sh"; print "rm -rf ~/notes" | shell}\'',
    'awk -v shell=sh \'BEGIN{print "rm -rf ~/notes" | shell}\'',
    'gawk \'BEGIN{f="system"; @f("rm -rf ~/notes")}\'',
    "sed -f - README.md <<< '1e rm -rf ~/notes'",
    "sed -f /dev/stdin README.md <<< '1e rm -rf ~/notes'",
    "sed '1e rm -rf ~/notes' README.md",
  ])('%s', (command) => {
    expect(deletions(command)).toContain('/home/dev/notes')
    expect(readCommand(command).grade).not.toBe('proven')
  })

  it.each(['awk \'{print | "sh"}\' notes.txt', 'awk \'{print $2 | "sh"}\' notes.txt', 'sed -f - README.md < edits'])(
    '%s runs what is not known',
    (command) => {
      expect(unseen(command)).toBe(true)
    },
  )

  it.each([
    ['awk \'BEGIN{f="/home/dev/.bashrc"; print "x" > f}\'', 'overwrite /home/dev/.bashrc'],
    ['awk \'BEGIN{f=ENVIRON["HOME"] "/.bashrc"; print "x" >> f}\'', 'append /home/dev/.bashrc'],
    ["gawk -i inplace '{print}' ~/.bashrc", 'edit /home/dev/.bashrc'],
    ["gawk -o/home/dev/.bashrc 'BEGIN{}'", 'overwrite /home/dev/.bashrc'],
    ['shuf -o ~/notes/x lines', 'overwrite /home/dev/notes/x'],
  ])('%s writes', (command, written) => {
    expect(writes(command)).toContain(written)
  })

  it.each([
    'awk \'{print | "sort -u"}\' notes.txt',
    'awk \'BEGIN{f="length"; print @f("x")}\'',
    'awk -F: \'{print $1 > "users.txt"}\' list',
    "sed -n '1,5p' README.md",
  ])('%s runs nothing that is not known', (command) => {
    expect(unseen(command)).toBe(false)
    expect(deletions(command)).toEqual([])
  })
})

describe('the files of a patch', () => {
  it('a new file has its text, a changed one has not', () => {
    const diff = [
      'diff --git a/run.sh b/run.sh',
      'new file mode 100755',
      '--- /dev/null',
      '+++ b/run.sh',
      '@@ -0,0 +1,2 @@',
      '+echo one',
      '+echo two',
      'diff --git a/src/a.ts b/src/a.ts',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -1 +1 @@',
      '-old',
      '+new',
      'diff --git a/gone b/gone',
      '--- a/gone',
      '+++ /dev/null',
    ].join('\n')
    expect(parsePatchedFiles(diff, 1)).toEqual([
      { path: 'run.sh', text: 'echo one\necho two\n' },
      { path: 'src/a.ts', text: undefined },
    ])
  })

  it.each(['git apply new.diff; sh run.sh', 'patch -p1 < new.diff; sh run.sh'])('%s runs what it made', (command) => {
    const diff = '--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+rm -rf ~/notes\n'
    expect(deletions(`cat > new.diff <<'END'\n${diff}END\n${command}`)).toContain('/home/dev/notes')
  })
})

describe('a text under another name', () => {
  const MADE = "echo 'rm -rf ~/notes' > a.sh; "
  it.each([
    'git mv a.sh b.sh; sh b.sh',
    'mkdir d; git mv a.sh d/; sh d/a.sh',
    'git add a.sh; git checkout-index --prefix=d/ a.sh; sh d/a.sh',
    'mv a.sh b.sh; sh b.sh',
    'cp a.sh b.sh; sh b.sh',
  ])('%s', (command) => {
    expect(deletions(MADE + command)).toContain('/home/dev/notes')
  })

  it.each(['gzip a.sh; zcat a.sh.gz | sh', 'xz a.sh; xzcat a.sh.xz | sh', 'jq -r .run package.json | sh'])(
    '%s runs what is not known',
    (command) => {
      expect(
        effectsOf(MADE + command).some(
          (effect) => effect.kind === 'run-code' && !effect.read && /^(?:dynamic|session-file)$/.test(effect.origin),
        ),
      ).toBe(true)
    },
  )
})

describe('files outside the project that are lost or taken over', () => {
  it.each([
    ['1<>~/notes/x echo hi', 'overwrite /home/dev/notes/x'],
    ['ln -sf /dev/null ~/notes/x', 'overwrite /home/dev/notes/x'],
    ['ln -f a ~/notes/x', 'overwrite /home/dev/notes/x'],
  ])('%s', (command, written) => {
    expect(writes(command)).toContain(written)
  })

  it.each(['tar -xzf a.tgz -C ~', 'unzip -o a.zip -d ~'])('%s may go over anything at home', (command) => {
    expect(writes(command).some((write) => /^overwrite ~\//.test(write))).toBe(true)
  })

  it.each(['cp tool ~/.local/bin/git', 'ln -sf $PWD/tool ~/.local/bin/ssh', 'cat tool > ~/bin/sudo'])(
    '%s takes the place of an everyday program',
    (command) => {
      expect(effectsOf(command).some((effect) => effect.kind === 'persist')).toBe(true)
    },
  )

  it.each(['cp tool ~/.local/bin/mytool', 'ln -s ~/project/tool ~/.local/bin/tool', 'cp git bin/git'])(
    '%s is an ordinary install',
    (command) => {
      expect(effectsOf(command).some((effect) => effect.kind === 'persist')).toBe(false)
    },
  )
})
