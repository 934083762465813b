/** One call for every path through the gate and for growing sizes; the path is checked, not believed. */
export interface TimedCall {
  readonly name: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

const steps = (count: number) => Array.from({ length: count }, (_, at) => `echo "step ${at}" | grep -c step`).join('\n')

export const CALLS: readonly TimedCall[] = [
  { name: 'a read', tool: 'Read', input: { file_path: 'src/app.ts' } },
  { name: 'an edit', tool: 'Edit', input: { file_path: 'src/app.ts', old_string: 'a', new_string: 'b' } },
  { name: 'a look at git', tool: 'Bash', input: { command: 'git log --oneline -5 && git status --short' } },
  { name: 'a test run', tool: 'Bash', input: { command: 'npm test -- --run src' } },
  { name: 'an unknown program', tool: 'Bash', input: { command: 'frobnicate --all --now' } },
  { name: 'a deletion of home', tool: 'Bash', input: { command: 'rm -rf ~/documents' } },
  {
    name: 'an encoded deletion',
    tool: 'Bash',
    input: { command: `echo ${btoa('rm -rf ~/documents')} | base64 -d | sh` },
  },
  { name: 'a denied rule', tool: 'Bash', input: { command: 'terraform apply' } },
  { name: 'a script of 1 kB', tool: 'Bash', input: { command: steps(30) } },
  { name: 'a script of 10 kB', tool: 'Bash', input: { command: steps(290) } },
  { name: 'a script of 100 kB', tool: 'Bash', input: { command: steps(2_800) } },
]

export const SETTINGS = { permissions: { deny: ['Bash(terraform apply:*)'] } }
