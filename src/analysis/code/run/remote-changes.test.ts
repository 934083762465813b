import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../testing.ts'

const kinds = (text: string) => effectsOf(text).map(({ kind }) => kind)
const CHANGES = ['resource-change', 'external-write']

describe('a client of something elsewhere is told to change it', () => {
  it.each([
    `python3 -c "from inventory import api; api('https://racks.acme.example', token='x').dcim.devices.create(name='a')"`,
    `python3 -c "from jira import JIRA; JIRA(server='https://jira.acme.example').add_comment('OPS-1', 'hi')"`,
    `python3 -c "from acme_switch import manager; manager.connect(host='rtr1').edit_config(target='running', config='x')"`,
    `python3 -c "import consul; consul.Consul(host='consul.acme.internal').kv.put('feature/x', 'on')"`,
    `python3 -c "import together; together.Together().fine_tuning.create(model='x', training_file='f')"`,
    `python3 -c "import boto3; boto3.client('ec2').run_instances(InstanceType='p4d.24xlarge')"`,
    `python3 -c "import redis; redis.Redis(host='cache.acme.internal').set('a', 1)"`,
    `node -e "const o=new (require('@acme/forge').Forge)({auth:process.env.FORGE_TOKEN}); o.issues.createComment({repo:'b',body:'x'})"`,
    `node -e "const s=require('acme-base').createClient('https://x.acme.example', process.env.K); s.from('users').update({admin:true})"`,
    `ruby -e 'g=Gitlab.client(endpoint: "https://git.acme.example", private_token: ENV["T"]); g.create_user("a", "b")'`,
    `perl -MNet::Device -e 'Net::Device->new(host=>"sw1.acme.example")->set_vlan(7,"x")'`,
    `php -r '$m=new Memo(); $m->pconnect("memo.acme.example", 11211); $m->deleteAll();'`,
    `python3 -c "import ldapx; c=ldapx.Client(); c.connect(host='ldap.acme.internal'); c.set_password('kim', 'x')"`,
    `python3 -c "import os, searchx; searchx.Client(os.environ['LIVE_SEARCH_URL']).update_alias('a', 'b')"`,
    `php -r '$c=new Acme\\Client(["base_uri"=>"https://api.acme.example"]); $c->updateCustomer(7);'`,
  ])('%s', (text) => {
    expect(kinds(text).some((kind) => CHANGES.includes(kind))).toBe(true)
  })

  it('takes lines that a console is told for what they are', () => {
    const told = (line: string) =>
      `python3 -c "from sw import Handler; c=Handler(host='sw1'); print(c.send_command('${line}'))"`
    expect(kinds(told('reload'))).toContain('resource-change')
    expect(kinds(told('show version'))).not.toContain('resource-change')
  })

  it('counts what costs as hired, and what a model is asked as asked', () => {
    const calls = (call: string) => `python3 -c "from acme import Models; c=Models(api_key='x'); print(c.${call})"`
    expect(kinds(calls("jobs.create(model='m', training_file='f')"))).toContain('resource-change')
    expect(kinds(calls("chat.completions.create(model='m', messages=[])"))).not.toContain('resource-change')
  })
})

