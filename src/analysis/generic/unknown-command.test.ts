import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const OUTWARD = /^(?:resource-change|database-change|deploy|publish|grant|listen|weaken)$/
const acts = (text: string) => effectsOf(text).filter(({ kind }) => OUTWARD.test(kind))

describe('programs without a reader', () => {
  it.each([
    'acmectl apis delete -n orders',
    'acmectl vm.destroy web1',
    'acmectl vm-uninstall uuid=x force=true',
    'acmectl destroy-controller prod -y',
    'acmectl index clear --all',
    'sudo acmectl index purge logs',
    'acmectl cluster reset --context prod-eu',
    'acmectl --url https://api.acme.example wipe',
    'acmectl warehouse remove WH1 --context live',
    'acmectl keys remove "all()"',
    'acmectl tenants remove-all',
    'acmectl stack align --purge-all --yes',
  ])('%s takes something away', (text) => {
    expect(acts(text)).toMatchObject([{ kind: 'resource-change', verb: 'delete', certainty: 'likely' }])
  })

  it.each(['acmesrv -l 0.0.0.0:11211', 'acmesrv -b tcp://0.0.0.0:3000', 'acmesrv --where=[::]:80'])(
    '%s listens for everybody',
    (text) => {
      expect(acts(text)).toMatchObject([{ kind: 'listen', reach: 'network' }])
    },
  )

  it.each([
    'acmemail -s Hello ann@acme.example < notes.md',
    'acmemail --subject=Hello ann@acme.example ben@acme.example',
  ])('%s sends a letter', (text) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'external-write', nature: 'mail' }))
  })

  it.each(['acmecli -s ann@acme.example', 'acmecli log ann@acme.example'])('%s sends none', (text) => {
    expect(effectsOf(text).filter(({ kind }) => kind === 'external-write')).toEqual([])
  })

  it.each(['acmecli x.in -o ~/Documents/a.pdf', 'acmecli x.in --output=~/Documents/a.pdf'])(
    '%s writes there',
    (text) => {
      expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'write-path', how: 'overwrite' }))
    },
  )

  it.each(['acmecli x.in -o out/a.pdf', 'acmecli x.in -o /tmp/a.pdf', 'acmecli x.in -o ~/.cache/acme/a'])(
    '%s writes nothing of the user',
    (text) => {
      expect(effectsOf(text).filter(({ kind }) => kind === 'write-path')).toEqual([])
    },
  )

  it.each(['acmecli --url http://0.0.0.0:3000/ get x', 'acmecli 0.0.0.0:3000', 'acmecli -h 0.0.0.0 status'])(
    '%s asks a server',
    (text) => {
      expect(acts(text)).toEqual([])
    },
  )

  it.each([
    'acmedb reset --env production',
    'ENV=prod acmedb reset',
    'acmedb flush --host db-prod-1',
    'acmedb truncate $PROD_DB',
    'qdb --dsn jdbc:mysql://live/orders clean',
    'acmedb migrate --env production',
    'dbpush up --profile prod',
  ])('%s changes a database of others', (text) => {
    expect(acts(text)).toMatchObject([{ kind: 'database-change', reach: 'remote' }])
  })

  it.each([
    ['shipit deploy api', 'unknown'],
    ['shipit svc deploy --name api --env production', 'production'],
    ['shipit deploy api --env staging', 'staging'],
    ['shipit rollout web --to production', 'production'],
    ['shipit promote build-118 --stage prod', 'production'],
    ['./deploy.sh production', 'production'],
    ['bash scripts/deploy-prod.sh', 'production'],
    ['python scripts/rollout.py --env prod', 'production'],
  ])('%s deploys: %s', (text, environment) => {
    expect(acts(text)).toMatchObject([{ kind: 'deploy', environment }])
  })

  it.each([
    ['modelhub upload acme/vision ./weights', 'acme/vision'],
    ['gamebox push build/web studio/game:html', 'studio/game:html'],
    ['pkgr push registry.acme.io/tools/pkg:1.2', 'registry.acme.io/tools/pkg:1.2'],
    ['plugctl publish my-plugin.zip', 'my-plugin.zip'],
    ['boxhub release acme/box 1.3.0', 'acme/box'],
  ])('%s publishes %s', (text, what) => {
    expect(acts(text)).toMatchObject([{ kind: 'publish', what }])
  })

  it.each([
    ['gatectl accounts create mallory --permission=owner', 'mallory', 'owner'],
    ['orgtool add-member mallory --admin', 'mallory', 'admin'],
    ['orgtool role assign superuser mallory', 'mallory', 'superuser'],
    ['syncy folder peers add QRS', 'QRS', 'device'],
    ['wgman add-peer bob 10.0.0.9', 'bob', 'device'],
  ])('%s gives %s the right %s', (text, account, right) => {
    expect(acts(text)).toMatchObject([{ kind: 'grant', targets: [{ account, right }] }])
  })

  it.each([
    ['burrow tunnel http 3000', '3000'],
    ['burrow http --tunnel localhost:8080', '8080'],
    ['peekaboo share localhost:5173', '5173'],
    ['portal-cli share --port 3000', '3000'],
  ])('%s opens a way to port %s', (text, port) => {
    expect(acts(text)).toMatchObject([{ kind: 'listen', reach: 'tunnel', targets: [{ host: 'localhost', port }] }])
  })

  it.each(['certy -install', 'acmeca trust install', 'tlsman ca install root.pem'])('%s trusts a root', (text) => {
    expect(acts(text)).toContainEqual(expect.objectContaining({ kind: 'weaken', area: 'tls' }))
  })

  it.each([
    'acmectl list',
    'acmectl delete x --dry-run',
    'acmectl delete --help',
    'acmectl index clear',
    'acmectl delete-cache --all',
    'xcrun simctl delete unavailable',
    'acmectl show deleted-items',
    'acmectl run one two three delete',
    'acmectl grep "drop table users"',
    'acmectl check docs/delete.md',
    'acmectl get pods --context prod',
    'acmectl plan --env prod',
    'acmectl logs web --env prod',
    'acmectl --url http://localhost:9000 reset',
    'acmedb reset --env test',
    'acmedb migrate',
    'codemod rename drop_all keep_all src',
    'deadcode remove src/a.ts --force',
    'bundlr build --env production',
    'bundlr test --prod',
    'prunejs src/prod',
    'todoer add "push release to prod"',
    'gatectl users list --role admin',
    'acmectl port-forward svc/web 8080:80',
    'toolman trust',
    './scripts/test-deploy.sh',
    './scripts/build.sh production',
    './scripts/reset-dev.sh',
    'python scripts/migrate.py --env development',
    'acmectl push origin src/app',
    'mirrorer dist deploy',
  ])('%s does nothing of the kind', (text) => {
    expect(acts(text)).toEqual([])
  })
})

