import type { Row } from './rows.ts'

/** Ordinary calls with long lists: they stay free, and quick. */
export interface Harmless extends Omit<Row, 'files'> {
  readonly name: string
  readonly files?: readonly (readonly [path: string, text: string])[]
}

function list(count: number, each: (index: number) => string, by = ' '): string {
  return Array.from({ length: count }, (_, index) => each(index)).join(by)
}

const MADE: readonly (readonly [string, string])[] = Array.from({ length: 300 }, (_, index) => [
  `out/part-${index}.txt`,
  `part ${index}\n`,
])

const SOURCES: readonly (readonly [string, string])[] = Array.from({ length: 120 }, (_, index) => [
  `src/part-${index}.js`,
  `export function part${index}(value) {\n  return value + ${index}\n}\n`,
])

export const HARMLESS: readonly Harmless[] = [
  { name: 'git add of 600 files', command: `git add ${list(600, (index) => `src/part-${index}/index.ts`)}` },
  { name: 'prettier of 800 files', command: `npx prettier --check ${list(800, (index) => `src/part-${index}.ts`)}` },
  { name: 'eslint of 500 files', command: `npx eslint ${list(500, (index) => `packages/p${index}/src/main.ts`)}` },
  {
    name: 'rm of 300 files of the session',
    command: `rm ${list(300, (index) => `out/part-${index}.txt`)}`,
    files: MADE,
  },
  // Scripts have about two lines for a command: this is one of 600 lines.
  { name: 'a script of 290 commands', command: list(290, (index) => `echo "part ${index}" > /dev/null`, '\n') },
  {
    name: 'a dense script of 250 lines',
    command: list(
      250,
      (index) =>
        [
          `echo "part ${index}"`,
          `mkdir -p out/part-${index}`,
          `if [ -f src/a${index} ]; then echo yes; fi`,
          `NAME="part-${index}"`,
          `# part ${index}`,
          `grep -c x src/a${index}.txt | sort`,
          `printf '%s\\n' "$NAME"`,
        ][index % 7] ?? '',
      '\n',
    ),
  },
  { name: 'a test run after 120 files', command: 'npx vitest run', files: SOURCES },
  { name: 'a build after 120 files', command: 'npx tsc --noEmit -p . && npm run build', files: SOURCES },
  { name: 'wc of 1,500 files', command: `wc -l ${list(1500, (index) => `src/part-${index}.txt`)}` },
  {
    name: 'an unlisted tool with 400 files',
    command: `frobnicate lint ${list(400, (index) => `src/part-${index}.ts`)}`,
  },
  {
    name: 'a shell that keeps 200 variables',
    command: 'npm test',
    before: list(200, (index) => `export PART_${index}=x`, '; '),
  },
  { name: 'a list below 200 folders', command: `ls $(find ${list(200, (index) => `src/part-${index}`)} -name x.ts)` },
  {
    name: 'a build in 60 packages',
    command: 'npm run build --workspaces',
    files: [
      ['package.json', '{"workspaces":["packages/*"]}'],
      ...Array.from(
        { length: 60 },
        (_, index) => [`packages/part${index}/package.json`, '{"scripts":{"build":"tsc"}}'] as const,
      ),
    ],
  },
  {
    name: 'a file with 7,000 quotes',
    path: 'Jenkinsfile',
    command: `node {\n${list(400, () => `stage ${"'x' ".repeat(18)}`, '\n')}\nsh 'npm ci'\n}\n`,
  },
  {
    name: 'a build file with 500 words',
    path: 'build.xml',
    command: `<project><exec executable="javac">${list(500, (index) => `<arg value="src/Part${index}.java"/>`, '')}</exec></project>`,
  },
  { name: 'a long expression of awk', command: `awk 'BEGIN { print ${'"x" '.repeat(3000)} }'` },
  {
    name: 'a Go program that runs a tool with 100 words',
    command: 'go run own.go',
    files: [
      [
        'own.go',
        `package main\nimport "os/exec"\nfunc main() { exec.Command("go", "vet", ${list(100, (index) => `"./part${index}"`, ', ')}).Run() }\n`,
      ],
    ],
  },
  {
    name: 'a name with 20 values',
    command: 'python3 own.py',
    files: [
      [
        'own.py',
        `import shutil, sys\np = "build/a"\n${list(20, (index) => `if len(sys.argv) > ${index}: p = "build/${index}"\n`, '')}shutil.rmtree(p)\n`,
      ],
    ],
  },
  {
    name: 'queries with remarks',
    command: 'sqlite3 a.db < own.sql',
    files: [['own.sql', `${list(300, (index) => `# part ${index}`, '\n')}\nselect 1;\n`]],
  },
  {
    name: 'an unlisted tool beside a denied one',
    command: `frobnicate lint ${list(400, (index) => `src/deployer-${index}.ts`)}`,
    deny: ['Bash(deployer:*)'],
  },
  { name: 'a tool with 300 settings', command: `${list(300, (index) => `PART_${index}=x`)} npm test` },
]