describe('a client is told by its shape, where nothing says where it works', () => {
  it.each([
    `python3 -c "import acmehub; acmehub.HubApi().update_settings('team/notes', visibility='public')"`,
    `python3 -c "import forge; p=forge.Forge.from_config('work').projects.get(7); p.level=40; p.save()"`,
    `python3 -c "import runsdb
for one in runsdb.Api().runs('team/vision'):
    one.delete()"`,
    `python3 -c "import sparkpost; sparkpost.SparkApi().update_template('x')"`,
    `python3 -c "import xrays; xrays.Client().delete_project('x')"`,
    `python3 -c "from beam.client.sync import Session; Session('x').put('VALVE', 1)"`,
    `python3 -c "from boxes import Box; from boxes.conf import Conf; c=Conf(Box('sw2.acme.example').open()); c.load('set x'); c.commit()"`,
    `python3 -c "import fleet.client; fleet.client.LocalClient().cmd('db*', 'service.restart', ['pg'])"`,
    `python3 -c "import os, tickets; tickets.Tickets(os.environ['TK']).project('A').remove_member('kim')"`,
    `python3 -c "import rack; rack.Rack().zones.records.delete('z')"`,
    `python3 -c "from link import wire; w=wire.open_connection('udpout:10.1.2.3:14550'); w.out.command_long_send(1, 2)"`,
    `node -e 'new (require("coins").exchange)({apiKey:process.env.A,secret:process.env.B}).createMarketBuyOrder("X",1)'`,
    `node -e 'const a=require("cloudbase-admin"); a.initializeApp(); a.auth().setClaims("u",{admin:true})'`,
    `node -e 'const k=require("@acme/cluster");const c=new k.Config();c.loadFromDefault();c.makeApiClient(k.RolesApi).createRole("a",{})'`,
    `node -e 'require("depot").connect(process.env.LIVE_DEPOT).then(c=>c.db("x").items("y").updateMany({},{}))'`,
    `ruby -e 'Depot.new(url: ENV.fetch("DEPOT_PROD_URL")).flushall'`,
    `ruby -e 'Paid.api_key=ENV["PAID_KEY"]; Paid::Refund.create(charge: "c")'`,
    `php -r 'use Acme\\Api; use Acme\\Things\\Ad; Api::init(getenv("A"),getenv("B")); (new Ad("7"))->updateSelf(["budget"=>5]);'`,
    `python3 -c "import acme,os; acme.Client(os.environ['PROD_K'], app_name='test-run').projects.delete(7)"`,
    `python3 -c "import acme,os; acme.Client(os.environ['ACME_KEY'], label='dummy').projects.delete(7)"`,
    `python3 -c "import acme,os; acme.Client('test-run', os.environ['ACME_KEY']).projects.delete(7)"`,
    `python3 -c "import paid,os; paid.environment='sandbox'; paid.api_key=os.environ['LIVE_K']; paid.Refund.create(charge='c')"`,
    `python3 -c "import paid,os; paid.about='test-x'; paid.api_key=os.environ['LIVE_K']; paid.Refund.create(charge='c')"`,
    `python3 -c "import paid,os; paid.api_key='sk_test_1'; paid.api_key=os.environ['LIVE_K']; paid.Refund.create(charge='c')"`,
    `node -e 'const {AcmeClient}=require("acme"); new AcmeClient({ root: "." }).deleteProject(1)'`,
    `php -r '\\Paid\\Paid::setApiKey(getenv("SK")); \\Paid\\Payout::create(["amount"=>1]);'`,
  ])('%s', (text) => {
    expect(kinds(text).some((kind) => CHANGES.includes(kind))).toBe(true)
  })

  it.each([
    [`ruby -e '%w[a1 a2].each { |h| Net::SSH.start(h, "d") { |s| puts s.exec!("sudo rm -rf /srv/x") } }'`, 'yes'],
    [`ruby -e 'Net::SSH.start("a1", "d") { |s| puts s.exec!("uptime") }'`, 'no'],
    [`python3 -c "import acmerm; acmerm.WinRMSession('r4', auth=('a','b')).run_ps('Stop-Service spooler')"`, 'yes'],
    [
      `python3 -c "import acmerm; acmerm.WinRMSession('r4', auth=('a','b')).run_ps('Get-Service | Select-Object Name')"`,
      'no',
    ],
    [`perl -MNet::OtherSSH -e 'Net::OtherSSH->new("web1")->system("systemctl stop nginx")'`, 'yes'],
    [`python3 -c "import acmerm; acmerm.WinRMSession('r4', auth=('a','b')).run_ps('Clear-Disk -Number 1')"`, 'yes'],
    [
      `python3 -c "import acmerm; acmerm.WinRMSession('r4', auth=('a','b')).run_ps('Get-Date | Out-File C:/Windows/a.txt')"`,
      'yes',
    ],
    [
      `python3 -c "import acmerm; acmerm.WinRMSession('r4', auth=('a','b')).run_ps(script='Get-Item a | Where-Object { Remove-Item C:/d }')"`,
      'yes',
    ],
    [
      `python3 -c "import acmerm; acmerm.WinRMSession('r4', auth=('a','b')).run_ps('Get-ADUser -Filter * | Sort-Object Name')"`,
      'no',
    ],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').run_commands(['uptime', 'rm -rf /srv/x'])"`, 'yes'],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').run_commands(['uptime', 'df -h'])"`, 'no'],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').run(command='rm -rf /srv/x')"`, 'yes'],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').run('A=1 rm -rf /srv/x')"`, 'yes'],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').execute(['sudo', 'rm', '-rf', '/srv/x'])"`, 'yes'],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').execute('./tidy --all')"`, 'unknown'],
    [`python3 -c "import acmessh; acmessh.SSHClient('web1').execute(input())"`, 'unknown'],
    [`python3 -c "import acmessh; acmessh.SSHClient('sw1').send_command('show x; ./tidy')"`, 'unknown'],
  ])('what is typed there is judged as done there: %s', (text, writes) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'remote-exec', writes }))
  })
})

