#!/usr/bin/env node
// Stands where a person's own client would. It answers each line by the script in its home, and notes down what it was given.
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const home = process.env.HOME
const note = (entry) => appendFileSync(join(home, 'seen.jsonl'), `${JSON.stringify(entry)}\n`)

note({ started: process.argv.slice(2), cwd: process.cwd(), env: process.env, pid: process.pid })
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  note({ sent: message })
  const script = JSON.parse(readFileSync(join(home, 'script.json'), 'utf8'))
  const name = message.method ?? message.message?.content?.[0]?.text
  for (const said of script[name] ?? script['*'] ?? []) {
    if (said.exit !== undefined) process.exit(said.exit)
    const whole = said.id === 'same' ? { ...said, id: message.id } : said
    process.stdout.write(`${typeof said === 'string' ? said : JSON.stringify(whole)}\n`)
  }
})
