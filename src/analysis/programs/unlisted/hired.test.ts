import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../testing.ts'

const costs = (text: string) =>
  effectsOf(text).filter(
    (effect) =>
      (effect.kind === 'resource-change' && effect.verb === 'create') ||
      (effect.kind === 'external-write' && effect.nature === 'payment'),
  )

describe('what costs money', () => {
  it.each([
    'cloudx servers create --type c4.large web1',
    'gpuhub create pod --gpuType A100 --imageName x',
    'nimbus create-cluster --nodes 6 --region eu',
    'acmecloud volume create --size 500',
    'registrar domain register acme-shop.example --years 5',
    'hosty order domain acme-shop.example',
    'gpurent rent machine 4411',
    'telcocli numbers buy +4930123456',
    'spotctl reserve gpu h100 --count 8',
  ])('%s spends it', (text) => expect(costs(text)).toHaveLength(1))

  it.each([
    'cloudx servers list --type c4.large',
    'cloudx servers create --type c4.large --dry-run',
    'cloudx cluster create dev --nodes 2',
    'colima create machine --size 5',
    'scaffold create server --template express --type ts',
    'gen new node src/nodes/foo.ts --type leaf',
    'mytool create project demo --size 4',
    'vmtool create vm --driver qemu --disk 20',
    'cloudx create instance --endpoint http://localhost:4566 --image x',
    'shop order list',
  ])('%s spends none', (text) => expect(costs(text)).toEqual([]))
})

describe('collectors of a store that others use', () => {
  const sweeps = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

  it.each([
    'artstore gc --server https://store.acme.example --force',
    'mlstore expire --cloud --older-than 1d --yes',
    'datastore gc -c -r shared -f -w',
    'lake vacuum --remote main --force',
  ])('%s deletes there', (text) => expect(sweeps(text)).not.toEqual([]))

  it.each([
    'artstore gc --local --force',
    'artstore gc --server http://localhost:9000 --force',
    'artstore gc --server https://store.acme.example --dry-run',
    'mlstore gc --force',
    'mlstore expire --cloud --older-than 1d',
    'gcstats --remote --force',
  ])('%s deletes nothing of others', (text) => expect(sweeps(text)).toEqual([]))
})