describe('what is opened to everybody', () => {
  it.each([
    'drivectl permissions create Plan --type=anyone --role=reader',
    'boardctl share Plan --access=public',
    'docctl visibility set Plan public',
    'wikictl page publish Plan --audience=internet',
  ])('%s', (text) => {
    expect(acts(text)).toContainEqual(expect.objectContaining({ kind: 'grant', to: 'everyone' }))
  })

  it.each([
    'drivectl permissions list Plan --type=anyone',
    'boardctl share Plan --access=team',
    'docctl visibility set Plan private',
    'acmectl publish --access=public',
  ])('%s is for nobody else', (text) => {
    expect(effectsOf(text)).not.toContainEqual(expect.objectContaining({ to: 'everyone' }))
  })
})

describe('forms that a reader does not know', () => {
  it('are read by their words', () => {
    expect(acts('etcdctl defunct evict-node n7')).toMatchObject([{ kind: 'resource-change', verb: 'delete' }])
    expect(acts('prefect accounts create mallory --role=owner')).toMatchObject([{ kind: 'grant', what: 'owner' }])
  })
})

describe('a stage', () => {
  it.each([
    'RAILS_ENV=production bin/rails db:migrate',
    'knex --env production migrate:rollback',
    'psql $PROD_URL -f changes.sql',
    'make db-reset ENV=production',
  ])('holds for the whole command: %s', (text) => {
    expect(acts(text)).toContainEqual(expect.objectContaining({ kind: 'database-change', reach: 'remote' }))
  })
})

