import { describe, expect, it } from 'vitest'
import type { Grade } from '../action.ts'
import { readCommand } from '../testing.ts'

function deletesRoot(text: string): boolean {
  return readCommand(text).effects.some((effect) => effect.kind === 'delete-path' && effect.path.zone === 'root')
}

describe('wrappers are looked through', () => {
  it.each([
    'sudo rm -rf /',
    'sudo -n -u root -- rm -rf /',
    'sudo -E HOME=/x rm -rf /',
    'sudo -i rm -rf /',
    "sudo -s 'rm -rf /'",
    'sudo --user=root rm -rf /',
    "sudo sh -c 'rm -rf /'",
    'sudo sudo sudo rm -rf /',
    'doas -u root rm -rf /',
    "su -c 'rm -rf /' root",
    "su root -c 'rm -rf /'",
    'pkexec rm -rf /',
    'env rm -rf /',
    'env -i A=b rm -rf /',
    'env -u X -C /tmp rm -rf /',
    "env -S 'rm -rf /'",
    "env --split-string='A=1 rm -rf /'",
    '/usr/bin/env rm -rf /',
    'nice -n 5 rm -rf /',
    'nice -10 rm -rf /',
    'ionice -c3 rm -rf /',
    'nohup rm -rf / &',
    'timeout 5 rm -rf /',
    'timeout -k 1 -s KILL 5s rm -rf /',
    'time -p rm -rf /',
    '/usr/bin/time -f %e rm -rf /',
    'stdbuf -oL rm -rf /',
    'setsid -f rm -rf /',
    'chrt -f 10 rm -rf /',
    'taskset 0x1 rm -rf /',
    'unshare -r rm -rf /',
    'nsenter -t 1 -m rm -rf /',
    'flock /tmp/l rm -rf /',
    "flock /tmp/l -c 'rm -rf /'",
    'watch -n 1 rm -rf /',
    "watch 'rm -rf /'",
    'busybox rm -rf /',
    "busybox sh -c 'rm -rf /'",
    "script -q -c 'rm -rf /' /dev/null",
    "expect -c 'spawn rm -rf /'",
    'expect <<< \'spawn bash; send "rm -rf /\\\\r"\'',
    'expect -f - <<< \'spawn bash; send -- "rm -rf /\\\\r"\'',
    'echo / | xargs rm -rf',
    'echo / | xargs --eof rm -rf',
    'echo / | xargs --replace rm -rf {}',
    'echo / | xargs --replace=% rm -rf %',
    'echo / | xargs --max-lines rm -rf',
    "printf '/\\0' | xargs -0 rm -rf",
    'echo / | xargs -I{} rm -rf {}',
    "echo / | xargs -n1 sh -c 'rm -rf $0'",
    "echo 'rm -rf /' | xargs -I% sh -c %",
    'xargs rm -rf <<< /',
    'parallel rm -rf ::: /',
    "echo / | parallel 'rm -rf {}'",
    "parallel --tag --shuf --nonall 'rm -rf /'",
    "bash -c 'rm -rf /'",
    "bash -lc 'rm -rf /'",
    "bash -xec 'rm -rf /'",
    "bash -o pipefail -c 'rm -rf /'",
    "bash --norc -c 'rm -rf /'",
    "zsh -c 'rm -rf /'",
    "dash -c 'rm -rf /'",
    "fish -c 'rm -rf /'",
    'bash -c "bash -c \'rm -rf /\'"',
    "nice nohup timeout 5 env A=b sudo bash -c 'rm -rf /'",
    "bash -s <<< 'rm -rf /'",
    '$SUDO rm -rf /',
    "PS4='$(rm -rf /)' bash -x script",
    "GIT_SSH_COMMAND='rm -rf /' git fetch",
    "PAGER='rm -rf /' git log",
    "export EDITOR='rm -rf /'",
    "PROMPT_COMMAND='rm -rf /'",
    "env GIT_PAGER='rm -rf /' git log",
    'export TAR_OPTIONS=\'--to-command=rm -rf /\'; eval "$(echo rm -rf /)"',
  ])('%s', (text) => {
    expect(deletesRoot(text)).toBe(true)
  })

  it('says which wrappers led there', () => {
    const { commands } = readCommand("sudo env A=b bash -c 'ls'")
    expect(commands.at(-1)).toMatchObject({ name: 'ls', wrapperNames: ['sudo', 'env', 'bash -c'] })
  })
})

describe('xargs', () => {
  it.each<[string, string]>([
    ['find . -name "*.tmp" | xargs rm', 'project'],
    ['find /etc -type f | xargs rm -f', 'system'],
    ['find ~ | xargs rm', 'home-root'],
    ['cat list | xargs rm', 'unknown'],
    ['git ls-files | xargs rm', 'project-root'],
    ['find . -type d -name node_modules | xargs rm -rf', 'project'],
    ['for f in $(find /etc -type f); do rm "$f"; done', 'system'],
    ['find src | while read f; do rm "$f"; done', 'project'],
  ])('%s deletes in %s', (text, zone) => {
    const { effects } = readCommand(text)
    const deleted = effects.filter((effect) => effect.kind === 'delete-path')
    expect(deleted.map((effect) => effect.path.zone)).toContain(zone)
  })
})

describe('standings', () => {
  it.each<[string, Grade | undefined]>([
    ['timeout 10 git status', 'proven'],
    ['nice -n 10 ls', 'proven'],
    ['env A=b ls', 'proven'],
    ['time ls', 'proven'],
    ['xargs --version', 'proven'],
    ['bash -n script.sh', 'proven'],
    ['bash --version', 'proven'],
    ['sudo -l', 'proven'],
    ['command -v git', 'proven'],
    ['type -a git', 'proven'],
    ['printf "%s\\n" a b', 'proven'],
    ['test -f a && [ -d b ]', 'proven'],
    ['set -euo pipefail; ls', 'proven'],
    ['trap "echo bye" EXIT; ls', 'proven'],
    ['ulimit -n 1024; umask 022', 'proven'],
    ['wait; jobs', 'proven'],
    ['sudo ls', undefined],
    ['timeout --strange 5 ls', undefined],
    ['env --strange ls', undefined],
    ['bash --strange -c ls', undefined],
    ['enable -f ./x.so x', undefined],
    ['history -c', undefined],
    ['bash', undefined],
  ])('%s', (text, grade) => {
    expect(readCommand(text).grade).toBe(grade)
  })
})
