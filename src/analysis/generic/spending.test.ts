import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const paid = (text: string) =>
  effectsOf(text).filter((effect) => effect.kind === 'external-write' && effect.nature === 'payment')

describe('money that is moved', () => {
  it.each([
    'quux sell --qty 4 ACME',
    'quux transfer create --amount 20 --to mia',
    'quux trade --config conf-live.toml',
    'quux order open ACME --qty 1 --live',
    'quux payments create --amount 20 list',
    'quux payouts run --amount 20',
    'quux trade run --live',
    'quux domain register acme.club',
    'quux domains renew acme.io',
    'quux deploy out/token --network mainnet --keypair id.json',
    'quux script Deploy --rpc-url https://eth-mainnet.acme.example --broadcast',
    'quux run scripts/mint.js --network polygon-mainnet',
    'quux invoke 0x1 --rpc-url $NODE_URL --broadcast --private-key $K',
  ])('%s', (text) => expect(paid(text)).not.toEqual([]))

  it.each([
    'kubectl --context prod -n payments delete pod payments-7',
    'kubectl --context prod -n orders rollout restart deploy/web',
    'quux sell list --qty 4',
    'quux sell ACME',
    'quux generate orders --quantity 100',
    'quux orders --quantity 100',
    'quux order show 7 --qty 4',
    'quux sell --qty 4 ACME --dry-run',
    'quux sell --qty 4 ACME --env sandbox',
    'quux domain show acme.club',
    'quux register acme.club',
    'quux deploy out/token --network devnet --keypair id.json',
    'quux script Deploy --rpc-url https://eth-mainnet.acme.example',
    'quux script Deploy --rpc-url http://localhost:8545 --broadcast',
    'quux test --network mainnet --private-key $K',
    'quux run scripts/mint.js --network goerli-testnet',
    'quux run scripts/mint.js --env production',
  ])('%s is let pass', (text) => expect(paid(text)).toEqual([]))
})
