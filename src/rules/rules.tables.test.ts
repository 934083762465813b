import { describe, expect, it } from 'vitest'
import { compileRules } from './compile.ts'
import { parseRule } from './parse.ts'
import { interpreterIn } from './propose.ts'
import { enterAutoMode } from './strip-dangerous.ts'
import { bashAction, matchFixture, outcome, rule, toolAction } from './testing.ts'

/** Each row is a promise of its own: a name that drops out of a table would let a denied call run. */
describe('names of one tool', () => {
  it.each([
    ['FileRead', 'Read'],
    ['FileEdit', 'Edit'],
    ['FileWrite', 'Write'],
    ['Task', 'Agent'],
  ])('a deny rule on %s binds %s, and the other way round', (alias, own) => {
    expect(outcome(matchFixture({ deny: [alias] }, toolAction(own, {})))).toBe('deny')
    expect(outcome(matchFixture({ deny: [own] }, toolAction(alias, {})))).toBe('deny')
    expect(outcome(matchFixture({ allow: [alias] }, toolAction(own, {})))).toBe('allow')
  })
})

describe('groups of tools', () => {
  it.each(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'])('a Read rule binds %s', (tool) => {
    const field = tool === 'NotebookRead' ? 'notebook_path' : tool === 'Read' ? 'file_path' : 'path'
    const action = toolAction(tool, { [field]: '/srv/data/a.txt' })
    expect(outcome(matchFixture({ deny: ['Read(//srv/data/**)'] }, action))).toBe('deny')
    expect(outcome(matchFixture({ allow: ['Read(//srv/data/**)'] }, action))).toBe('allow')
    expect(outcome(matchFixture({ allow: ['Read'] }, action))).toBe('allow')
    expect(outcome(matchFixture({ allow: ['Edit', 'Edit(//srv/data/**)'] }, action))).toBe('none')
    expect(outcome(matchFixture({ deny: ['Edit(//srv/data/**)'] }, action))).toBe('none')
  })

  it.each(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])('an Edit rule binds %s', (tool) => {
    const field = tool === 'NotebookEdit' ? 'notebook_path' : 'file_path'
    const action = toolAction(tool, { [field]: '/srv/data/a.txt' })
    expect(outcome(matchFixture({ deny: ['Edit(//srv/data/**)'] }, action))).toBe('deny')
    expect(outcome(matchFixture({ allow: ['Edit(//srv/data/**)'] }, action))).toBe('allow')
    expect(outcome(matchFixture({ allow: ['Edit'] }, action))).toBe('allow')
    expect(outcome(matchFixture({ allow: ['Read', 'Read(//srv/data/**)'] }, action))).toBe('none')
    // What may not be read may not be changed; what is asked about before reading may.
    expect(outcome(matchFixture({ deny: ['Read(//srv/data/**)'] }, action))).toBe('deny')
    expect(outcome(matchFixture({ ask: ['Read(//srv/data/**)'] }, action))).toBe('none')
  })

  it.each(['Bash', 'PowerShell', 'Monitor'])('a rule on a command of %s', (tool) => {
    expect(compileRules([rule('deny', `${tool}(rm *)`)]).problems).toEqual([])
    expect(matchFixture({ deny: [`${tool}(:*)`] }, toolAction(tool, { command: 'ls' })).deny).toBeDefined()
    expect(matchFixture({ deny: [`${tool}(*)`] }, toolAction(tool, { command: 'ls' })).deny).toBeDefined()
  })

  it.each(['Grep', 'Glob', 'LS', 'NotebookRead', 'Write', 'MultiEdit', 'NotebookEdit'])(
    'a rule on %s alone binds no other tool',
    (tool) => {
      const edits = ['Write', 'MultiEdit', 'NotebookEdit'].includes(tool)
      const field = tool.startsWith('Notebook') ? 'notebook_path' : edits ? 'file_path' : 'path'
      const own = toolAction(tool, { [field]: 'secret/a.txt' })
      const other = toolAction(edits ? 'Edit' : 'Read', { file_path: 'secret/a.txt' })
      expect(outcome(matchFixture({ deny: [`${tool}(secret/**)`] }, own))).toBe('deny')
      expect(outcome(matchFixture({ allow: [`${tool}(secret/**)`] }, own))).toBe('allow')
      expect(outcome(matchFixture({ deny: [`${tool}(secret/**)`] }, other))).toBe('none')
      expect(outcome(matchFixture({ allow: [`${tool}(secret/**)`] }, other))).toBe('none')
    },
  )
})

