import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

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
    'cloudx reservations reservation-order purchase --sku S4 --term P3Y',
    'az reservations reservation-order purchase --sku S4 --term P3Y',
    'suite seats buy 40',
    "gpuhub create pod --gpuType 'ACME X9 80GB' --imageName lab/train:dev",
    'wfcloud run /flows/w3 -f in.json --instance-type mem2_ssd1_x48',
    'llmcloud api fine_tuning.jobs.create -m big-1 -F file-9k',
    'llmcloud fine-tuning create --training-file file-1 --model big-1',
    'telcocli numbers buy +4930123456',
    'spotctl reserve gpu h100 --count 8',
    'podrun launch -c fast --gpus B200:8 train.yaml',
    'gpuctl provision --accelerators A100:16',
    'rayx up --instance-type p4d.24xlarge cluster.yaml',
    'spothub run --gpu-type h100 train.py',
    'acmegrid submit --nodes=256 jobs/run.sh',
    'trainctl launch --num-workers 64 train.py',
    'xsub -l select=128:ncpus=32 job.sh',
    'qsub -l select=64 job.sh',
    'xbatch --nodes=64 --time=2-00:00:00 job.sh',
    'xbatch -N 64 job.sh',
    'bsub -n 4096 ./run.sh',
    'lake-submit --num-executors 200 job.py',
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
    'cloudx reservations purchase list',
    'shop subscriptions create --plan basic',
    'shop order seed',
    'llmcloud fine-tuning list',
    'trainer train config.yml',
    'wfcloud run local.wdl -f in.json',
    'podrun launch --dry-run --gpus B200:8 train.yaml',
    'trainctl launch --gpus 2 train.py',
    'trainctl launch --num-workers 4 train.py',
    'trainctl run --gpus 0,1 train.py',
    'loader run --num-workers 64 data.py',
    'render run --gpu cuda:0 scene.x',
    'render run --gpu-type metal scene.x',
    'xbatch --nodes=1 --gpus=1 job.sh',
    'xqueue --nodes=256',
    'kindx up --nodes 3',
  ])('%s spends none', (text) => expect(costs(text)).toEqual([]))
})

describe('collectors of a store that others use', () => {
  const sweeps = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'resource-change')

  it.each([
    'artstore gc --server https://store.acme.example --force',
    'mlstore expire --cloud --older-than 1d --yes',
    'datastore gc -c -r shared -f -w',
    'lake vacuum --remote main --force',
    'runstore gc --backend-store-uri postgresql://ml@ml-db.acme.example/ml --older-than 7d',
    'tracker vacuum --tracking-uri=https://ml.acme.example',
    'backupctl expire --repository-url https://backup.acme.example/repo --keep 1',
    'imagehub garbage-collect --registry-url https://registry.acme.example',
  ])('%s deletes there', (text) => expect(sweeps(text)).not.toEqual([]))

  it.each([
    'artstore gc --local --force',
    'artstore gc --server http://localhost:9000 --force',
    'artstore gc --server https://store.acme.example --dry-run',
    'mlstore gc --force',
    'runstore gc --backend-store-uri sqlite:///runs.db',
    'runstore gc --backend-store-uri postgresql://localhost/ml',
    'runstore gc --backend-store-uri postgresql://ml@ml-db.acme.example/ml --dry-run',
    'runstore gc --proxy http://proxy.acme.example:3128',
    'npmlike prune --registry https://npm.acme.example',
    'mlstore expire --cloud --older-than 1d',
    'gcstats --remote --force',
  ])('%s deletes nothing of others', (text) => expect(sweeps(text)).toEqual([]))
})