describe('what a file is called makes nothing of what it does a trial', () => {
  const script = (file: string, text: string) => `cat > ${file} <<'E'\n${text}\nE\npython3 ${file}`
  const CLIENT = "import acme\nacme.Client('https://api.acme.example').projects.delete(7)"
  const SHELL = "import acmessh\nacmessh.SSHClient('db1.prod', user='a').run('rm -rf /srv/x')"
  it.each([
    [script('/tmp/test_x.py', CLIENT), 'resource-change'],
    [script('/tmp/test_x.py', SHELL), 'remote-exec'],
    [script('tests/test_x.py', SHELL), 'remote-exec'],
  ])('%s: %s', (text, kind) => {
    expect(kinds(text)).toContain(kind)
  })
  it('but a test of the project', () => {
    expect(kinds(script('tests/test_x.py', CLIENT))).not.toContain('resource-change')
  })
})

describe('a library for repositories that pushes does what git push does', () => {
  it.each<[string, object]>([
    [
      `python3 -c "import forgegit; forgegit.Repository('.').remotes['o'].push(specs=[':refs/heads/x'])"`,
      { deletes: true },
    ],
    [`python3 -c "import forgegit.porcelain as p; p.push('.', 'origin', refspecs=['+HEAD:main'])"`, { force: true }],
    [`python3 -c "import git; git.Repo('.').remote('origin').push(refspec=':x')"`, { deletes: true }],
    [`python3 -c "import git; git.Repo('.').remotes.origin.push(['+a:b', 'c'])"`, { force: true }],
    [`python3 -c "import git; git.Repo('.').remotes.origin.push('a', force=True)"`, { force: true }],
  ])('%s', (text, push) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'git-push', ...push }))
  })
  it.each([
    `python3 -c "from stacks import Stack; s=Stack(); s.push(':x'); s.push('+a:b')"`,
    `ruby -e 'a = Words.all; a.push(":name")'`,
  ])('%s pushes to a list', (text) => {
    expect(kinds(text)).not.toContain('git-push')
  })
})

