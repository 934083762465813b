import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { recordFileEffects } from './file-effects.ts'

/** The kinds of effect that a file of a project has by being there. */
function kinds(path: string, content: string, before?: string): string[] {
  const notes = createToolRecorder('Write', fixedFacts())
  recordFileEffects({ path: notes.recorder.pathOf(path), content, whole: before === undefined, before }, notes.recorder)
  return notes
    .reading()
    .effects.filter(({ certainty }) => certainty !== 'possible')
    .map(({ kind }) => kind)
}

const job = (step: string) => `on: issues\njobs:\n  a:\n    runs-on: x\n    steps:\n${step}`
const statement = (effect: string, more = '') =>
  `{"Statement": [{"Effect": "${effect}", "Principal": "*", "Action": "s3:GetObject", "Resource": "*"${more}}]}`

describe('a text that others apply', () => {
  it.each([
    // Everybody is let in.
    ['infra/site.tf', 'resource "aws_s3_bucket_acl" "a" {\n  acl = "public-read"\n}\n', 'grant'],
    ['infra/site.tf', 'resource "x" "a" {\n  ignore_public_acls = false\n}\n', 'grant'],
    ['infra/db.ts', 'new rds.Instance("a", { publiclyAccessible: true })', 'grant'],
    ['infra/gcs.yaml', 'bindings:\n  - role: roles/storage.objectViewer\n    members: [allUsers]\n', 'grant'],
    ['infra/policy.json', statement('Allow'), 'grant'],
    ['infra/policy.json', statement('Allow', '}, {"Effect": "Allow", "Principal": "x", "Condition": {}'), 'grant'],
    ['infra/policy.yaml', '- Effect: Allow\n  Principal: "*"\n- Effect: Allow\n  Condition: {a: b}\n', 'grant'],
    ['infra/sg.tf', 'ingress {\n  from_port = 5432\n  cidr_blocks = ["0.0.0.0/0"]\n}\n', 'weaken'],
    ['infra/sg.yaml', 'SecurityGroupIngress:\n  - IpProtocol: "-1"\n    CidrIp: 0.0.0.0/0\n', 'weaken'],
    ['firestore.rules', 'match /{d=**} { allow read, write: if true; }\n', 'grant'],
    ['storage.rules', '  allow write;\n', 'grant'],
    ['database.rules.json', '{"rules": {".read": true, ".write": true}}', 'grant'],
    // All rights there are.
    ['k8s/b.yaml', 'kind: ClusterRoleBinding\nroleRef:\n  name: cluster-admin\nsubjects:\n  - name: web\n', 'grant'],
    ['k8s/r.yaml', 'kind: Role\nrules:\n  - apiGroups: ["*"]\n    resources: ["*"]\n    verbs: ["*"]\n', 'grant'],
    ['infra/iam.tf', '  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"\n', 'grant'],
    ['db/migrate/3_add_fax.rb', 'def up\n  Account.update_all(role: "superuser")\nend\n', 'grant'],
    ['db/3.py', 'User.objects.filter(team=1).update(is_staff=True)\n', 'grant'],
    ['app/hooks.py', 'def saved(sender, instance):\n  instance.__class__.objects.update(is_admin=True)\n', 'grant'],
    // A guard is stopped.
    ['play.yml', '- service: {name: auditd, state: stopped}\n', 'weaken'],
    ['site.pp', "service { 'firewalld':\n  ensure => stopped,\n}\n", 'weaken'],
    ['play.yml', '- community.general.ufw:\n    state: disabled\n', 'weaken'],
    // What strangers write is run.
    ['.github/workflows/a.yml', job('      - run: echo "${{ github.event.pull_request.title }}"\n'), 'grant'],
    [
      '.github/workflows/a.yml',
      job('      - run: |\n          git log\n          echo ${{ github.head_ref }}\n'),
      'grant',
    ],
    // What a recipe takes away, shows or bakes in.
    ['Makefile', 'test:\n\tpytest\n\taws s3 rm --recursive s3://acme-originals/\n', 'resource-change'],
    ['Makefile', 'clean:\n\tkubectl --context prod delete ns shop\n', 'resource-change'],
    ['Makefile', 'sync:\n\tkubectl --context prod delete ns shop\n', 'resource-change'],
    [
      'Makefile',
      'destroy:\n\tkubectl --context prod delete ns shop\ntest:\n\tkubectl --context prod delete ns shop\n',
      'resource-change',
    ],
    ['justfile', 'lint:\n    kubectl --context prod delete ns shop\n', 'resource-change'],
    ['.woodpecker.yml', 'steps:\n  a:\n    commands:\n      - printenv | xxd\n', 'expose-secret'],
    ['Dockerfile', 'FROM a\nCOPY id_ed25519_ci /root/.ssh/id_ed25519\n', 'expose-secret'],
  ])('%s %j: %s', (path, content, kind) => {
    expect(kinds(path, content)).toContain(kind)
  })

  it.each([
    ['infra/site.tf', 'resource "x" "a" {\n  acl = "private"\n  ignore_public_acls = true\n}\n'],
    ['infra/policy.json', statement('Deny')],
    ['firestore.rules', 'match /a/{b} { allow read: if true; allow write: if request.auth.uid == b; }\n'],
    ['firestore.rules', '  // allow write: if true;\n  allow write: if false;\n'],
    ['database.rules.json', '{"rules": {".read": true, ".write": "auth != null"}}'],
    ['infra/policy.json', statement('Allow', ', "Condition": {"Bool": {}}')],
    ['infra/policy.json', '[{"Effect": "Allow", "Condition": {"a": {}}, "Principal": "*"}]'],
    ['infra/policy.yaml', '- Effect: Allow\n  Condition: {a: b}\n  Principal: "*"\n- Effect: Allow\n  Principal: x\n'],
    ['infra/sg.tf', 'ingress {\n  from_port = 443\n  to_port = 443\n  cidr_blocks = ["0.0.0.0/0"]\n}\n'],
    ['infra/sg.tf', 'egress {\n  from_port = 5432\n  cidr_blocks = ["0.0.0.0/0"]\n}\n'],
    ['infra/net.tf', 'route {\n  cidr_block = "0.0.0.0/0"\n}\n'],
    ['k8s/b.yaml', 'kind: RoleBinding\nroleRef:\n  name: view\nsubjects:\n  - name: web\n'],
    ['tests/fixtures/open.tf', '  acl = "public-read"\n'],
    ['docs/open.md', 'acl = "public-read"\n'],
    ['db/seeds.rb', 'User.create!(email: "a@b.example", role: "admin")\n'],
    ['src/routes.ts', "router.addRoute({ path: '/users', meta: { role: 'admin' } })\n"],
    ['src/page.tsx', 'setState({ isAdmin: true })\nsetUser({ isAdmin: true })\n'],
    ['src/page.tsx', "form.setValues({ role: 'admin' })\n"],
    [
      'k8s/r.yaml',
      'kind: Role\nrules:\n  - apiGroups: ["*"]\n    resources: ["*"]\n    verbs: [get]\n  - nonResourceURLs: [/a]\n    verbs: ["*"]\n',
    ],
    ['Makefile', 'clean-prod:\n\tkubectl --context prod delete ns shop\n'],
    ['src/menu.ts', "const item = { label: 'Add', role: 'admin' }\n"],
    ['play.yml', '- service: {name: nginx, state: stopped}\n- service: {name: auditd, state: started}\n'],
    [
      '.github/workflows/a.yml',
      job('      - run: echo "$T"\n        env:\n          T: ${{ github.event.issue.title }}\n'),
    ],
    ['.github/workflows/a.yml', job('      - run: echo ${{ github.sha }}\n')],
    ['Makefile', 'clean-bucket:\n\taws s3 rm --recursive s3://acme-scratch/\n'],
    ['.woodpecker.yml', 'steps:\n  a:\n    commands:\n      - env | sort\n'],
    ['Dockerfile', 'FROM a\nCOPY certs/ca.pem id_rsa.pub /etc/ssl/\n'],
  ])('%s %j is fine', (path, content) => {
    expect(kinds(path, content)).toEqual([])
  })

  it.each([
    ['/home/u/samples/app', 'infra/site.tf', 1],
    ['/home/u/samples/app', 'samples/site.tf', 0],
  ])('in %s %s', (projectRoot, path, count) => {
    const notes = createToolRecorder('Write', fixedFacts({ projectRoot, cwd: projectRoot, home: '/home/u' }))
    recordFileEffects(
      { path: notes.recorder.pathOf(path), content: '  acl = "public-read"\n', whole: true },
      notes.recorder,
    )
    expect(notes.reading().effects).toHaveLength(count)
  })

  it('did it before', () => {
    expect(kinds('infra/site.tf', '  acl = "public-read"\n  name = "b"\n', '  acl = "public-read"\n')).toEqual([])
  })
})
