import { bash, type Examples } from '../../categories/category.ts'

export const examples: Examples = {
  allow: [
    bash('rm -rf test-results'),
    bash('rm -rf tests/__snapshots__'),
    bash('rm -rf tmp'),
    bash('cat tests/fixtures/dummy.key'),
    bash('rm -rf playwright-report screenshots'),
    bash('rm -r e2e/reports'),
    bash('rm -rf .nyc_output'),
    bash('docker volume rm shop_test_data'),
    bash('docker volume rm shop_test_data shop_tmp'),
    bash('psql shop_test -c "DROP TABLE users, orders"'),
    bash('sqlite3 test.db "DROP TABLE users"'),
  ],
  block: [
    bash('rm -rf src'),
    bash('rm -rf ~/fixtures'),
    bash('rm -rf ./.git/objects'),
    bash('cat .env'),
    bash('rm -rf lib'),
    bash('docker volume rm shop_data'),
    bash('podman volume rm shop_test_data shop_data'),
    bash('psql shop -c "DROP TABLE test_users, users"'),
    bash('sqlite3 production.db "DROP TABLE users"'),
    bash('rm -rf /tests'),
    bash('cat ~/.ssh/id_rsa'),
  ],
}
