import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

/** Role and place of every touch, and of the writes that a reader states itself. */
function touches(command: string): string[] {
  return readCommand(command).effects.flatMap((effect) => {
    if (effect.kind === 'touch-protected') return [`${effect.role} ${effect.path.real ?? effect.path.text}`]
    return effect.kind === 'write-path' ? [`stated ${effect.path.real ?? effect.path.text}`] : []
  })
}

const BASHRC = '/home/dev/.bashrc'
const GATE = '/home/dev/.irongate/settings.json'

describe('a place after an output option is written, whatever the program', () => {
  it.each([
    ['frobnicate -o ~/.bashrc notes.txt', BASHRC],
    ['frobnicate -o/home/dev/.bashrc notes.txt', BASHRC],
    ['frobnicate --output=/home/dev/.bashrc notes.txt', BASHRC],
    ['frobnicate notes.txt --out-file ~/.bashrc', BASHRC],
    ['frobnicate --export-filename=$HOME/.bashrc a', BASHRC],
    ['frobnicate a -x type=local,dest=/home/dev/.bashrc', BASHRC],
    ['frobnicate -a "src=a dest=/home/dev/.bashrc"', BASHRC],
    ['frobnicate a -o json=/home/dev/.bashrc', BASHRC],
    ['frobnicate save DEST=/home/dev/.bashrc', BASHRC],
    ['cd ~ && frobnicate -o .bashrc a', BASHRC],
    ['f=~/.bashrc; frobnicate -o "$f" a', BASHRC],
    ['ls | xargs -I{} frobnicate {} -o ~/.bashrc', BASHRC],
    ['find . -name a -exec frobnicate {} -o ~/.bashrc \\;', BASHRC],
    ['sudo frobnicate -o ~/.irongate/settings.json a', GATE],
    ['OUTPUT=~/.bashrc frobnicate a', BASHRC],
  ])('%s', (command, place) => {
    expect(touches(command)).toContain(`write ${place}`)
  })
})

describe('nothing tells that it is only read: it is asked about', () => {
  it.each([
    ['frobnicate -s set ~/.bashrc x', BASHRC],
    ['frobnicate -q a=b c=d ~/.bashrc', BASHRC],
    ['frobnicate -f /var/lib/mysql', '/var/lib/mysql'],
    ['frobnicate notes.txt ~/.bashrc', BASHRC],
    ['frobnicate fmt ~/.bashrc', BASHRC],
    ['frobnicate --in-place ~/.bashrc', BASHRC],
    ['frobfmt ~/.bashrc', BASHRC],
    ['frobnicate thing ~/.bashrc', BASHRC],
    ['frobprint notes.txt ~/.bashrc', BASHRC],
    ['frob -f ~/.bashrc notes.txt', BASHRC],
    ['frobnicate one two ~/.bashrc', BASHRC],
    ['cat notes | frobnicate ~/.bashrc', BASHRC],
    ['frobnicate -t ~/.bashrc notes.txt', BASHRC],
    ['frobnicate ~/.irongate/settings.json', GATE],
    ['frobnicate --file ~/.irongate/settings.json', GATE],
    ['frobnicate localhost.txt localhost:/home/dev/.bashrc', BASHRC],
    ['nano ~/.bashrc', BASHRC],
    ['frobnicate render page.tmpl:/home/dev/.bashrc', BASHRC],
    ['frobnicate page.txt:/home/dev/.bashrc', BASHRC],
    ['frobnicate -I ~/.bashrc', BASHRC],
    ['frobnicate -n notes.txt ~/.bashrc', BASHRC],
    ['frobnicate -x word ~/.profile ~/.bashrc', BASHRC],
    ['frobnicate -n word other ~/.bashrc', BASHRC],
    ['frobnicate -n set ~/.bashrc', BASHRC],
    ['frobnicate -w word ~/.bashrc', BASHRC],
    ["frobnicate -n 's/a/b/' ~/.profile ~/.bashrc", BASHRC],
    ['frobnicate -n word -x ~/.profile ~/.bashrc', BASHRC],
    ['frobnicate -n word ~/.irongate/settings.json', GATE],
    ['cat notes | frobnicate -n word ~/.bashrc', BASHRC],
  ])('%s', (command, place) => {
    expect(touches(command)).toContain(`unknown ${place}`)
  })
})

describe('what reads, and what is no place, is left alone', () => {
  it.each([
    'frobnicate ~/.bashrc',
    'froblint ~/.bashrc',
    `frobsel 'x' '$2 == "y"' ~/.bashrc`,
    `printf '1,5n\\nq\\n' | ed -s ~/.bashrc`,
    'frobdiff ~/.bashrc other',
    'frobnicate check ~/.bashrc',
    'frobnicate --check --fmt ~/.bashrc',
    'frobnicate --config ~/.bashrc src',
    'frobnicate -i ~/.bashrc out.txt',
    'frobgrep needle ~/.bashrc',
    "frob -n 'JAVA_HOME' ~/.profile ~/.bash_login ~/.bashrc",
    'frob -l JAVA_HOME ~/.bashrc',
    "frob -in '^export' ~/.gitconfig ~/.config/git/config",
    'frob -c alias ./notes.txt ~/.bashrc',
    'frobnicate -o ~/notes.txt ~/.bashrc',
    'frobnicate -o out/.bashrc a',
    'frobnicate a host:/home/dev/.bashrc',
    'frobnicate --path-list /a/.bashrc:/home/dev/.bashrc',
    'frobnicate "see ~/.bashrc for more"',
    'cat ~/.bashrc | head -3',
    'sed -n s/.bashrc/x/p notes',
    "awk '/.bashrc/' notes",
    'git add .claude/settings.json',
    'git commit -m x -- .claude/settings.json',
    'ssh -i ~/.ssh/id_ed25519 host uptime',
    'ssh -o IdentityFile=~/.ssh/id_ed25519 host uptime',
    'kubectl --kubeconfig ~/.kube/config get pods',
    'rsync -a --exclude .git src/ build/',
    'find . -path ./.git -prune -o -name a -exec frobnicate {} \\;',
    'code ~/.bashrc',
    'frobnicate .git',
  ])('%s', (command) => {
    expect(touches(command).filter((touch) => !touch.startsWith('stated'))).toEqual([])
  })
})

