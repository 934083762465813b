import { describe, expect, it } from 'vitest'
import type { Effect } from './effects.ts'
import type { GitFacts } from './facts.ts'
import { partsOf, type Target } from './target.ts'
import { targetsOf } from './targets.ts'
import { effectsOf } from './testing.ts'

/** `ref one remote=origin ref!=main`: kind, amount, and the first spelling of each part; `!` marks what must be named. */
function told(target: Target): string {
  const parts = partsOf(target).map(({ role, names, required }) => `${role}${required ? '!' : ''}=${names[0] ?? '?'}`)
  return [target.kind, target.amount, ...parts].join(' ')
}

/** Effects that only accompany the one a command is run for. */
const BESIDE: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>(['connect', 'read-path', 'write-path'])

function tuples(command: string): readonly string[] {
  const effects = effectsOf(command)
  const own = effects.filter(({ kind }) => !BESIDE.has(kind))
  return [...new Set((own.length > 0 ? own : effects).flatMap(targetsOf).map(told))]
}
const REPOSITORY: GitFacts = {
  root: '/home/dev/project',
  branch: 'topic/cart',
  defaultBranch: 'main',
  remotes: new Map([['origin', 'git@github.com:acme/shop.git']]),
  executes: [],
  aliases: new Map(),
}