describe('a damaged rule asks about the tool whose name it begins with, and no other', () => {
  it.each([
    'Bash',
    'PowerShell',
    'Monitor',
    'Read',
    'Grep',
    'Glob',
    'LS',
    'NotebookRead',
    'Edit',
    'Write',
    'MultiEdit',
    'NotebookEdit',
    'Agent',
    'Skill',
    'SlashCommand',
    'WebFetch',
    'WebSearch',
  ])('%s', (tool) => {
    const text = `${tool} {anything}`
    expect(matchFixture({ deny: [text] }, toolAction(tool, {})).floors).toHaveLength(1)
    expect(matchFixture({ deny: [text] }, toolAction('mcp__other__tool', {})).floors).toEqual([])
  })

  it('a word that is no tool asks about every tool', () => {
    expect(matchFixture({ deny: ['Nothing {anything}'] }, toolAction('Read', {})).floors).toHaveLength(1)
  })

  it('also under another name of the tool', () => {
    expect(matchFixture({ deny: ['FileWrite {a}'] }, toolAction('Write', {})).floors).toHaveLength(1)
    expect(matchFixture({ deny: ['FileWrite {a}'] }, toolAction('Read', {})).floors).toEqual([])
  })
})

describe('the field that names the kind', () => {
  it.each([
    ['Agent', 'subagent_type'],
    ['Agent', 'agent_type'],
    ['Skill', 'skill'],
    ['Skill', 'command'],
    ['Skill', 'name'],
    ['SlashCommand', 'command'],
    ['SlashCommand', 'name'],
  ])('%s: %s', (tool, field) => {
    const action = toolAction(tool, { [field]: 'review' })
    expect(outcome(matchFixture({ deny: [`${tool}(review)`] }, action))).toBe('deny')
    expect(outcome(matchFixture({ allow: [`${tool}(review)`] }, action))).toBe('allow')
    expect(outcome(matchFixture({ allow: [`${tool}(other)`] }, action))).toBe('none')
    expect(outcome(matchFixture({ allow: [`${tool}(re*)`] }, action))).toBe('allow')
  })

  it.each([
    ['Agent', { subagent_type: 'one', agent_type: 'two' }],
    ['Skill', { skill: 'one', command: 'two', name: 'two' }],
    ['Skill', { command: 'one', name: 'two' }],
    ['SlashCommand', { command: 'one', name: 'two' }],
  ])('the first one counts: %s %j', (tool, input) => {
    expect(outcome(matchFixture({ deny: [`${tool}(one)`] }, toolAction(tool, input)))).toBe('deny')
    expect(outcome(matchFixture({ deny: [`${tool}(two)`] }, toolAction(tool, input)))).toBe('none')
  })
})

