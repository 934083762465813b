import { readFileSync } from 'node:fs'

/** Prints what one checkout says of each command of a file, a line each: `node bench/net/answers.ts CHECKOUT COMMANDS`. */
const [checkout = '', file = ''] = process.argv.slice(2)
type CheckLine = typeof import('../../src/cli/check-line.ts')
type Line = typeof import('../../src/cli/line.ts')
const { checkLine, createSessions } = (await import(`${checkout}/src/cli/check-line.ts`)) as CheckLine
const { lineOf } = (await import(`${checkout}/src/cli/line.ts`)) as Line

const commands = JSON.parse(readFileSync(file, 'utf8')) as readonly string[]
const PLACE = { cwd: '/home/dev/project', home: '/home/dev', settings: {} }
const said: string[] = []
for (const command of commands) {
  const parsed = lineOf({ id: 1, tool: 'Bash', input: { command }, ...PLACE })
  if (!parsed.ok) said.push('refused')
  else {
    const { decision, category, grade } = await checkLine(parsed.line, createSessions())
    said.push(decision === 'allow' ? `allow ${grade ?? ''}` : `stop ${category ?? ''}`)
  }
}
process.stdout.write(`${said.join('\n')}\n`)
