import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../../facts/fixed.ts'
import { createToolRecorder } from '../interpret/tool-recorder.ts'
import { findSecurityRegressions } from './security-regressions.ts'
import { parseSettingPairs } from './setting-pairs.ts'

/** What an edit of a project's file makes looser. */
function looser(path: string, before: string, content: string): string[] {
  const { recorder } = createToolRecorder('Edit', fixedFacts())
  return findSecurityRegressions({ path: recorder.pathOf(path), content, before, whole: false }, recorder).map(
    ({ kind }) => kind,
  )
}

type Row = readonly [path: string, before: string, after: string]

const LOOSER: readonly Row[] = [
  // A right to something that is one to everything, a step that is somebody else's, a door for all.
  ['k8s/reader.yaml', 'verbs: ["get", "list"]', 'verbs: ["*"]'],
  ['infra/ci-policy.json', '{"Action": ["s3:GetObject"], "Resource": "a"}', '{"Action": ["*"], "Resource": "a"}'],
  ['infra/iam.tf', 'actions = ["s3:GetObject"]', 'actions = ["*"]'],
  ['.github/workflows/release.yml', 'uses: actions/cache@v4', 'uses: actions-cache/cache@main'],
  ['deploy/nginx.conf', 'location /admin { allow 10.0.0.0/8; deny all; }', 'location /admin { allow all; }'],
  ['src/session.ts', 'const claims = jwt.verify(token, key)', 'const claims = jwt.decode(token)'],
  ['AGENTS.md', '- Never deploy without a yes.\n- Run the tests.', '- Run the tests.'],
  ['app/login.py', 'if not check(user, pw):', "if pw != 'sesame-77' and not check(user, pw):"],
  ['app/users.php', '$db->prepare("SELECT a FROM u WHERE b = ?")', '$db->query("SELECT a FROM u WHERE b = \'$n\'")'],
  ['app/users.py', 'run("select a from u where b = %s", (b,))', 'run(f"select a from u where b = {b}")'],
  ['CODEOWNERS', '/infra/ @acme/platform', '/infra/ @me'],
  ['app/cookies.py', 'if not verify_signature(c, k):', "if h.get('X') != 'a7' and not verify_signature(c, k):"],
  ['app/reset.cs', 'var token = RandomNumberGenerator.GetHexString(64);', 'var token = (user.Id * 7).ToString();'],
  ['src/nonce.c', 'if (getrandom(nonce, 12, 0) != 12) abort();', 'memset(nonce, 0, 12);'],
  ['src/hooks.ts', 'const event = hooks.construct(raw, sig, secret)', 'const event = JSON.parse(raw.toString())'],
  ['app/find.rb', 'where("title ILIKE ?", "%#{q}%")', 'where("title ILIKE \'%#{q}%\'")'],
  ['deploy/nginx.conf', 'location /admin { allow 10.0.0.0/8; deny all; }', 'location /admin { }'],
  ['.gitignore', '.env\n*.pem\ndist/', 'dist/'],
  ['.gitlab-ci.yml', 'roll-out:\n  when: manual', 'roll-out:\n  when: always'],
  ['.github/workflows/merge.yml', "  if: github.actor == 'robot'", '  if: always()'],
  ['store.rules', 'allow read: if request.auth.uid == id;', 'allow read: if true;'],
  // A port of this machine for everybody, a login that asks nobody.
  ['compose.yaml', '    ports:\n      - "127.0.0.1:6379:6379"', '    ports:\n      - "0.0.0.0:6379:6379"'],
  ['compose.yaml', '- 127.0.0.1:15432:5432', '- 15432:5432'],
  ['stack.yml', 'host_ip: 127.0.0.1', 'host_ip: 0.0.0.0'],
  ['compose.yaml', 'environment:\n  DB_AUTH_METHOD: scram', 'environment:\n  DB_AUTH_METHOD: trust'],
  ['values.yaml', 'user: a', 'user: a\nauth:\n  mode: none'],
  ['stack.yml', '- A=1', '- A=1\n- HOST_AUTH_METHOD=anonymous'],
  // A rule that held somebody to something only looks on.
  ['policies/ebs.yaml', 'spec:\n  failureAction: Enforce', 'spec:\n  failureAction: Audit'],
  ['opa/constraints/registry.yml', '  enforcementAction: deny', '  enforcementAction: warn'],
  ['infra/policy.hcl', 'enforcement_level = "soft-mandatory"', 'enforcement_level = "advisory"'],
  ['etc/selinux/config', 'SELINUX=enforcing', 'SELINUX=permissive'],
  [
    'deploy/ns.yaml',
    '    pod-security.kubernetes.io/enforce: restricted',
    '    pod-security.kubernetes.io/enforce: privileged',
  ],
  ['config/csp.json', '{"csp": {"mode": "enforce"}}', '{"csp": {"mode": "report-only"}}'],
  ['nginx/waf.conf', 'waf_mode block;', 'waf_mode monitor;'],
  ['zones/corp.db', '_dmarc TXT "v=DMARC1; p=quarantine"', '_dmarc TXT "v=DMARC1; p=none"'],
  ['auditing.toml', '[advisories]\nunsound = "deny"', '[advisories]\nunsound = "allow"'],
  ['pg_hba/db.yml', 'sslmode: verify-full', 'sslmode: prefer'],
  ['mosquitto.conf', 'allow_anonymous false', 'allow_anonymous true'],
  // Switches of what guards, and of what opens.
  ['config/prod.yaml', 'auth:\n  enabled: true', 'auth:\n  enabled: false'],
  ['values.yaml', 'podSecurityContext: {runAsNonRoot: true}', 'podSecurityContext: {runAsNonRoot: false}'],
  ['app.json', '{"cookies": {"httpOnly": true, "secure": true}}', '{"cookies": {"httpOnly": false, "secure": true}}'],
  ['settings/live.py', 'SESSION_COOKIE_SECURE = True', 'SESSION_COOKIE_SECURE = False'],
  ['web.config', '<add key="RequireSignedTokens" value="true" />', '<add key="RequireSignedTokens" value="false" />'],
  [
    'Info.plist',
    '<key>NSAllowsArbitraryLoadsInWebContent</key>\n<false/>',
    '<key>NSAllowsArbitraryLoadsInWebContent</key>\n<true/>',
  ],
  [
    'AndroidManifest.xml',
    '<application android:usesCleartextTraffic="false">',
    '<application android:usesCleartextTraffic="true">',
  ],
  ['kafka/server.properties', 'allow.everyone.if.no.acl.found=false', 'allow.everyone.if.no.acl.found=true'],
  ['elasticsearch.yml', 'xpack.security.enabled: true', 'xpack.security.enabled: false'],
  ['vault.hcl', 'listener "tcp" {\n  tls_disable = 0\n}', 'listener "tcp" {\n  tls_disable = 1\n}'],
  ['modules/db/main.tf', '  deletion_protection = true', '  deletion_protection = false'],
  ['modules/s3/main.tf', '  block_public_policy = true', '  block_public_policy = false'],
  ['main.bicep', "  publicNetworkAccess: 'Disabled'", "  publicNetworkAccess: 'Enabled'"],
  ['defconfig', 'CONFIG_MODULE_SIG_FORCE=y', '# CONFIG_MODULE_SIG_FORCE is not set'],
  ['configuration.nix', '  security.sudo.wheelNeedsPassword = true;', '  security.sudo.wheelNeedsPassword = false;'],
  ['redis.conf', 'protected-mode yes', 'protected-mode no'],
  ['my.cnf', '[mysqld]\nrequire_secure_transport=ON', '[mysqld]\nrequire_secure_transport=OFF'],
  ['ci/release.env', 'REQUIRE_APPROVAL=true\nTAG=1.2', 'REQUIRE_APPROVAL=false\nTAG=1.3'],
  ['.bazelrc.ci', 'build --sandbox_strict=true', 'build --sandbox_strict=false'],
  ['renovate.json', '{"packageRules": []}', '{"packageRules": [], "ignoreTests": true}'],
  // Findings that stop nothing any more.
  ['.gitlab-ci.yml', '    - grype $IMG --fail-on high', '    - grype $IMG --fail-on high || true'],
  ['.circleci/config.yml', '  - run: bandit -r app', '  - run: bandit -r app --exit-zero'],
  [
    '.github/workflows/ci.yml',
    '  - uses: github/codeql-action@v3',
    '  - uses: github/codeql-action@v3\n    continue-on-error: true',
  ],
  // Numbers that hold to something as long as they are none.
  ['repo-rules.json', '"required_approving_review_count": 2', '"required_approving_review_count": 0'],
  ['backup/policy.yml', 'backup:\n  retention_days: 30', 'backup:\n  retention_days: 0'],
  // A door for everybody.
  ['settings/production.py', 'ALLOWED_HOSTS = ["shop.example.com"]', 'ALLOWED_HOSTS = ["*"]'],
  ['gateway.yml', 'cors:\n  allowedOrigins: https://app.example.com', 'cors:\n  allowedOrigins: "*"'],
  ['sg.tf', '  cidr_blocks = ["10.8.0.0/16"]', '  cidr_blocks = ["0.0.0.0/0"]'],
  ['.trivyignore.yaml', 'exclude:\n  - vendor/**', 'exclude:\n  - "**"'],
  ['bucket.json', '"acl": "private"', '"acl": "public-read"'],
  ['app/Http/Middleware/CsrfGuard.php', "  protected $skip = ['hooks/*'];", "  protected $skip = ['*'];"],
  // Old protocols and ciphers.
  ['nginx.conf', 'ssl_protocols TLSv1.2 TLSv1.3;', 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2;'],
  ['server.go', 'MinVersion: tls.VersionTLS12,', 'MinVersion: tls.VersionTLS10,'],
  ['stunnel.conf', 'ciphers = HIGH:!aNULL', 'ciphers = ALL:aNULL'],
  // A check that is left out.
  ['.pre-commit-config.yaml', 'hooks:\n  - id: gitleaks\n  - id: black', 'hooks:\n  - id: black'],
  ['azure-pipelines.yml', 'steps:\n- task: CredScan@3\n- script: make', 'steps:\n- script: make'],
  ['.github/CODEOWNERS', '/src/crypto/ @acme/appsec @acme/security', '/src/crypto/ @acme/everyone-else'],
  // Guards in programs.
  ['app/views.py', '    permission_classes = [IsAdminUser]', '    permission_classes = [AllowAny]'],
  [
    'src/Api/OrdersController.cs',
    '[Authorize(Roles = "Admin")]\npublic IActionResult Get()',
    '[AllowAnonymous]\npublic IActionResult Get()',
  ],
  ['src/SecurityConfig.java', '.anyRequest().authenticated()', '.anyRequest().permitAll()'],
  ['app/controllers/payments_controller.rb', '  before_action :authenticate_user!\n', '\n'],
  ['shop/views.py', '@login_required\ndef invoices(request):', 'def invoices(request):'],
  ['src/guards/roles.guard.ts', '  return user.roles.includes(role) && isOwner', '  return true'],
  ['lib/policies/invoice_policy.rb', '    user.admin? && record.owner?', '    true'],
  ['policy/authz.rego', 'default allow := false\nallow if input.user.admin', 'default allow := true'],
  ['src/SecurityConfig.kt', '  http {\n  }', '  http {\n    csrf { disable() }\n  }'],
  ['lib/jwt.py', 'claims = decode(raw, key)', 'claims = decode(raw, key, options={"verify_exp": False})'],
  // A check that has no name any more.
  [
    'pod.yaml',
    'securityContext:\n  allowPrivilegeEscalation: false\n  runAsUser: 10',
    'securityContext:\n  runAsUser: 10',
  ],
  // What stands in a comment, lines that say nothing, and words about the check clear no change.
  ['app/views.py', '# AllowAny: never\nperm = [IsAdminUser]', '# AllowAny: never\nperm = [AllowAny]'],
  ['db.yaml', '# deletion_protection\ndeletion_protection: on\nid: a', '# deletion_protection\nid: a'],
  ['ci.yml', '# grype\n- run: grype .\n- run: make', '# grype\n- run: make'],
  ['ci.yml', '- name: Run grype\n  run: grype .\n- run: make', '- name: Run grype\n  run: "true"\n- run: make'],
  ['shop/views.py', '@login_required\ndef invoices(request):', `${'\n'.repeat(500)}def invoices(request):`],
  ['shop/views.py', '@login_required\ndef invoices(request):', '# @login_required\ndef invoices(request):'],
  ['shop/views.py', '@login_required\r\ndef a(request):', 'def a(request):\r\n'],
  // However much stands beside it.
  [
    '.gitlab-ci.yml',
    `${'a: b\n'.repeat(900)}scan:\n  script: grype .\n`,
    `${'a: b\n'.repeat(900)}scan:\n  allow_failure: true\n  script: grype .\n`,
  ],
  ['big.yaml', `${'a: b\n'.repeat(60_000)}auth:\n  enabled: true`, `${'a: b\n'.repeat(60_000)}auth:\n  enabled: false`],
  [
    'main.tf',
    `resource "db" "a" {\n  deletion_protection = true\n${'  x = 1\n'.repeat(9)}  y = 2\n}`,
    'resource "db" "a" {\n  y = 2\n}',
  ],
  // Who may, by the name of what is asked.
  ['app/orders.rb', 'def may_edit?(user)\n  user.admin?\nend', 'def may_edit?(user)\n  true\nend'],
  ['src/orders.ts', 'const canEdit = (u: User) => u.isOwner', 'const canEdit = (u: User) => true'],
  // A machine's own settings lie where they lie.
  ['/usr/local/etc/redis.conf', 'protected-mode yes', 'protected-mode no'],
  ['/srv/samples/of/an/app/etc/redis.conf', 'protected-mode yes', 'protected-mode no'],
  ['nginx.conf', 'ssl_protocols TLSv1.2;', 'ssl_protocols SSLv3 TLSv1.2;'],
  // Words of products beside a word of a check.
  ['gateway.yml', 'verify_tokens: true', 'verify_tokens: false'],
  ['gateway.yml', 'require_login: true', 'require_login: false'],
  ['ecr.tf', 'scan_on_push = true', 'scan_on_push = false'],
  ['.github/workflows/a.yml', 'with:\n  scan: true', 'with:\n  scan: false'],
  ['.github/workflows/security.yml', "paths-ignore: ['docs/**']", "paths-ignore: ['**']"],
  ['src/client.kt', '.hostnameVerifier(OkHostnameVerifier)', '.hostnameVerifier(NoopHostnameVerifier.INSTANCE)'],
]

const FINE: readonly Row[] = [
  ['k8s/reader.yaml', 'verbs: ["get"]', 'verbs: ["get", "watch"]'],
  ['.github/workflows/release.yml', 'uses: actions/cache@v3', 'uses: actions/cache@v4'],
  ['.github/workflows/release.yml', 'uses: some/upload@v3', 'uses: actions/upload-artifact@v4'],
  ['src/session.ts', 'const ok = hash.verify(secret)', 'const ok = await hash.verify(secret, salt)'],
  ['AGENTS.md', '- Never deploy withuot a yes.', '- Never deploy without a yes.'],
  ['AGENTS.md', '- Never use var.', '- Use const.'],
  ['app/login.ts', 'a()', "if (typeof password === 'string') a()"],
  ['app/login.ts', 'a()', "if (field.type === 'password') a()"],
  ['app/users.js', "q('select a from u where b = $1', [b])", "q('select a from u where b = $1 and c = $2', [b, c])"],
  ['CODEOWNERS', '/infra/ @acme/platform', '/infra/ @acme/platform @me'],
  ['app/cookies.py', 'if not verify_signature(c, k):', 'if c is None or not verify_signature(c, k):'],
  [
    'app/reset.cs',
    'var token = RandomNumberGenerator.GetHexString(64);',
    'var token = RandomNumberGenerator.GetHexString(32);',
  ],
  [
    'src/hooks.ts',
    'const event = hooks.construct(raw, sig, secret)',
    'const event = hooks.construct(body, signature, secret)',
  ],
  ['.gitignore', 'dist/\n.env', '.env\nout/'],
  ['.gitlab-ci.yml', 'roll-out:\n  when: always', 'roll-out:\n  when: manual'],
  ['.github/workflows/merge.yml', "  if: github.actor == 'robot'", "  if: github.actor == 'robot[bot]'"],
  // Findings that are heeded from now on, and what is no check.
  ['.gitlab-ci.yml', '    - grype $IMG || true', '    - grype $IMG'],
  ['.gitlab-ci.yml', '    - make lint', '    - make lint || true'],
  ['.circleci/config.yml', '  - run: semgrep ci', '  - run: semgrep ci --verbose'],
  // The other way.
  ['policies/ebs.yaml', 'failureAction: Audit', 'failureAction: Enforce'],
  ['mosquitto.conf', 'allow_anonymous true', 'allow_anonymous false'],
  ['modules/s3/main.tf', 'block_public_policy = false', 'block_public_policy = true'],
  ['nginx.conf', 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2;', 'ssl_protocols TLSv1.2 TLSv1.3;'],
  ['nginx.conf', 'ssl_protocols TLSv1.2;', 'ssl_protocols TLSv1.3 TLSv1.2;'],
  ['settings/production.py', 'ALLOWED_HOSTS = ["*"]', 'ALLOWED_HOSTS = ["shop.example.com"]'],
  ['app/views.py', 'permission_classes = [AllowAny]', 'permission_classes = [IsAdminUser]'],
  ['.pre-commit-config.yaml', '  - id: black', '  - id: gitleaks\n  - id: black'],
  // Moved, renamed, or another tool in its place.
  ['ci.yml', 'jobs:\n  trivy:\n    run: trivy fs .\n  test: {}', 'jobs:\n  test: {}\n  trivy:\n    run: trivy fs .'],
  ['ci.yml', '- run: trivy image app', '- run: grype app'],
  ['config/prod.yaml', 'auth:\n  enabled: true\nport: 80', 'port: 8080\nauth:\n  enabled: true'],
  ['modules/db/main.tf', 'deletion_protection = true\nname = "a"', 'name = "b"\ndeletion_protection = true'],
  // A port for this machine alone, another port, the web; what is logged in to elsewhere.
  ['compose.yaml', '- "6379:6379"', '- "127.0.0.1:6379:6379"'],
  ['compose.yaml', '- "127.0.0.1:6379:6379"', '- "127.0.0.1:6380:6379"'],
  ['compose.yaml', '- "127.0.0.1:8080:8080"', '- "8080:8080"'],
  ['compose.dev.yaml', '- "127.0.0.1:6379:6379"', '- "6379:6379"'],
  ['compose.yaml', 'image: a', 'image: a\nports:\n  - "6379:6379"'],
  ['mail.yml', 'SMTP_AUTH: login', 'SMTP_AUTH: none'],
  ['blog.yml', 'author: ann', 'author: none'],
  ['values.yaml', 'auth:\n  mode: none', 'auth:\n  mode: oidc'],
  // A developer's own, tests, prose and style.
  ['config/development.yml', 'auth:\n  enabled: true', 'auth:\n  enabled: false'],
  ['docker-compose.local.yml', 'xpack.security.enabled=true', 'xpack.security.enabled=false'],
  ['tests/fixtures/policy.yaml', 'failureAction: Enforce', 'failureAction: Audit'],
  ['docs/security.md', 'PermitRootLogin no', 'PermitRootLogin yes'],
  ['.eslintrc.json', '"security/detect-eval": "error"', '"security/detect-eval": "off"'],
  ['Cargo.toml', '[lints.clippy]\nunwrap_used = "deny"', '[lints.clippy]\nunwrap_used = "allow"'],
  ['tsconfig.json', '"strict": true', '"strict": false'],
  // Words of checks in names of something else.
  ['app.yml', 'auth:\n  timeout: 30', 'auth:\n  timeout: 0'],
  ['job.yaml', 'restartPolicy: Always', 'restartPolicy: Never'],
  ['deploy.yaml', 'imagePullPolicy: Always', 'imagePullPolicy: Never'],
  ['src/user.ts', 'password: { type: String, required: true }', 'password: { type: String, required: false }'],
  ['.env', 'AUTH_ENABLED=true', 'AUTH_ENABLED=false'],
  ['values.yaml', 'auth:\n  enabled: true\n  url: a', ''],
  ['app.yml', 'security:\n  logo: true', 'security:\n  logo: false'],
  ['src/form.tsx', '<Input required={true} visible={false} />', '<Input required={false} visible={true} />'],
  ['src/menu.ts', "display: 'block'", "display: 'none'"],
  ['app.yml', 'feature:\n  new_checkout: true', 'feature:\n  new_checkout: false'],
  ['src/auth/session.ts', 'const valid = check(token)\nreturn valid', 'return check(token)'],
  ['src/users.ts', 'return users.filter((u) => u.verified)', 'return users.filter((u) => u.active)'],
  ['src/list.ts', 'export const isEmpty = (x) => x.length === 0', 'export const isEmpty = (x) => !x.length'],
  ['app/urls.py', 'path("a", a)', 'path("a", a),\npath("health", AllowAnyHealth)'],
  ['package.json', '"devDependencies": {"a": "1"}', '"devDependencies": {"a": "2"}'],
  ['mkdocs.yml', 'nav:\n  - intro.md', 'nav:\n  - start.md'],
  ['tsconfig.base.json', '"exclude": ["dist"]', '"exclude": ["**/*"]'],
  // Words of checks that name what a product offers.
  ['blog.yml', 'show_author: true', 'show_author: false'],
  ['shop.yml', 'product_reviews: true', 'product_reviews: false'],
  ['docker-compose.yml', 'SHOW_REVIEWS: true', 'SHOW_REVIEWS: false'],
  ['shop.yml', 'login_banner: true', 'login_banner: false'],
  ['llm.yml', 'count_tokens: true', 'count_tokens: false'],
  ['tv.yml', 'scanlines: true', 'scanlines: false'],
  ['vite.config.ts', 'isolate: true', 'isolate: false'],
  ['src/fields.py', "  'title',\n  'author',", "  'title',"],
  ['src/fields.py', "  'title',\n  'permissions',", "  'title',"],
  ['src/form.tsx', '<form onSubmit={validate}>', '<form noValidate onSubmit={send}>'],
  ['src/auth/invite.ts', 'const next = authState', 'const next = acceptInviteLogin'],
  // What a folder is called says nothing of a setting in it.
  ['services/auth-service/config.yaml', 'log_level: error', 'log_level: warn'],
  ['services/auth-service/config.yaml', 'auth:\n  log_level: error', 'auth:\n  log_level: warn'],
  ['k8s/auth/hpa.yaml', 'minReplicas: 2', 'minReplicas: 0'],
  ['k8s/auth/job.yaml', 'restartPolicy: Always', 'restartPolicy: Never'],
  ['k8s/auth/pods.yaml', 'exclude: [a]', 'exclude: ["**"]'],
  ['.github/workflows/security.yml', "paths: ['src/**']", "paths: ['**']"],
  // Names of checks where nothing is run.
  ['package.json', '{"dependencies": {\n"qr-scanner": "1",\n"a": "1"}}', '{"dependencies": {\n"a": "1"}}'],
  ['messages/de.json', '{"security": "Sicherheit",\n"a": "b"}', '{\n"a": "b"}'],
  ['nav.yml', '- title: Security\n- title: Start', '- title: Start'],
  // What is said aside.
  ['nginx.conf', 'ssl_protocols TLSv1.3; # new', 'ssl_protocols TLSv1.3; # never TLSv1'],
  ['nginx.conf', '# TLSv1.2 it is\na b;', '# no TLSv1 any more\na b;'],
  // A step beside the check, and a thing that is gone with all that it had.
  [
    '.github/workflows/a.yml',
    '  - run: grype .\n  - run: make docs',
    '  - run: grype .\n  - run: make docs\n    continue-on-error: true',
  ],
  ['main.tf', `resource "db" "a" {\n  encrypted = true\n${'  x = 1\n'.repeat(9)}}\ny = 2`, 'y = 2'],
  ['src/token.ts', "import { verify } from 'jose'\n", "import { jwtVerify } from 'jose'\n"],
]

describe('a change of a file', () => {
  it.each(LOOSER)('loosens %s: %j → %j', (path, before, after) => {
    expect(looser(path, before, after)).not.toEqual([])
  })

  it.each(FINE)('is none of %s: %j → %j', (path, before, after) => {
    expect(looser(path, before, after)).toEqual([])
  })
})

describe('names and values of a text', () => {
  it('a thing in hundreds of brackets stands under the nearest that are kept', () => {
    const found = parseSettingPairs(`${'a{'.repeat(500)}b = c${'}'.repeat(500)} d = e`)
    expect(found.slice(-2)).toEqual([
      { keys: ['a', 'a', 'a', 'b'], value: 'c' },
      { keys: ['d'], value: 'e' },
    ])
  })

  it('thousands of letters are no name, and quotes that stay open say nothing', () => {
    expect(parseSettingPairs(`${'a'.repeat(10_000)}: true`)).toEqual([])
    expect(parseSettingPairs(`${'\\"'.repeat(9_001)} b: c`)).toContainEqual({ keys: ['b'], value: 'c' })
    expect(parseSettingPairs(`[${' '.repeat(19_000)}x\r\na = b # c\r\n`)).toContainEqual({ keys: ['a'], value: 'b' })
  })

  it('a list in brackets is a section with or without blanks and quotes', () => {
    expect(parseSettingPairs('[ "a b" ]\r\nc = d')).toEqual([{ keys: ['a b', 'c'], value: 'd' }])
  })
})