describe('parameters that a deny rule may name', () => {
  it.each([
    ['Bash', ['run_in_background', 'dangerouslyDisableSandbox', 'timeout', 'description']],
    ['PowerShell', ['run_in_background', 'dangerouslyDisableSandbox', 'timeout', 'description']],
    ['Monitor', ['timeout', 'description', 'persistent']],
    ['Read', ['offset', 'limit', 'pages']],
    ['Edit', ['replace_all']],
    ['NotebookEdit', ['edit_mode', 'cell_type', 'cell_id']],
    ['Grep', ['pattern', 'glob', 'type', 'output_mode', 'multiline']],
    ['Glob', ['pattern']],
    ['WebFetch', ['prompt']],
    ['Agent', ['model', 'mode', 'run_in_background', 'isolation', 'resume', 'name', 'team_name', 'description']],
    ['mcp__db__query', ['anything']],
    ['OwnTool', ['command', 'path']],
  ] as const)('%s: %j', (tool, fields) => {
    for (const field of fields) {
      expect(
        outcome(matchFixture({ deny: [`${tool}(${field}:x1)`] }, toolAction(tool, { [field]: 'x1' }))),
        field,
      ).toBe('deny')
      expect(
        outcome(matchFixture({ deny: [`${tool}(${field}:x1)`] }, toolAction(tool, { [field]: 'x2' }))),
        field,
      ).toBe('none')
      expect(compileRules([rule('allow', `${tool}(${field}:x1)`)]).problems, field).toHaveLength(1)
    }
  })

  it.each([
    ['Write', 'content:x', { content: 'x', file_path: 'a' }],
    ['MultiEdit', 'edits:x', { edits: 'x', file_path: 'a' }],
    ['LS', 'ignore:x', { ignore: 'x', path: 'a' }],
    ['NotebookRead', 'cell:x', { cell: 'x', notebook_path: 'a' }],
    ['Skill', 'args:x', { args: 'x' }],
    ['SlashCommand', 'args:x', { args: 'x' }],
    ['Bash', 'command:x', { command: 'x' }],
    ['PowerShell', 'command:x', { command: 'x' }],
    ['Monitor', 'command:x', { command: 'x' }],
    ['Read', 'file_path:x', { file_path: 'x' }],
    ['Edit', 'file_path:x', { file_path: 'x' }],
    ['Agent', 'subagent_type:x', { subagent_type: 'x' }],
    ['Grep', 'path:x', { path: 'x' }],
  ])('%s(%s) is no parameter: what stands there is the ordinary specifier', (tool, spec, input) => {
    expect(matchFixture({ deny: [`${tool}(${spec})`] }, toolAction(tool, input)).deny).toBeUndefined()
  })

  it('WebFetch(url:…) is no domain, so it asks about every address', () => {
    expect(outcome(matchFixture({ deny: ['WebFetch(url:x)'] }, toolAction('WebFetch', { url: 'x' })))).toBe('ask')
  })

  it('a field without a value is no parameter', () => {
    expect(outcome(matchFixture({ deny: ['mcp__db__query(mode:)'] }, toolAction('mcp__db__query', {})))).toBe('ask')
    expect(compileRules([rule('deny', 'Bash(timeout:)')]).problems).toEqual([])
    expect(matchFixture({ deny: ['Bash(timeout:)'] }, toolAction('Bash', { timeout: '' })).deny).toBeUndefined()
  })
})

describe('aliases of PowerShell', () => {
  it.each([
    ['get-content', ['cat', 'gc', 'type']],
    ['get-childitem', ['ls', 'dir', 'gci']],
    ['remove-item', ['rm', 'del', 'erase', 'rd', 'ri', 'rmdir']],
    ['copy-item', ['cp', 'copy', 'cpi']],
    ['move-item', ['mv', 'move', 'mi']],
    ['rename-item', ['ren', 'rni']],
    ['new-item', ['ni']],
    ['set-content', ['sc']],
    ['add-content', ['ac']],
    ['invoke-expression', ['iex']],
    ['invoke-command', ['icm']],
    ['invoke-webrequest', ['iwr', 'curl', 'wget']],
    ['invoke-restmethod', ['irm']],
    ['start-process', ['saps', 'start']],
    ['start-job', ['sajb']],
    ['stop-process', ['kill', 'spps']],
    ['get-process', ['gps', 'ps']],
  ] as const)('%s: %j', (own, aliases) => {
    for (const alias of aliases) {
      const call = (command: string) => toolAction('PowerShell', { command })
      expect(outcome(matchFixture({ allow: [`PowerShell(${own} *)`] }, call(`${alias} x`))), alias).toBe('allow')
      expect(outcome(matchFixture({ allow: [`PowerShell(${alias} *)`] }, call(`${own} x`))), alias).toBe('allow')
      expect(outcome(matchFixture({ allow: [`PowerShell(${alias}:*)`] }, call(`${own} x`))), alias).toBe('allow')
      expect(outcome(matchFixture({ allow: [`PowerShell(${own})`] }, call(`${alias.toUpperCase()}.EXE`))), alias).toBe(
        'allow',
      )
    }
  })
})

