import { type Cluster, programs, startCluster } from './cluster.ts'

let cluster: Cluster | undefined

/** One cluster for all tests, each in a schema of its own. Where there is no PostgreSQL that is said, and every test is passed over. */
export async function setup(): Promise<void> {
  const bin = programs()
  if (bin === undefined) {
    process.stderr.write(
      '\nSKIPPED: no PostgreSQL is installed, and it cannot be installed here. Nothing of it was tested.\n\n',
    )
    return
  }
  cluster = await startCluster(bin)
  process.stderr.write(`${cluster.version} from ${bin}\n`)
  process.env['IRONGATE_TEST_POSTGRES'] = cluster.url
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
}
