import { describe, expect, it } from 'vitest'
import { readCommand } from '../../../analysis/testing.ts'

const GONE = '/home/dev/notes'
const CODE = `import shutil; shutil.rmtree("${GONE}")`

function deleted(command: string): (string | undefined)[] {
  return readCommand(command).effects.flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.real] : []))
}

describe('interpreters that get their code another way', () => {
  it.each([
    `python3 -i -c 'x = 1' <<< '${CODE}'`,
    `python3 -m code <<< '${CODE}'`,
    `python3 -c 'import code; code.interact()' <<< '${CODE}'`,
    `python3 -m pdb -c '${CODE}' tool.py`,
    `python3 -m pdb tool.py <<< $'b tool.py:3\\nc\\n!${CODE}'`,
    `python3 -m timeit -n 1 '${CODE}'`,
    `ipython -c '!rm -rf ${GONE}'`,
    `pylint --init-hook '${CODE}' src`,
    `python3 -m venv ${GONE} --clear`,
    `node --import 'data:text/javascript,import{rmSync}from"fs";rmSync("${GONE}",{recursive:true})' a.js`,
    `npx zx -e '$\`rm -rf ${GONE}\`'`,
    `perl -d -e 0 <<< '!rm -rf ${GONE}'`,
    `ruby -run -e rm -- -rf ${GONE}`,
    `tclsh <<< 'exec rm -rf ${GONE}'`,
    `groovy -e '"rm -rf ${GONE}".execute()'`,
    `elixir -e 'System.cmd("rm", ["-rf", "${GONE}"])'`,
    `ghc -e 'System.Process.callCommand "rm -rf ${GONE}"'`,
    `sbcl --eval '(uiop:run-program "rm -rf ${GONE}")'`,
    `lua -e 'local go = os.execute; go("rm -rf ${GONE}")'`,
    `rails runner 'system("rm -rf ${GONE}")'`,
    `fish -C 'rm -rf ${GONE}' -c pwd`,
    `hg --config alias.tidy='!rm -rf ${GONE}' tidy`,
  ])('%s', (command) => {
    expect(deleted(command)).toContain(GONE)
  })

  it.each([
    [`sqlite3 a.db "select writefile('/home/dev/.profile', 'x')"`, '/home/dev/.profile'],
    [`ex -sc 'w! ~/.profile|q' a`, '/home/dev/.profile'],
  ])('%s writes', (command, path) => {
    const written = readCommand(command).effects.flatMap((effect) =>
      effect.kind === 'write-path' ? [effect.path.real] : [],
    )
    expect(written).toContain(path)
  })

  it.each([
    ['python3 -m tokenize src/a.py', 'proven'],
    ['python3 -m zipfile -l a.zip', 'expected'],
    ['python3 -m cProfile -s tottime app.py', 'expected'],
    ["python3 -m timeit 'sum(range(9))'", 'proven'],
    ['python3 -m venv .venv --clear', 'expected'],
    ['pylint src', 'expected'],
  ])('%s stays %s', (command, grade) => {
    expect(readCommand(command).grade).toBe(grade)
    expect(deleted(command)).toEqual([])
  })
})