const ROWS: readonly (readonly [string, ...string[]])[] = [
  ['git push origin feature/login', 'ref one remote=origin ref!=feature/login'],
  ['git push --force origin main release', 'ref one remote=origin ref!=main', 'ref one remote=origin ref!=release'],
  ['git push', 'ref one remote=origin ref!=?'],
  ['git push --mirror backup', 'ref all remote!=backup'],
  [
    'git push git@example.net:me/x.git HEAD:main',
    'ref one remote!=git@example.net:me/x.git ref!=main',
    'host one host!=example.net',
    'source one file!=/home/dev/project',
  ],
  ['git push origin :old', 'ref one remote=origin ref!=old'],
  [
    'git branch -D stale/one stale/two',
    'local-work one what=branch ref!=stale/one',
    'local-work one what=branch ref!=stale/two',
  ],
  ['git reset --hard', 'local-work all what!=worktree'],
  ['gh pr merge 57 --rebase', 'record one type=pull request id!=#57'],
  ['gh pr comment 7 -R other/lib -b hi', 'record one repository!=other/lib type=pull request id!=#7'],
  ['gh pr close https://github.com/other/lib/pull/9', 'record one repository!=other/lib type=pull request id!=#9'],
  ['gh repo delete acme/tool --yes', 'record one repository!=acme/tool type=repository'],
  ['gh release create v2.1 dist/a.zip', 'record one type=release id!=v2.1'],
  ['gh issue close 4 5', 'record one type=issue id!=#4', 'record one type=issue id!=#5'],
  ['gh api -X DELETE repos/other/lib/issues/3', 'record one repository!=other/lib type=issue id!=#3'],
  ['gh secret set TOKEN --body x', 'record one type=secret id!=TOKEN'],
  ['glab mr merge 31', 'record one type=merge request id!=#31'],
  [
    'kubectl delete pod web-1 web-2 -n shop',
    'cluster one namespace=shop type=pod name!=web-1',
    'cluster one namespace=shop type=pod name!=web-2',
  ],
  ['kubectl delete ns shop --context blue', 'cluster one context=blue type=ns name!=shop'],
  ['kubectl rollout restart deploy/api -n shop', 'cluster one namespace=shop type=deploy name!=api'],
  ['kubectl apply -f k8s/app.yaml', 'path one path!=k8s/app.yaml'],
  ['kubectl delete pods --all -n shop', 'cluster all namespace!=shop type!=pods'],
  ['kubectl delete pods -l app=web', 'cluster several type=pods name!=app=web'],
  [
    'kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=pat',
    'right one account!=pat right!=cluster-admin',
    'cluster one type=clusterrolebinding name!=x',
  ],
  ['helm uninstall web -n shop', 'cluster one namespace=shop type=release name!=web'],
  ['docker rm -f cache db', 'container one type=container name!=cache', 'container one type=container name!=db'],
  ['docker volume rm pgdata', 'container one type=volume name!=pgdata'],
  ['docker system prune -a', 'container all type!=system'],
  ['docker push registry.example.org/team/app:1.2', 'package one package!=registry.example.org/team/app version=1.2'],
  ['aws s3 rm s3://assets/old --recursive', 'bucket several bucket!=assets prefix!=assets/old'],
  ['aws s3 rb s3://assets --force', 'bucket all bucket!=assets'],
  [
    'aws s3 cp report.csv s3://drop/in/report.csv',
    'bucket one bucket!=drop prefix!=drop/in/report.csv',
    'source one file!=/home/dev/project/report.csv',
  ],
  ['gsutil rm gs://logs/2024/a.gz', 'bucket one bucket!=logs prefix!=logs/2024/a.gz'],
  ['aws ec2 terminate-instances --instance-ids i-0abc', 'resource one system=aws type=ec2 name!=i-0abc'],
  [
    'aws iam attach-user-policy --user-name pat --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
    'right one account!=pat right!=arn:aws:iam::aws:policy/AdministratorAccess',
    'resource one system=aws type=iam name!=pat',
    'resource one system=aws type=iam name!=arn:aws:iam::aws:policy/AdministratorAccess',
  ],
  ['gcloud compute instances delete vm-1 --zone us-a', 'resource one system=gcloud type=compute instances name!=vm-1'],
  [
    'gcloud projects add-iam-policy-binding shop --member user:pat@acme.io --role roles/owner',
    'right one account!=user:pat@acme.io right!=roles/owner',
    'resource one system=gcloud type=projects name!=shop',
  ],
  ['az group delete --name shop-rg --yes', 'resource one system=azure type=group name!=shop-rg'],
  ['terraform destroy', 'resource all system!=terraform type=infrastructure'],
  [
    'terraform apply -target=aws_s3_bucket.logs',
    'resource one system=terraform type=resource name!=aws_s3_bucket.logs',
  ],
  ['terraform state rm aws_instance.web', 'resource one system=terraform type=resource name!=aws_instance.web'],
  ['terraform workspace delete stage', 'resource one system=terraform type=workspace name!=stage'],
  [
    "psql -h db.acme.io shop -c 'DROP TABLE orders, carts'",
    'data all database=shop table!=orders',
    'data all database=shop table!=carts',
  ],
  ["psql shop -c 'DELETE FROM users WHERE id = 3'", 'data several database=shop table!=users'],
  ["psql -c 'DROP DATABASE shop'", 'data all database!=shop'],
  [
    "psql -h db.acme.io shop -c 'GRANT ALL ON orders TO pat'",
    'right one account!=pat right!=all',
    'data several database=shop table!=orders',
  ],
  ["mysql shop -e 'TRUNCATE sessions'", 'data all database=shop table!=sessions'],
  ["mongosh shop --eval 'db.users.deleteMany({})'", 'data several database=shop collection!=users'],
  ["mongosh shop --eval 'db.dropDatabase()'", 'data all database!=shop'],
  ['redis-cli FLUSHALL', 'data all database!=redis'],
  ['redis-cli DEL cart:1 cart:2', 'data one key!=cart:1', 'data one key!=cart:2'],
  ['dropdb shop', 'data all database!=shop'],
  ['npm install left-pad@1.3.0', 'package one package!=left-pad version=1.3.0'],
  ['npm install --registry https://npm.acme.io left-pad', 'package one package!=left-pad source!=https://npm.acme.io'],
  [
    'npm install git+https://github.com/me/tool.git',
    'package one package!=tool source!=git+https://github.com/me/tool.git',
  ],
  ['pip install requests==2.31 flask', 'package one package!=requests version=2.31', 'package one package!=flask'],
  [
    'pip install --index-url https://py.acme.io/simple thing',
    'package one package!=thing source!=https://py.acme.io/simple',
  ],
  [
    'cargo install --git https://github.com/me/tool tool',
    'package one package!=tool source!=https://github.com/me/tool',
  ],
  ['npm publish', 'package one package!=?'],
  ['npm owner add pat left-pad', 'right one account!=pat right!=owner', 'package one package!=left-pad'],
  ['npm unpublish left-pad@1.0.0', 'package one package!=left-pad version=1.0.0'],
  ['twine upload dist/x.whl', 'package one package!=dist/x.whl'],
  ['systemctl stop nginx.service postgresql', 'service one service!=nginx.service', 'service one service!=postgresql'],
  ['kill 4711', 'process one process!=4711'],
  ['pkill -f gunicorn', 'process several process!=gunicorn'],
  ['ssh deploy@web1.acme.io systemctl restart app', 'service one service!=app', 'host one host!=web1.acme.io'],
  [
    'scp build.tar deploy@web1.acme.io:/srv',
    'host one host!=web1.acme.io',
    'source one file!=/home/dev/project/build.tar',
  ],
  [
    'echo hi | mail -s x pat@acme.io lee@acme.io',
    'recipient one address!=pat@acme.io',
    'recipient one address!=lee@acme.io',
  ],
  [
    'curl -X DELETE https://api.acme.io:8443/v1/users/7',
    'host one host!=api.acme.io port=8443 path=/v1/users/7',
    'resource one system=api.acme.io type=users name!=7',
  ],
  ['rm -rf build', 'path one path!=build'],
  ['rm -rf ~', 'path all path!=/home/dev'],
  ['rm *.log', 'path several path!=*.log'],
  ['chmod 4755 tool', 'path one path!=tool'],
  ['usermod -aG sudo pat', 'right one account!=pat right!=sudo'],
  ['cat ~/.ssh/id_ed25519', 'source one file!=/home/dev/.ssh/id_ed25519'],
  ['git push origin "$BRANCH"', 'ref one remote=origin ref!=?'],
  ['docker rm $(docker ps -aq)', 'container all type!=container'],
  ["git branch --list 'tmp-*' | xargs git branch -D", 'local-work several what=branch ref!=tmp-*'],
  ["git branch | grep '^tmp-' | xargs git branch -D", 'local-work several what=branch ref!=tmp-*'],
  // In the middle of a name it may be anything.
  ['git branch | grep tmp | xargs git branch -D', 'local-work one what=branch ref!=?'],
  ["git branch | grep -v '^tmp-' | xargs git branch -D", 'local-work all what!=branch'],
  [
    "aws s3 rm s3://acme-b/ --recursive --exclude '*' --include 'tmp-*'",
    'bucket several bucket!=acme-b prefix!=acme-b/tmp-*',
  ],
  ["aws s3 rm s3://acme-b/ --recursive --exclude 'x' --include 'tmp-*'", 'bucket all bucket!=acme-b'],
]

