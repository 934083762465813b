import { bash, type Examples } from '../category.ts'

const agent = (input: Record<string, unknown>) => ({ call: { tool: 'Agent', input } })

export const examples: Examples = {
  block: [
    bash('claude --dangerously-skip-permissions -p "fix the tests"'),
    bash('claude -p "tidy up" --permission-mode bypassPermissions'),
    bash('codex exec --dangerously-bypass-approvals-and-sandbox "refactor"'),
    bash('codex --yolo "refactor"'),
    bash('gemini --yolo -p "update deps"'),
    bash('nohup claude --dangerously-skip-permissions -p "keep going" &'),
    bash('while true; do claude --dangerously-skip-permissions -p "next task"; done'),
    bash('aider --yes-always --message "rewrite the parser"'),
    agent({ subagent_type: 'worker', mode: 'bypassPermissions', prompt: 'Fix the failing tests', description: 'fix' }),
  ],
  allow: [
    bash('claude --version'),
    bash('claude -p "explain src/index.ts" --permission-mode plan'),
    bash('codex --help'),
    bash('grep -rn "dangerously-skip-permissions" docs/'),
    bash('gemini --version'),
    bash('which claude'),
    agent({ subagent_type: 'worker', prompt: 'Find out where the parser handles quotes', description: 'search' }),
    agent({
      subagent_type: 'Explore',
      mode: 'plan',
      prompt: 'List the modules and what each does',
      description: 'map',
    }),
  ],
}
