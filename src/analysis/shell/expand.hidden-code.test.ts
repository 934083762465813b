import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

const deletions = (command: string): string[] =>
  effectsOf(command).flatMap((effect) =>
    effect.kind === 'delete-path' && effect.certainty !== 'possible' ? [effect.path.text] : [],
  )

const unseen = (command: string): boolean =>
  effectsOf(command).some(
    (effect) =>
      effect.kind === 'run-code' && !effect.read && effect.origin === 'dynamic' && effect.certainty !== 'possible',
  )

describe('a file as a substitution is what cat of it would be', () => {
  it.each([
    'eval "$(<steps)"',
    'bash -c "$(<steps)"',
    'bash -c "`<steps`"',
    'eval "$( < steps )"',
    '$(<steps)',
    't=$(<steps); eval "$t"',
    'python3 -c "$(<steps)"',
    'find . $(<steps)',
    'git $(<steps)',
  ])('%s runs what is not known', (command) => {
    expect(unseen(command)).toBe(true)
    expect(readCommand(command).grade).toBeUndefined()
  })

  it('text that the same command wrote is read', () => {
    expect(deletions('echo "rm -rf ~/notes" > steps; eval "$(<steps)"')).toEqual(['/home/dev/notes'])
  })

  it('targets out of a file are not known', () => {
    expect(
      effectsOf('rm -rf $(<steps)').some((effect) => effect.kind === 'delete-path' && effect.path.zone === 'unknown'),
    ).toBe(true)
  })

  it('a secret file is a secret', () => {
    expect(
      effectsOf('echo "$(<~/.ssh/id_ed25519)"').some(
        (effect) => effect.kind === 'read-path' && effect.path.tags.includes('secret'),
      ),
    ).toBe(true)
  })

  it.each(['v=$(<VERSION); echo "$v"', 'echo "$(<README.md)"'])('%s stays proven', (command) => {
    expect(readCommand(command).grade).toBe('proven')
  })
})

describe('words behind the end of the options', () => {
  it.each([
    'command -- rm -rf ~/notes',
    'command -p -- rm -rf ~/notes',
    'exec -- rm -rf ~/notes',
    'exec -a name -- rm -rf ~/notes',
    "eval -- 'rm -rf ~/notes'",
    "builtin -- eval 'rm -rf ~/notes'",
    "trap -- 'rm -rf ~/notes' EXIT",
    'env - rm -rf ~/notes',
    'env - A=b rm -rf ~/notes',
    'env -i -S "rm\\_-rf\\_/home/dev/notes"',
    'env -S "-i rm -rf /home/dev/notes"',
  ])('%s', (command) => {
    expect(deletions(command)).toContain('/home/dev/notes')
  })

  it.each(['command -- ls', 'env - ls', 'command -v git', 'exec -- git status'])('%s is proven', (command) => {
    expect(readCommand(command).grade).toBe('proven')
  })
})

describe('builtins that run code', () => {
  it.each([
    "mapfile -c 1 -C 'rm -rf ~/notes #' lines <<< x",
    "readarray -c1 -C'rm -rf ~/notes #' lines <<< x",
    "compgen -C 'rm -rf ~/notes'",
    "compgen -W '$(rm -rf ~/notes)'",
    "complete -C 'rm -rf ~/notes' tool",
    'bind -x \'"\\C-g": rm -rf ~/notes\'',
    'hash -p /bin/rm ls; ls -rf ~/notes',
    "hash -p /bin/sh ls; ls -c 'rm -rf ~/notes'",
    'BASH_CMDS[ls]=/bin/rm; ls -rf ~/notes',
    "BASH_ALIASES[tidy]='rm -rf ~/notes'; shopt -s expand_aliases\ntidy",
    "BASH_ALIASES=([tidy]='rm -rf ~/notes'); shopt -s expand_aliases\ntidy",
    'BASH_ARGV0=rm; $0 -rf ~/notes',
  ])('%s', (command) => {
    expect(deletions(command)).toContain('/home/dev/notes')
    expect(readCommand(command).grade).toBeUndefined()
  })

  it('a callback that is not known is code that is not known', () => {
    expect(unseen('mapfile -c 1 -C "$(<steps)" lines <<< x')).toBe(true)
  })

  it.each(['mapfile -t lines < README.md', 'compgen -c git', "compgen -W 'a b c' a", 'hash -r'])(
    '%s is proven',
    (command) => {
      expect(readCommand(command).grade).toBe('proven')
    },
  )
})

describe('what the shell evaluates as arithmetic', () => {
  const BURIED = "n='a[$(rm -rf ~/notes)]'; "
  it.each([
    'let m=n',
    'declare -i m=n',
    'declare -i m; m=n',
    'list[n]=1',
    'list=([n]=1)',
    'echo ${list[n]}',
    'echo ${#list[n]}',
    'echo ${!n}',
    'echo $((n))',
    '((n > 1))',
    '[[ n -eq 0 ]]',
    '[[ $n -eq 0 ]]',
    "printf -v 'list[n]' 1",
    "read 'list[n]' <<< 1",
    "list=(1); unset 'list[n]'",
    "test -v 'list[n]'",
    "[[ -v 'list[n]' ]]",
    '(( list[n] ))',
    "m='list[n]'; let k=m",
    "m='n + 1'; echo ${list[m]}",
  ])('%s', (command) => {
    expect(deletions(BURIED + command)).toContain('/home/dev/notes')
    expect(readCommand(BURIED + command).grade).toBeUndefined()
  })

  it('expressions that stand for ever more expressions end', () => {
    const many = (name: string) => Array(200).fill(name).join('+')
    const command = `a='${many('b')}'; b='${many('c')}'; c='${many('d')}'; d='${many('e')}'; e=1; echo $((a))`
    expect(readCommand(command).grade).toBeUndefined()
  })

  it.each([
    'let i=1+2; echo $i',
    'i=1; a=(x y); echo "${a[i]}"',
    'declare -i n=5; echo $n',
    '[[ 3 -gt 2 ]] && echo yes',
    'a[0]=x; echo "${a[0]}"',
  ])('%s is proven', (command) => {
    expect(readCommand(command).grade).toBe('proven')
  })
})

describe('names that stand for others, and words put together', () => {
  it.each([
    'declare -n ref=word; word=rm; $ref -rf ~/notes',
    'typeset -n ref=word; word=rm; $ref -rf ~/notes',
    'f() { local -n ref=$1; $ref -rf ~/notes; }; word=rm; f word',
    'declare -n ref=word; ref=rm; $word -rf ~/notes',
    'parts=(r m); IFS=; "${parts[*]}" -rf ~/notes',
    'set -- r m; IFS=; "$*" -rf ~/notes',
    "coproc cat; echo 'rm -rf ~/notes' >&${COPROC[1]}; sh <&${COPROC[0]}",
    "coproc pipe { cat; }; echo 'rm -rf ~/notes' >&${pipe[1]}; sh <&${pipe[0]}",
  ])('%s', (command) => {
    expect(deletions(command)).toContain('/home/dev/notes')
  })

  it('a descriptor that is not known gives a text that is not known', () => {
    expect(unseen('sh <&$fd')).toBe(true)
  })

  it('a body that writes to its own input ends', () => {
    const command = 'coproc { echo x >&${COPROC[1]}; }; echo y >&${COPROC[1]}; sh <&${COPROC[0]}'
    expect(readCommand(command).grade).toBeUndefined()
  })

  it('joined with a blank it is a word of its own', () => {
    expect(deletions('parts=(r m); "${parts[*]}" -rf ~/notes')).toEqual([])
  })
})