describe('what an effect is done to', () => {
  it.each(ROWS)('%s', (command, ...expected) => {
    expect(tuples(command)).toEqual(expected)
  })
})

describe('how people may name it', () => {
  const namesIn = (command: string, role: string) =>
    effectsOf(command, { repository: REPOSITORY })
      .flatMap(targetsOf)
      .flatMap(partsOf)
      .find((part) => part.role === role)?.names

  it.each([
    ['git push', 'ref', ['topic/cart']],
    ['git push origin HEAD', 'ref', ['topic/cart']],
    ['gh pr merge 12', 'id', ['#12', '!12', '12']],
    ['systemctl stop nginx.service', 'service', ['nginx.service', 'nginx']],
    [
      'docker rmi registry.example.org/team/app:1.2',
      'name',
      ['registry.example.org/team/app:1.2', 'registry.example.org/team/app', 'app'],
    ],
    [
      'npm install git+https://github.com/me/tool.git',
      'source',
      ['git+https://github.com/me/tool.git', 'https://github.com/me/tool.git', 'me/tool'],
    ],
    ['pip install -i https://py.acme.io/simple thing', 'source', ['https://py.acme.io/simple', 'py.acme.io']],
    ['rm -rf src/old', 'path', ['src/old', '/home/dev/project/src/old', 'old']],
    ['rm -rf ~', 'path', ['/home/dev', '~', 'home directory', 'home folder']],
    ['rm -rf "$DIR"', 'path', []],
  ])('%s: %s', (command, role, names) => {
    expect(namesIn(command, role)).toEqual(names)
  })

  it('a repository that is not the own one must be named', () => {
    const required = (command: string) =>
      effectsOf(command, { repository: REPOSITORY })
        .flatMap(targetsOf)
        .flatMap(partsOf)
        .some((part) => part.role === 'repository' && part.required)
    expect(required('gh pr merge 12 -R acme/shop')).toBe(false)
    expect(required('gh pr merge 12 -R other/lib')).toBe(true)
  })
})