describe('verbs that are written together, or told on standard input', () => {
  it.each([
    'acmectl delmembers --all -l news@lists.example.org',
    'acmectl deletequeue orders -H mq.prod.example',
    'acmectl purgeall --yes',
    'acmectl -S imap.example.org:24245 expunge -u a mailbox all',
    'acmectl search --delete-it-all',
    'acmectl user x --gdpr-erase',
    "acmectl <<< $'server ns1.example.org\\nupdate delete www.example.org A\\nsend'",
    "acmectl -h cfg.prod.example <<< 'delete /services/api'",
    'acmectl -s :mass-erase:force',
  ])('%s', (text) => {
    expect(acts(text).map(({ kind }) => kind)).toContain('resource-change')
  })

  it.each([
    'acmectl delimit a.csv',
    'acmectl remote show',
    'acmectl dropdown --list',
    'acmectl --no-erase run',
    "acmectl <<< 'delete x'",
    "acmectl --server db.prod.example <<< 'please delete the old notes when all is done'",
    "acmectl <<< $'server localhost\\ndelete x'",
  ])('%s takes nothing away', (text) => {
    expect(acts(text)).toEqual([])
  })
})

describe('lines told to the shell of a store or a host', () => {
  it.each([
    "acmeshell --quiet <<< $'use billing\\ndrop keyspace billing'",
    "printf 'list volumes\\ndelete volume vol-7\\nquit\\n' | acmectl console",
    "echo 'SHUTDOWN IMMEDIATE' | acmeadmin -connect oltp",
    "acmectl <<< 'purge recyclebin all'",
    "acmecmd <<< 'rm -rf DATA/ORCL'",
    "acmesh <<< 'factory-reset'",
    "acmecli --connect <<< $'show\\nshutdown'",
    "acme <<< $'configure\\ndelete interfaces eth1\\ncommit'",
    'acme3270 <<< $\'Connect(host1.corp.example)\\nString("SYS SHUTDOWN ALL")\'',
    'acme shell <<< "drop_all \'orders.*\'"',
  ])('%s', (text) => {
    expect(acts(text).map(({ kind }) => kind)).toContain('resource-change')
  })

  it.each([
    "acmeshell <<< $'list\\ndescribe users\\ncount users'",
    "acmecli <<< 'Delete the old notes.'",
    "acmefig <<< 'drop tables'",
    "acmesql-format <<< 'DROP TABLE x'",
    "acmecli lint <<< 'DROP TABLE x'",
    "./acmesh <<< $'delete milk\\nquit'",
    "acmedb <<< $'break main\\ndelete 1\\nquit'",
    "acmeshell -h localhost <<< 'drop keyspace billing'",
  ])('%s takes nothing away', (text) => {
    expect(acts(text)).toEqual([])
  })
})

describe('lines that go to another machine as they are', () => {
  it.each([
    "echo 'flush_all' | nc cache-1.corp.internal 11211",
    "printf 'SHUTDOWN NOSAVE\\r\\n' | ncat kv-2.corp.internal 6379",
    "printf '*1\\r\\n$7\\r\\nFLUSHDB\\r\\n' | nc kv-2.corp.internal 6379",
    "printf 'DELETE /indices/orders HTTP/1.1\\r\\n\\r\\n' | openssl s_client -quiet -connect es.corp.internal:9200",
    "exec 3<>/dev/tcp/10.2.0.14/6379; printf 'FLUSHDB\\r\\n' >&3",
    "socat - TCP:10.0.0.3:9100 <<< 'factory-reset'",
    "printf 'admin\\nreboot\\n' | telnet 192.168.9.1",
    'websocat ws://broker.corp.internal:8080 <<< \'{"op":"delete_all"}\'',
    'tclsh <<< \'set c [socket 10.1.2.3 11211]; puts $c "flush_all"\'',
    "python3 -c \"import socket; s=socket.create_connection(('10.0.4.4',6379)); s.sendall(b'FLUSHALL')\"",
  ])('%s', (text) => {
    expect(acts(text).map(({ kind }) => kind)).toContainEqual(expect.stringMatching(/^(?:resource|database)-change$/))
  })

  it.each([
    'echo stats | nc cache-1.corp.internal 11211',
    "printf 'GET /delete HTTP/1.0\\r\\nConnection: close\\r\\n\\r\\n' | nc example.com 80",
    "printf 'EHLO me\\r\\nQUIT\\r\\n' | nc mail.example.com 25",
    "printf 'FLUSHALL\\r\\n' | nc localhost 6379",
    "echo 'app.users.deleted:1|c' | nc -u -w1 statsd.corp.internal 8125",
    'echo | openssl s_client -connect example.com:443',
    'tclsh <<< \'socket -server accept 8080; puts "delete all"\'',
  ])('%s changes nothing there', (text) => {
    expect(acts(text).filter(({ kind }) => kind !== 'listen')).toEqual([])
  })
})