describe('allow rules that step aside in auto mode', () => {
  const OFF = { stripInternal: false, classifyAllShell: false }
  const kept = (text: string, options = OFF) => enterAutoMode([rule('allow', text)], options).kept.length === 1

  it.each(
    'python python3 python2 node nodejs deno tsx uvx ruby perl php lua npx bunx bash sh ssh zsh fish eval exec env xargs sudo'.split(
      ' ',
    ),
  )('Bash: %s', (program) => {
    for (const form of [program, `${program} *`, `${program}:*`, `${program}*`, `${program} -x *`])
      expect(kept(`Bash(${form})`), form).toBe(false)
    expect(kept(`Bash(un${program}able *)`)).toBe(true)
  })

  it.each([
    ...['npm run', 'yarn run', 'pnpm run', 'bun run', 'uv run', 'pipx run', 'poetry run', 'pipenv run', 'npm exec'],
    ...['pnpm exec', 'pnpm dlx', 'yarn exec', 'yarn dlx', 'bun x', 'deno run'],
  ])('Bash: %s', (runner) => {
    for (const form of [runner, `${runner} *`, `${runner}:*`, `${runner}*`])
      expect(kept(`Bash(${form})`), form).toBe(false)
    expect(kept(`Bash(${runner} test)`)).toBe(true)
  })

  it.each(
    'fa|run coo gh gh|api curl wget git kubectl aws gcloud gsutil'.split(' ').map((name) => name.replace('|', ' ')),
  )('Bash, where stripInternal is set: %s', (program) => {
    expect(kept(`Bash(${program} *)`, { ...OFF, stripInternal: true })).toBe(false)
    expect(kept(`Bash(${program} *)`)).toBe(true)
  })

  it.each(
    'pwsh powershell cmd wsl iex invoke-expression icm invoke-command start-process saps start start-job sajb start-threadjob register-objectevent register-engineevent python node npx bash ssh'.split(
      ' ',
    ),
  )('PowerShell: %s', (program) => {
    expect(kept(`PowerShell(${program} *)`)).toBe(false)
    expect(kept(`PowerShell(${program.toUpperCase()} *)`)).toBe(false)
    expect(kept(`PowerShell(${program}.exe *)`)).toBe(false)
  })

  it.each(['Agent', 'Agent(Explore)', 'Task', 'Monitor', 'Monitor(tail *)', 'Bash', 'Bash(*)', 'PowerShell'])(
    '%s',
    (text) => expect(kept(text)).toBe(false),
  )

  it.each(['Read', 'Edit(src/**)', 'WebFetch(domain:example.com)', 'mcp__git__push', 'Bash(ls *)', 'PowerShell(ls *)'])(
    '%s stays',
    (text) => expect(kept(text)).toBe(true),
  )
})

describe('programs for which no allow rule is proposed', () => {
  it.each(
    'awk bash bun bunx cmd csh dash deno env eval exec fish gawk groovy irb iex java jshell julia ksh lua node npx osascript parallel perl php pipx powershell pwsh python python2 python3 python3.12 node22 R Rscript ruby scala sh source ssh su sudo doas tclsh tsx uvx wsl xargs zsh .'.split(
      ' ',
    ),
  )('%s', (program) => {
    const action = { ...bashAction('ls'), commands: [{ ...bashAction('ls').commands[0], name: program } as never] }
    expect(interpreterIn(action)).toBe(program)
  })

  it('an ordinary program is none', () => {
    expect(interpreterIn(bashAction('ls -la && cat a.txt'))).toBeUndefined()
    expect(interpreterIn(bashAction('ls && python3 x.py'))).toBe('python3')
  })
})

describe('a star in the name of an allowed tool', () => {
  it.each([
    ['mcp__git__*', true],
    ['mcp__git__get_*', true],
    ['mcp__*', false],
    ['mcp____*', false],
    ['mcp__*__get', false],
    ['mcp__git*', false],
    ['xmcp__git__*', false],
    ['git__push__*', false],
    ['*', false],
  ])('%s: %s', (text, usable) => {
    expect(parseRule(text, 'allow').kind).toBe(usable ? 'rule' : 'invalid')
    expect(parseRule(text, 'deny').kind).toBe('rule')
  })
})