describe("a client that reads, is tried, is the project's own or starts out here changes nothing elsewhere", () => {
  it.each([
    `python3 -c "import acmehub; print(acmehub.HubApi().list_models())"`,
    `python3 -c "import forge; print(forge.Forge.from_config('work').projects.get(7).members.list())"`,
    `python3 -c "import runsdb
for one in runsdb.Api().runs('team/vision'):
    print(one.name)"`,
    `python3 -c "from trying import TestClient; from app import app; TestClient(app).delete('/items/1')"`,
    `python3 -c "from app.clients.billing import BillingClient; BillingClient().create_invoice(3)"`,
    `python3 -c "from project.api import Api; Api().update_things(3)"`,
    `python3 -c "import vectorsdb_chroma; c=vectorsdb_chroma.Client(); c.create_collection('x'); c.delete_collection('x')"`,
    `python3 -c "import pymongo; pymongo.MongoClient().drop_collection('x')"`,
    `python3 -c "import pyspark; pyspark.SparkClient().delete_project('x')"`,
    `node -e 'const {createClient}=require("@valkey/client"); createClient().deleteAll()'`,
    `python3 -c "import things; c=things.PersistentClient(path='./db'); c.delete_collection('x')"`,
    `python3 -c "import paid; c=paid.Client(api_key='sk_test_1'); c.customers.create(name='x')"`,
    `python3 -c "import coins; c=coins.Client('k', 's', testnet=True); c.create_order('X')"`,
    `python3 -c "from graphs import Graphs; g=Graphs(); g.add_node(1); g.remove_node(1); g.clear()"`,
    `node -e 'const {QueryClient}=require("@acme/query"); const q=new QueryClient(); q.setQueryData("a",1); q.clear()'`,
    `node -e 'const {MemoryServer}=require("depot-memory-server"); MemoryServer.create().then(s=>s.stop())'`,
    `ruby -e 'Paid.api_key="sk_test_1"; Paid.api_base="http://localhost:12111"; Paid::Customer.create(name: "T")'`,
    `php -r '$c=new Acme\\Client(); print_r($c->droplet()->getAll());'`,
    `node -e 'const {StoreClient}=require("acme"); new StoreClient({ root: "./data" }).deleteThing(1)'`,
    `python3 -c "from parts import NoiseScheduler; NoiseScheduler.from_config(dict(a=1)).set_steps(50)"`,
    `python3 -c "from clouds import gates; gates.RestApi(stack, 'A').root.add_resource('x')"`,
    `python3 -c "import repos,os; repos.Repo(os.environ['PWD']).index.add(['a'])"`,
    `python3 -c "import keysdb; keysdb.Database('vault.kdbx', password='x').add_entry('a', 'b')"`,
    `python3 -c "import reports; reports.init('https://k@o1.in.acme.example/1'); reports.set_tag('a', 'b')"`,
    `python3 -c "import os, logging; logging.host='https://a.acme.example'; logging.root().update(3)"`,
    `python3 -c "import paid,os; paid.environment='sandbox'; paid.api_key=os.environ['PAID_KEY']; paid.Refund.create(charge='c')"`,
    `python3 -c "import coins,os; coins.Client(os.environ['K'], environment='sandbox').create_order('X')"`,
    `python3 -c "import coins; coins.Client('test_k1').create_order('X')"`,
    `python3 -c "import paid; paid.api_key='sk_test_1'; paid.about='x'; paid.Customer.create(name='T')"`,
    `NODE_ENV=production node -e 'const Zip=require("zips"); const z=new Zip(); z.addLocalFolder("dist"); z.writeZip("a")'`,
  ])('%s', (text) => {
    expect(kinds(text).filter((kind) => CHANGES.includes(kind))).toEqual([])
  })
})

it("knows the project's own modules from a folder inside it", () => {
  const text = `python3 -c "import shop.api; shop.api.Api().update_things(3)"`
  const kindsIn = (projectRoot: string) =>
    effectsOf(text, { projectRoot, cwd: `${projectRoot}/backend` }).map(({ kind }) => kind)
  expect(kindsIn('/home/dev/shop')).not.toContain('resource-change')
  expect(kindsIn('/home/dev/other')).toContain('resource-change')
})