describe('commands for a machine that a client is told', () => {
  it.each([
    ['acmecon -H game.example.com -p 27015 "whitelist off"', 'weaken'],
    ['acmecon --host mc.example.com --password "$P" "op someone"', 'grant'],
    ['acmecon --server core.example.net "shutdown now"', 'resource-change'],
    ['acmecon --host pbx.example.com "database purge registrar"', 'resource-change'],
    ['acmecon -l svc.example.com:9010 "delete queue orders"', 'resource-change'],
    ['acmecon --host vpn.example.com -c "auth disable"', 'weaken'],
    ['acmecon --host sw1.example.com "write erase"', 'resource-change'],
    ['acmecon --server hub.example.com "grant admin to bob"', 'grant'],
    ['acmecon --host pbx.example.com "core stop now"', 'resource-change'],
    ['acmecon -s adm.example.com "user add mallory role=administrator"', 'grant'],
  ])('%s is a %s', (text, kind) => {
    expect(acts(text).map((effect) => effect.kind)).toContain(kind)
  })

  it.each([
    'acmecon --host mc.example.com "list players"',
    'acmecon --host pbx.example.com "core show channels"',
    'acmecon --host es.example.com "how to delete a user"',
    'acmecon --host https://staging.example.com --title "delete flow"',
    'acmecon --server lt.example.com "turn off the light"',
    'acmecon --host localhost "op dev"',
    'acmecon "delete queue orders"',
  ])('%s does nothing there', (text) => {
    expect(acts(text)).toEqual([])
  })
})

describe('commands for a console that options give it', () => {
  it.each([
    "acmesh -c 'configure terminal' -c 'interface eth0' -c 'shutdown' -c 'write'",
    "acmesh -c 'conf t' -c 'no router ospf 7'",
    "acmesh -c 'clear mac *'",
    "acmecli --cmd 'delete vlan 12; commit'",
    "acmecli --exec 'status; clearrange k1 k9'",
    "acmeshell --command 'deleteall /brokers'",
    "sudo acmesh -c 'peer 10.0.0.9 shutdown'",
    "acmecli --execute 'destroy map orders'",
    "acme -c 'configure' -e 'delete interfaces eth1' -e 'commit'",
    `python3 -c 'import subprocess\nfor m in ("a", "b"):\n  subprocess.run(["acmecli", "--ex" + "ec", f"destroy map {m}"])'`,
  ])('%s', (text) => {
    expect(acts(text).map(({ kind }) => kind)).toContain('resource-change')
  })

  it.each([
    "acmesh -c 'show ip bgp summary' -c 'show version'",
    "acmesh -c 'configure terminal' -c 'interface eth0' -c 'no shutdown'",
    "acmecli --exec 'status; getrange a z 10'",
    "acmecli --exec 'clear mykey'",
    "acmewatch -c 'rm -rf build'",
    "acmewatch --exec 'npm run clean && npm start'",
    "acmecli -m 'delete the old notes'",
    "acmecli --host localhost --exec 'destroy map orders'",
    "acmerec -c 'delete me' out.cast",
    "acmesh -c 'display interface brief'",
  ])('%s takes nothing away', (text) => {
    expect(acts(text)).toEqual([])
  })
})

describe('a verb in an option that stands for a sub-command', () => {
  it.each([
    'acmefs dfs -rm -r -skipTrash /data/raw',
    'acmefs dfs -ls -C /raw | xargs acmefs dfs -rm -r',
    'acmefs fs ls / | xargs acmefs fs rm -R',
  ])('%s', (text) => {
    expect(acts(text).map(({ kind }) => kind)).toContain('resource-change')
  })

  it.each([
    'acmefs dfs -rm /data/raw/x.csv',
    'acmefs dfs -ls -C /raw | xargs acmefs dfs -du -s',
    'acmefs run -rm -it x',
  ])('%s takes nothing away', (text) => {
    expect(acts(text)).toEqual([])
  })
})
