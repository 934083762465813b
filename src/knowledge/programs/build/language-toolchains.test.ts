import { describe, expect, it } from 'vitest'
import { readCommand } from '../../../analysis/testing.ts'

const ROOT = '/home/dev/project'
const session = (files: Record<string, string>) => ({
  session: { written: new Map(Object.entries(files).map(([name, text]) => [`${ROOT}/${name}`, text])) },
})

const GO = 'package main\nfunc main() { os.RemoveAll("/home/dev/notes") }\n'
const RUST = 'fn main() { std::fs::remove_dir_all("/home/dev/notes").unwrap(); }\n'
const PYTHON = 'import shutil\nshutil.rmtree("/home/dev/notes")\n'
const SCRIPT = "import { rmSync } from 'node:fs'\nrmSync('/home/dev/notes', { recursive: true })\n"

describe('sources that this session wrote are read before they run', () => {
  it.each([
    ['go run ./tool', 'tool/main.go', GO],
    ['go run .', 'main.go', GO],
    ['go test ./...', 'pkg/a_test.go', GO],
    ['cargo run', 'src/main.rs', RUST],
    ['cargo run --bin gone', 'src/bin/gone.rs', RUST],
    ['cargo test', 'tests/all.rs', RUST],
    ['cargo build', 'build.rs', RUST],
    ['pytest', 'tests/test_a.py', PYTHON],
    ['pytest tests/test_b.py::test_x', 'tests/test_b.py', PYTHON],
    ['pytest tests/test_b.py', 'conftest.py', PYTHON],
    ['python -m pytest', 'tests/test_a.py', PYTHON],
    ['python -m unittest', 'tests/test_a.py', PYTHON],
    // Runners that nobody lists find the same files.
    ['quuxtest', 'tests/test_a.py', PYTHON],
    ['quux run', 'src/a.spec.js', SCRIPT],
    ['quuxbuild', 'quux.config.mjs', SCRIPT],
    ['npx vitest run', 'src/a.test.ts', SCRIPT],
    ['npx jest src/a.spec.js', 'src/a.spec.js', SCRIPT],
    ['node --test', 'a.test.mjs', SCRIPT],
    ['npx vite build', 'vite.config.ts', SCRIPT],
    ['npx c8 mocha', 'test/a.js', SCRIPT],
    ['deno test', 'a_test.ts', SCRIPT],
    ['bun test', 'a.test.ts', SCRIPT],
    ['swift run', 'Sources/App/main.swift', 'try FileManager.default.removeItem(atPath: "/home/dev/notes")'],
    ['dotnet run', 'Program.cs', 'Directory.Delete("/home/dev/notes", true);'],
    ['./gradlew test', 'src/test/java/T.java', 'class T { void t() { Files.delete(Path.of("/home/dev/notes")); } }'],
  ])('%s with %s', (command, file, text) => {
    const { effects } = readCommand(command, session({ [file]: text }))
    expect(effects.filter((effect) => effect.kind === 'delete-path').map(({ path }) => path.real)).toContain(
      '/home/dev/notes',
    )
  })

  it.each([
    ['go run ./tool', 'other/main.go', GO],
    ['go test ./...', 'pkg/main.go', GO],
    ['cargo run --bin stays', 'src/bin/gone.rs', RUST],
    ['pytest tests/test_a.py', 'tests/test_b.py', PYTHON],
    ['npx vitest run src/a.test.ts', 'src/b.test.ts', SCRIPT],
    ['npx vite build', 'scripts/clean.ts', SCRIPT],
  ])('%s does not run %s', (command, file, text) => {
    const { effects, grade } = readCommand(command, session({ [file]: text }))
    expect(effects.filter((effect) => effect.kind === 'delete-path')).toEqual([])
    expect(grade).toBe('expected')
  })

  it.each([
    ['go test ./...', 'a_test.go', 'package a\nfunc TestA(t *testing.T) { d := t.TempDir(); os.RemoveAll(d) }'],
    [
      'pytest',
      'tests/test_a.py',
      'import requests\ndef test_a(m):\n    requests.post("https://api.example.com/x", json={"a": 1})\n',
    ],
    [
      'npx vitest run',
      'a.test.ts',
      "import { it } from 'vitest'\nit('x', () => { fetch('https://api.example.com', { method: 'POST', body: '{}' }) })\n",
    ],
  ])('%s of an ordinary test stays ordinary: %s', (command, file, text) => {
    const { effects, grade } = readCommand(command, session({ [file]: text }))
    expect(effects.filter(({ certainty }) => certainty !== 'possible').map(({ kind }) => kind)).toEqual([])
    expect(grade).toBe('expected')
  })

  it('a written file whose text is not known takes the grade away', () => {
    const written = new Map([[`${ROOT}/tests/test_a.py`, undefined]])
    expect(readCommand('pytest', { session: { written } }).grade).toBeUndefined()
  })
})