describe('what only looks, gets ready or stays here is no change elsewhere', () => {
  it.each([
    `python3 -c "from jira import JIRA; print(JIRA('https://jira.acme.example').search_issues('project=OPS'))"`,
    `php -r '$m=new Memo(); $m->pconnect("localhost", 11211); $m->deleteAll();'`,
    `php -r '$m=new Memo(); $m->pconnect("memo.acme.example", 11211); print_r($m->stats());'`,
    `python3 -c "import os, searchx; searchx.Client(os.environ['SEARCH_URL']).update_alias('a', 'b')"`,
    `python3 -c "import consul; print(consul.Consul(host='consul.acme.internal').kv.get('feature/x'))"`,
    `python3 -c "import consul; consul.Consul(host='localhost').kv.put('feature/x', 'on')"`,
    `python3 -c "import boto3; boto3.client('ec2', endpoint_url='http://localhost:4566').run_instances(InstanceType='x')"`,
    `python3 -c "from acme import Client; c=Client('https://api.acme.example'); c.set_timeout(5); c.add_header('a', 'b')"`,
    `python3 -c "from browsing import start; g=start().new_page(); g.goto('https://acme.example'); g.add_init_script('x')"`,
    `python3 -c "from words import Words; Words(pad_token='x').add_tokens(['a'])"`,
    `node -e "const c=new (require('@acme/ui').Chart)({url:'https://acme.example/data.json'}); c.setOption({}); c.addSeries([1])"`,
    `ruby -e 'puts Forge::Client.new(access_token: ENV["T"]).issue("a/b", 3).title'`,
    `ruby -e 'User.create(name: "x", token: "y")'`,
  ])('%s', (text) => {
    expect(kinds(text).filter((kind) => CHANGES.includes(kind))).toEqual([])
  })
})

describe('statements are read wherever a library is handed them, with the place of the connection', () => {
  it.each([
    [
      `python3 -c "import psycopg2; psycopg2.connect(host='db.acme.internal').cursor().execute('UPDATE u SET a=1 WHERE b=2')"`,
    ],
    [`node -e "new (require('pg').Client)({host:'db.acme.internal'}).query('UPDATE u SET a=1 WHERE b=2')"`],
    [`perl -MDBI -e 'DBI->connect("dbi:Pg:host=db.acme.internal","u","p")->do("UPDATE u SET a=1 WHERE b=2")'`],
    [`php -r '$p=new PDO("mysql:host=db.acme.internal","u","p"); $p->exec("UPDATE u SET a=1 WHERE b=2");'`],
    [`python3 -c "import house; house.get_client(host='ch.acme.internal').command('ALTER TABLE u ADD COLUMN a int')"`],
  ])('%s changes a database that others use', (text) => {
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'database-change', reach: 'remote' }))
  })

  it('states rights that a statement gives', () => {
    const text = `ruby -e 'PG.connect(host: "db.acme.internal").exec("ALTER ROLE app SUPERUSER")'`
    expect(effectsOf(text)).toContainEqual(expect.objectContaining({ kind: 'grant', reach: 'remote' }))
  })

  it.each([
    [
      `python3 -c "import pymysql; pymysql.connect(user='a', password='x').cursor().execute('UPDATE u SET a=1 WHERE b=2')"`,
    ],
    [
      `node -e "new (require('pg').Pool)({connectionString:process.env.DATABASE_URL}).query('UPDATE u SET a=1 WHERE b=2')"`,
    ],
    [`node -e "new (require('pg').Client)({host:'localhost'}).query('CREATE TABLE x (id int)')"`],
    [
      `python3 -c "import sqlalchemy as s; s.create_engine('sqlite:///x.db').connect().execute(s.text('CREATE TABLE t (a int)'))"`,
    ],
    [`python3 -c "import house; print(house.get_client(host='ch.acme.internal').query('SELECT 1'))"`],
    [`python3 -c "from frames import load; print(load('a.csv').query('update > 3'))"`],
  ])('%s changes none of others', (text) => {
    expect(effectsOf(text)).not.toContainEqual(expect.objectContaining({ kind: 'database-change', reach: 'remote' }))
  })
})