describe('a reader that tells reads from writes is believed', () => {
  it('copies out of a protected path', () => {
    expect(touches('cp ~/.claude/CLAUDE.md docs/notes.md')).toEqual(['stated /home/dev/project/docs/notes.md'])
  })
  it('states its own write once', () => {
    expect(touches('cp a ~/.bashrc')).toEqual([`stated ${BASHRC}`])
  })
  it.each(['dos2unix -n a ~/.bashrc', 'scc -o ~/.bashrc .'])('%s', (command) => {
    expect(touches(command)).toContain(`stated ${BASHRC}`)
    expect(readCommand(command).grade).toBeUndefined()
  })
})

describe('folders that hold protected paths', () => {
  it.each(['frobnicate download 1 -D ~/.config', 'unzip a.zip -d ~/.config', 'rsync -a dots/ ~/.config/'])(
    '%s',
    (command) => {
      expect(touches(command)).toContain('unknown /home/dev/.config')
    },
  )
  it.each(['mkdir -p ~/.config', 'ls ~/.config', 'frobnicate ~/.config'])('%s', (command) => {
    expect(touches(command).filter((touch) => touch.startsWith('unknown'))).toEqual([])
  })
})

describe('code', () => {
  it.each([
    ['python3 -c "open(\'/home/dev/.bashrc\', mode)"', `unknown ${BASHRC}`],
    ['python3 -c "import frob; frob.save_to(\'/home/dev/.bashrc\')"', `unknown ${BASHRC}`],
    ['python3 -c "import frob; frob.thing(\'/home/dev/.irongate/settings.json\')"', `unknown ${GATE}`],
  ])('%s', (command, touch) => {
    expect(touches(command)).toContain(touch)
  })
  it.each([
    'python3 -c "import frob; frob.load(\'/home/dev/.bashrc\')"',
    'python3 -c "import frob; frob.check_file(\'/home/dev/.bashrc\')"',
    'python3 -c "print(open(\'/home/dev/.bashrc\').read())"',
  ])('%s', (command) => {
    expect(touches(command)).toEqual([])
  })
})

it('comes to an end on many options', () => {
  const words = Array.from({ length: 3_000 }, (_, at) => `--o${at} /home/dev/.ssh/k${at},a=/b${at}`).join(' ')
  readCommand(`frobnicate ${words}`)
})

describe("git's own folder as the last operand", () => {
  const touched = (command: string) => touches(command).length > 0

  it.each(['scp notes.md .git/hooks/pre-push', 'filterthing ./in.txt .git/config'])('counts: %s', (command) => {
    expect(touched(command)).toBe(true)
  })

  it.each(['diff ./a.txt .git/config', 'cat ./a.txt .git/HEAD', 'du -sh ./src .git'])('does not: %s', (command) => {
    expect(touched(command)).toBe(false)
  })
})

describe('a filter before a protected file picks something out of it', () => {
  it.each([
    "frobnicate '.a | keys' ~/.bashrc",
    "frobnicate '//a/text()' ~/.bashrc",
    "frobnicate '/alias/p' ~/.bashrc",
    'frobnicate /var/lib/mysql',
  ])('%s', (command) => expect(touches(command)).toEqual([]))

  it("frobnicate '.a = 1 | .b' ~/.bashrc", () =>
    expect(touches("frobnicate '.a = 1 | .b' ~/.bashrc")).toContain(`unknown ${BASHRC}`))
})

describe('whole devices', () => {
  const wiped = (text: string) => effectsOf(text).some((effect) => effect.kind === 'delete-path' && effect.wipe)

  it.each([
    'quuximage core.img /dev/sdb',
    'quuximage --yes core.img /dev/sdb',
    'quuxclone -s a.img -o /dev/sdb1',
    'mkfs.quux -n STICK /dev/sdc1',
    'quuxtool copy core.wic /dev/sda',
    'quuxtool --format /dev/sdb',
  ])('%s', (text) => {
    expect(wiped(text)).toBe(true)
  })

  it.each([
    'quuxinfo /dev/sdb',
    'quuxtool list /dev/sdb',
    'quuxclone -s /dev/sda1 -o a.img',
    'mount /dev/sdb1 /mnt',
    'quuxserial -b 115200 /dev/ttyUSB0',
    'quuxtool --help /dev/sdb core.img /dev/sdb',
  ])('%s leaves it alone', (text) => {
    expect(wiped(text)).toBe(false)
  })
})

describe('names and verbs that list or show', () => {
  it.each([
    'lsfrob -d /etc/cron.d',
    "frobnicate --transform 'Sshd incl /etc/ssh/sshd_config' print /files/etc/ssh/sshd_config",
  ])('%s only reads', (command) => {
    expect(touches(command)).toEqual([])
  })

  it.each([
    'lsync /etc/cron.d ~/.bashrc',
    "frobnicate --transform 'Sshd incl x' set /etc/ssh/sshd_config yes",
    "frobnicate --replace 'a b' /etc/ssh/sshd_config",
  ])('%s may change it', (command) => {
    expect(touches(command)).not.toEqual([])
  })
})
