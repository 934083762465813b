import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const deleted = (command: string) =>
  effectsOf(command).flatMap((effect) =>
    effect.kind === 'delete-path' && effect.certainty !== 'possible' ? [effect.path.text] : [],
  )

describe('files that a listing gave are deleted in a language without a reader', () => {
  it.each([
    [`emacsclient -e '(mapc (quote delete-file) (directory-files-recursively "~/Pictures" "."))'`, '~/Pictures'],
    [`emacsclient -n --eval "(mapc #'delete-file (directory-files \\"~/Mail\\" t))"`, '~/Mail'],
    [
      `emacs --batch --eval '(dolist (f (directory-files (expand-file-name "mail" (getenv "HOME")) t)) (delete-file f))'`,
      '~/mail',
    ],
    [`lua -e 'for f in lfs.dir("/home/dev/Music") do os.remove(f) end'`, '/home/dev/Music'],
    [`Rscript -e 'x <- list.files("~/Music", full.names=TRUE); unlink(x)'`, '~/Music'],
  ])('%s', (command, folder) => {
    expect(deleted(command)).toContain(folder)
  })

  it.each([
    `emacsclient -e '(save-some-buffers t)'`,
    `emacsclient --eval '(message "%s" (directory-files "~/org"))'`,
    `emacs --batch --eval '(mapc (quote delete-file) (directory-files "build" t "elc$"))'`,
    `lua -e 'for f in lfs.dir("/tmp/cache") do os.remove(f) end'`,
    `lua -e 'local tmp = os.tmpname(); print(io.open("/home/dev/x.cfg")); os.remove(tmp)'`,
  ])('%s deletes nothing of the person', (command) => {
    expect(deleted(command)).toEqual([])
  })

  it('what the client of a running editor is told to run is read', () => {
    expect(deleted(`emacsclient --eval '(shell-command "rm -rf ~/notes")'`)).toEqual(['/home/dev/notes'])
    expect(effectsOf('emacsclient -n README.md').map(({ kind }) => kind)).toEqual(['read-path'])
  })
})
