import { baseName } from '../base-name.ts'

/** Runners that projects keep a starter of: `bin/rails`, `./sail`. */
const STARTED = new Set(
  'rails rake sail bundle rspec rubocop phpunit pest phpstan gradle gradlew mvn mvnw sbt mill mix prisma sequelize knex typeorm drizzle-kit flask alembic celery pytest tox composer vercel netlify wrangler firebase terraform kubectl helm pulumi cdk serverless sls kamal cap goreleaser pants bazel yarn npm pnpm'.split(
    ' ',
  ),
)

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['manage.py', 'python'],
  ['artisan', 'php'],
  ['console', 'php'],
])

export interface Runner {
  readonly name: string
  readonly script: boolean
}

export function runnerFor(path: string): Runner | undefined {
  const base = baseName(path)
  const interpreter = SCRIPTS.get(base)
  if (interpreter !== undefined) return { name: interpreter, script: true }
  return STARTED.has(base) ? { name: base, script: false } : undefined
}
