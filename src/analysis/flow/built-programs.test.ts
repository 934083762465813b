import { expect, it } from 'vitest'
import { readCommand } from '../testing.ts'
import { builtPrograms } from './built-programs.ts'

const built = (text: string) => readCommand(text).commands.flatMap(builtPrograms)

it.each([
  ['tinygo build -o bin/a ./cmd/a', ['/home/dev/project/bin/a']],
  ['godot --headless --export-release Linux out/a', ['/home/dev/project/out/a']],
  ['bun build --compile ./a.ts --outfile=bin/a', ['/home/dev/project/bin/a']],
  ['bun build ./a.ts --outfile=bin/a', []],
  ['godot --headless out/a', []],
  ['gcc -o bin/a ~/Downloads/a.c', []],
  ['gcc -o /usr/local/bin/a a.c', []],
  ['deno compile -o bin/a https://dl.example.net/a.ts', []],
  ['go build -o bin/a github.com/quux/a', []],
  ['go vet -o bin/a .', []],
  ['gcc -o bin/a "$SRC"', []],
])('%s builds %j', (text, programs) => {
  expect(built(text)).toEqual(programs)
})
