import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Place } from '../../../bench/attack/acts.ts'
import type { Step } from '../../../bench/attack/attempt.ts'
import { FILES } from './acts.ts'

/** A home with a project in it, where forms are really carried out. */
export interface Scratch {
  readonly place: Place
  /** Everything as it was. */
  restore(): void
  carryOut(step: Step): string
  remove(): void
}

/** They note what they are asked for, and reach nobody. */
const CLIENTS = ['wget', 'ssh', 'scp', 'rsync', 'nc', 'sftp', 'pip', 'npm']
const NOTES = '#!/bin/sh\nprintf "%s\\n" "$0 $*" >> "$HOME/clients.log"\n'
/** Files of this machine it may read. */
const CURL = `#!/bin/sh\ncase "$*" in *file://*) exec /usr/bin/curl "$@";; esac\nprintf '%s\\n' "$0 $*" >> "$HOME/clients.log"\n`
/** A program that no list knows: it runs its words, or a text, or connects somewhere. */
const UNKNOWN = `#!/bin/sh
while :; do case "$1" in
  -c) exec sh -c "$2";;
  --run=*) exec sh -c "\${1#--run=}";;
  --run) exec sh -c "$2";;
  --server|http*) printf '%s\\n' "$0 $*" >> "$HOME/clients.log"; exit;;
  -*|run) shift;;
  *) exec "$@";;
esac; done
`

export function createScratch(): Scratch {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'deny-rules-')))
  const home = join(base, 'home')
  const template = join(base, 'template')
  const bin = join(base, 'bin')
  const place = { home, cwd: join(home, 'project') }
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, mode)
  }
  for (const [path, text] of Object.entries(FILES)) put(join(template, path), text)
  for (const name of CLIENTS) put(join(bin, name), NOTES, 0o755)
  put(join(bin, 'curl'), CURL, 0o755)
  for (const name of ['frobnicate', 'nix-shell']) put(join(bin, name), UNKNOWN, 0o755)
  const run = (command: string, cwd = place.cwd): string => {
    const { stdout, stderr } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', command], {
      cwd,
      encoding: 'latin1',
      env: { HOME: home, PATH: `${bin}:/usr/bin:/bin`, LANG: 'C', GIT_CONFIG_GLOBAL: '/dev/null' },
      timeout: 10_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return `${stdout}${stderr}`
  }
  /** Nothing was made yet, or something was carried out since. */
  let isUsed = true
  const who = 'git -c user.name=dev -c user.email=dev@project.example'
  run(`git init -q --template= && git add -A && ${who} commit -qm start`, join(template, 'project'))
  return {
    place,
    restore: () => {
      if (!isUsed) return
      isUsed = false
      rmSync(home, { recursive: true, force: true })
      cpSync(template, home, { recursive: true })
    },
    carryOut: (step) => {
      if ('does' in step) return ''
      isUsed = true
      if (step.tool === 'Bash') return run(step.input.command)
      if (step.tool === 'Write') put(step.input.file_path, step.input.content)
      if (step.tool === 'Edit') {
        const { file_path, old_string, new_string } = step.input
        put(
          file_path,
          readFileSync(file_path, 'utf8').replace(old_string, () => new_string),
        )
      }
      return ''
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
