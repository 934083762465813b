import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../src/cli/commands.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>
}

interface Field {
  readonly type: string
  readonly id: string
  readonly attributes: { readonly label: string; readonly description?: string }
}

const read = (file: string) => readFileSync(new URL(`../.github/${file}`, import.meta.url), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(new URL(`../.github/${folder}`, import.meta.url)).map((name) => `${folder}/${name}`)
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

const WORKFLOWS = filesIn('workflows').map((file) => ({ file, workflow: load(read(file)) as Workflow }))
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps)
const runsOf = (workflow: Workflow) => stepsOf(workflow).flatMap(({ run }) => run ?? [])

describe.each(WORKFLOWS)('$file', ({ workflow, file }) => {
  it('may only read, where a job does not say otherwise, and ends by itself', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })

  it('pins every action to a commit, with its version beside it', () => {
    const actions = stepsOf(workflow).flatMap(({ uses }) => uses ?? [])
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
    expect([...read(file).matchAll(/uses: \S+ # v\d+\.\d+\.\d+$/gm)]).toHaveLength(actions.length)
  })

  it('runs only scripts that are there', () => {
    for (const run of runsOf(workflow)) {
      for (const [, script = ''] of run.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)) expect(scripts).toHaveProperty(script)
      for (const [path] of run.matchAll(/(?:scripts|\.ci)\/[\w./-]+/g)) expect(existsSync(path), path).toBe(true)
    }
  })

  it('puts nothing that others write into a shell', () => {
    for (const run of runsOf(workflow)) expect(run).not.toContain('${{')
  })
})

it('CI and a release run the same script', () => {
  for (const { workflow } of WORKFLOWS) expect(runsOf(workflow)).toContain('bash .ci/run')
})

it('a release is verified, packed by our script and published with provenance, with the decisions that changed', () => {
  const { jobs } = load(read('workflows/release.yml')) as {
    jobs: { publish: { needs: string; steps: readonly Step[] } }
  }
  const runs = jobs.publish.steps.flatMap(({ run }) => run ?? []).join('\n')
  expect(jobs.publish.needs).toBe('verify')
  expect(runs).toMatch(/release-notes[\s\S]*npm run pack -- --to release[\s\S]*npm publish \S+\.tgz --provenance/)
  expect(runs).toMatch(/gh release create .*decisions\.md/)
})

describe.each(filesIn('ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml')))('%s', (file) => {
  const form = load(read(file)) as { name: string; description: string; body: readonly Field[] }

  it('asks for a shared case first', () => {
    const [first] = form.body
    expect(first?.attributes.description).toContain('irongate why <id> --share')
    expect(COMMANDS.get('why')?.options).toHaveProperty('share')
    expect(form.body.map(({ type }) => type)).toContain('checkboxes')
  })

  it('has fields with names of their own', () => {
    const ids = form.body.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { attributes } of form.body) expect(attributes.label).toBeTruthy()
  })

  it('names only commands that there are', () => {
    for (const [, name = ''] of read(file).matchAll(/`irongate (?!--)([a-z]+)/g))
      expect(COMMANDS.has(name), name).toBe(true)
  })
})

it('there is a form for either mistake', () => {
  const names = filesIn('ISSUE_TEMPLATE').map((file) => (load(read(file)) as { name?: string }).name)
  expect(names).toEqual(expect.arrayContaining(['Wrong stop', 'Missed danger']))
})

it('dependencies and actions are kept current', () => {
  const { version, updates } = load(read('dependabot.yml')) as {
    version: number
    updates: readonly { 'package-ecosystem': string; schedule: { interval: string } }[]
  }
  expect(version).toBe(2)
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions'])
})

it('the pull request template names scripts that are there', () => {
  for (const [, script = ''] of read('pull_request_template.md').matchAll(/npm run ([\w:-]+)/g))
    expect(scripts).toHaveProperty(script)
})
