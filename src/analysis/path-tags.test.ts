import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../facts/fixed.ts'
import { tagsOf } from './path-tags.ts'
import type { PathTag } from './paths.ts'

const facts = fixedFacts()
const P = '/home/dev/project'
const H = '/home/dev'

const TAGGED: readonly (readonly [string, readonly PathTag[]])[] = [
  [`${P}/.env`, ['secret', 'environment-file']],
  [`${P}/apps/web/.env.production.local`, ['secret', 'environment-file']],
  [`${P}/deploy/prod.env`, ['secret', 'environment-file']],
  [`${P}/.env*`, ['secret', 'environment-file']],
  [`${P}/.ENV`, ['secret', 'environment-file']],
  [`${P}/.???`, ['secret']],
  [`${H}/.ssh`, ['secret']],
  [`${H}/.ssh/id_rsa`, ['secret']],
  [`${H}/.SSH/ID_RSA`, ['secret']],
  [`${H}/.ssh/id_*`, ['secret']],
  [`${H}/.ssh/deploy/key`, ['secret']],
  ['/root/.ssh/anything', ['secret']],
  [`${P}/\0/.ssh/id_ed25519`, ['secret']],
  [`${H}/.ssh/authorized_keys`, ['ssh-access']],
  ['/etc/ssh/sshd_config', ['ssh-access']],
  ['/mnt/disk/etc/ssh/sshd_config', ['ssh-access']],
  ['/oldroot/etc/sudoers.d/x', ['privilege']],
  ['/proc/1/root/etc/cron.d/x', ['persistence']],
  ['/media/usb/home/pat/.bashrc', ['shell-startup']],
  ['/workspace/other/etc/sudoers', []],
  ['/opt/app/etc/sudoers', []],
  [`${H}/.quux/deep/hooks.json`, ['agent-settings']],
  [`${H}/.config/quux/mcp_servers.json`, ['agent-settings']],
  [`${H}/.quux/permissions.yaml`, ['agent-settings']],
  [`${H}/.quux/cache/hooks.json`, []],
  [`${H}/.quux/settings.json`, ['tool-settings']],
  [`${P}/rootfs/etc/sudoers`, []],
  ['/etc/ssh/ssh_host_rsa_key', ['secret', 'ssh-access']],
  ['/etc/ssh/ssh_host_*', ['secret', 'ssh-access']],
  ['/etc/ssh/ssh_host_ed*', ['secret', 'ssh-access']],
  ['/etc/ssh/ssh_host_*.pub', ['ssh-access']],
  ['/etc/ssh/sshd_config.d/*.conf', ['ssh-access']],
  [`${H}/.aws/credentials`, ['secret']],
  [`${H}/.claude.json`, ['secret', 'agent-settings']],
  [`${H}/.aws`, ['secret']],
  [`${H}/.aws/*`, ['secret']],
  [`${H}/.config/gcloud/application_default_credentials.json`, ['secret']],
  [`${H}/.kube/config`, ['secret']],
  [`${H}/.npmrc`, ['secret', 'tool-config']],
  [`${H}/.netrc`, ['secret']],
  [`${H}/.config/google-chrome/Default/Login Data`, ['secret']],
  [`${H}/.mozilla/firefox/x.default/logins.json`, ['secret']],
  ['/Users/ann/Library/Keychains/login.keychain-db', ['secret']],
  ['/Users/ann/Library/Application Support/Google/Chrome/Default/Cookies', ['secret']],
  ['C:\\Users\\ann\\.ssh\\id_rsa', ['secret']],
  [`${P}/certs/server.key`, ['secret']],
  [`${P}/signing.p12`, ['secret']],
  [`${P}/*.pem`, ['secret']],
  ['/proc/1234/environ', ['secret']],
  ['/proc/self/environ', ['secret']],
  ['/proc/*/environ', ['secret']],
  ['/etc/shadow', ['secret', 'privilege']],
  ['/etc/sudoers.d/me', ['privilege']],
  ['/etc/passwd', ['privilege']],
  ['/run/secrets/db', ['secret']],
  ['/var/lib/quux/agent-token', ['secret']],
  ['/var/lib/quux/.node.cookie', ['secret']],
  ['/srv/quux/conf/db_password.txt', ['secret']],
  ['/opt/quux/secrets/firstAdminPassword', ['secret']],
  ['/root/quux/master_key', ['secret']],
  [`${H}/.quux/secrets/root_ca`, ['secret']],
  [`${P}/secrets/db_password`, ['secret']],
  ['/etc/letsencrypt/live/x.org/privkey.pem', ['secret']],
  [`${P}/.git/config`, ['git-internal']],
  [`${P}/.git/hooks/pre-commit`, ['git-internal', 'git-hook']],
  [`${P}/.husky/pre-push`, ['git-hook']],
  [`${H}/.irongate/settings.json`, ['gate-own']],
  [`${H}/.irongate/webhook-pin`, ['secret', 'gate-own']],
  [`${H}/.irongate/state/server/links/x`, ['secret', 'gate-own']],
  ['/etc/irongate/managed-settings.json', ['gate-own']],
  ['/usr/local/lib/irongate/bin/irongate', ['gate-own']],
  ['/etc/claude-code/managed-settings.d/50-irongate.json', ['gate-own', 'agent-settings']],
  [`${P}/.claude/settings.local.json`, ['agent-settings']],
  [`${P}/.mcp.json`, ['agent-settings']],
  [`${H}/.codex/config.toml`, ['agent-settings']],
  [`${P}/.gemini/settings.json`, ['agent-settings']],
  [`${P}/opencode.json`, ['agent-settings']],
  [`${H}/.config/opencode/plugins/irongate.js`, ['gate-own', 'agent-settings']],
  [`${H}/.config/opencode/plugins/other.js`, ['agent-settings']],
  [`${H}/.config/opencode/opencode.json`, ['agent-settings']],
  ['/etc/opencode/opencode.json', ['agent-settings']],
  [`${P}/.opencode/plugin/a.js`, ['agent-settings']],
  [`${P}/.opencode/plugins/a.ts`, ['agent-settings']],
  [`${P}/.opencode/tool/a.ts`, ['agent-settings']],
  [`${P}/.opencode/tui.json`, ['agent-settings']],
  [`${H}/.local/share/opencode/opencode.db-wal`, ['transcript']],
  [`${P}/.aider.conf.yml`, ['agent-settings']],
  [`${H}/.copilot/hooks/50-irongate.json`, ['gate-own', 'agent-settings']],
  ['/etc/github-copilot/policy.d/50-irongate.json', ['gate-own', 'agent-settings']],
  [`${H}/.copilot/hooks/mine.json`, ['agent-settings']],
  [`${H}/.copilot/settings.json`, ['agent-settings']],
  [`${H}/.copilot/mcp-config.json`, ['agent-settings']],
  [`${P}/.github/hooks/any.json`, ['agent-settings']],
  [`${P}/.github/copilot/settings.local.json`, ['agent-settings']],
  [`${H}/.copilot/session-state/1/events.jsonl`, ['transcript']],
  [`${H}/.copilot/session-state/1/plan.md`, []],
  [`${P}/CLAUDE.md`, ['agent-instructions']],
  [`${P}/docs/AGENTS.md`, ['agent-instructions']],
  [`${P}/.cursor/rules/a.mdc`, ['agent-instructions']],
  [`${P}/.github/copilot-instructions.md`, ['agent-instructions']],
  [`${P}/.windsurfrules`, ['agent-instructions']],
  [`${H}/.zshrc`, ['shell-startup']],
  ['/etc/profile.d/x.sh', ['shell-startup']],
  [`${H}/.config/fish/config.fish`, ['shell-startup']],
  ['/etc/cron.d/job', ['persistence']],
  ['/etc/cron.hourly/job', ['persistence']],
  ['/etc/rc.local', ['persistence']],
  ['/etc/rc3.d/S01x', ['persistence']],
  ['/etc/systemd/system/x.service', ['persistence']],
  [`${H}/.config/systemd/user/x.timer`, ['persistence']],
  [`${H}/.config/autostart/x.desktop`, ['persistence']],
  ['/Users/ann/Library/LaunchAgents/x.plist', ['persistence']],
  ['/etc/ld.so.preload', ['persistence']],
  ['/var/log/auth.log', ['log']],
  [`${H}/.bash_history`, ['history']],
  [`${H}/.local/share/fish/fish_history`, ['history']],
  [`${P}/.github/workflows/ci.yml`, ['ci']],
  [`${P}/.gitlab-ci.yml`, ['ci']],
  [`${P}/Jenkinsfile`, ['ci']],
  [`${P}/package.json`, ['build-recipe']],
  [`${P}/sub/Makefile`, ['build-recipe']],
  [`${P}/Dockerfile.dev`, ['build-recipe']],
  [`${P}/docker-compose.override.yml`, ['build-recipe']],
  [`${P}/.vscode/tasks.json`, ['editor-task']],
  [`${P}/.devcontainer/devcontainer.json`, ['editor-task']],
  [`${H}/.quuxrc`, ['tool-startup']],
  [`${H}/.Quuxprofile`, ['tool-startup']],
  [`${H}/.quux.exs`, ['tool-startup']],
  [`${H}/.config/quux/init.lua`, ['tool-startup']],
  [`${H}/.config/quux/oci/hooks.d/a.json`, ['tool-startup']],
  [`${H}/.local/share/quux/quux3/sets/plain/py/startup.py`, ['tool-startup']],
  [`${H}/.config/quux/conf.d/a`, ['tool-startup']],
  [`${H}/.quux/plugins/a/b.rb`, ['tool-startup']],
  [`${H}/.quux/profile_x/startup/00.py`, ['tool-startup']],
  [`${P}/.npmrc`, ['tool-config']],
  [`${P}/.cargo/config.toml`, ['tool-config']],
  [`${P}/lefthook.yml`, ['tool-config']],
  [`${P}/conftest.py`, ['tool-config']],
  [`${P}/yarn.lock`, ['lock-file']],
  [`${P}/infra/terraform.tfstate.backup`, ['state-file']],
  [`${P}/data/app.sqlite3`, ['state-file']],
  [`${P}/dist/index.js`, ['build-artefact']],
  [`${P}/node_modules`, ['build-artefact']],
  [`${P}/pkg/target/debug/x`, ['build-artefact']],
  [`${P}/a/__pycache__/b.pyc`, ['build-artefact']],
  [`${P}/foo.egg-info`, ['build-artefact']],
  [`${P}/cmake-build-debug/x`, ['build-artefact']],
  ['/dev/sda1', ['device-storage']],
  ['/dev/nvme0n1', ['device-storage']],
  ['/dev/null', ['null-device']],
  ['/dev/fd/3', ['null-device']],
  ['/dev/tcp/10.0.0.1/80', ['socket']],
  ['/var/run/docker.sock', ['socket']],
]

/** Files by which a tool logs in are known by where they lie and what they are called. */
describe('logins of command-line tools', () => {
  for (const path of [
    '.config/quux/hosts.yml',
    '.config/quux/config.yaml',
    '.config/quux/credentials.json',
    '.quux/auth.json',
    '.quux/token',
  ])
    it(`~/${path} carries secret`, () => expect(tagsOf(`${H}/${path}`, facts)).toContain('secret'))
  for (const path of [
    '.config/quux/theme.yml',
    '.config/quux/tokenizer.json',
    '.config/quux/themes/config.yml',
    '.cache/token',
    'quux/auth.json',
  ])
    it(`~/${path} does not`, () => expect(tagsOf(`${H}/${path}`, facts)).not.toContain('secret'))
})

/** Paths that look like tagged ones, and the tag they must not carry. */
const NEAR_MISSES: readonly (readonly [string, PathTag])[] = [
  ['/etc/pam.d/common-password', 'secret'],
  ['/usr/share/quux/token', 'secret'],
  ['/var/www/shop/src/token', 'secret'],
  ['/var/lib/quux/token.md', 'secret'],
  ['/var/lib/quux/tokenizer', 'secret'],
  ['/etc/passwd', 'secret'],
  [`${P}/src/token`, 'secret'],
  [`${P}/src/secrets/index.ts`, 'secret'],
  [`${P}/test/secrets/db_password`, 'secret'],
  [`${P}/.env.example`, 'secret'],
  [`${P}/.env.sample`, 'secret'],
  [`${P}/.env.local.template`, 'secret'],
  [`${P}/.env.dist`, 'secret'],
  [`${P}/.env/bin/python`, 'secret'],
  [`${P}/example.env`, 'secret'],
  [`${P}/src/env.ts`, 'secret'],
  [`${P}/.environment.md`, 'secret'],
  [`${H}/.ssh/id_rsa.pub`, 'secret'],
  [`${H}/.ssh/known_hosts`, 'secret'],
  [`${H}/.ssh/config`, 'secret'],
  [`${H}/.aws/config`, 'secret'],
  [`${H}/.config/gh/config.yml`, 'secret'],
  [`${H}/*`, 'secret'],
  [`${P}/test/fixtures/server.pem`, 'secret'],
  [`${P}/testdata/id_rsa`, 'secret'],
  [`${P}/certs/ca.pem`, 'secret'],
  [`${P}/fullchain.pem`, 'secret'],
  ['/etc/ssl/certs/x.pem', 'secret'],
  ['/etc/letsencrypt/live/x.org/fullchain.pem', 'secret'],
  [`${P}/src/keys.ts`, 'secret'],
  [`${P}/src/monkey`, 'secret'],
  [`${P}/src/*`, 'secret'],
  [`${P}/*.json`, 'agent-settings'],
  [`${P}/*.json`, 'build-recipe'],
  [`${P}/*`, 'secret'],
  [`${P}/\0`, 'secret'],
  ['/proc/cpuinfo', 'secret'],
  [`${P}/.github/ISSUE_TEMPLATE/bug.md`, 'ci'],
  [`${P}/.gitignore`, 'git-internal'],
  [`${P}/src/.gitkeep`, 'git-internal'],
  [`${P}/.claude/worktrees/a/src/x.ts`, 'agent-settings'],
  [`${P}/docs/claude.mdx`, 'agent-instructions'],
  [`${P}/src/makefile.ts`, 'build-recipe'],
  [`${P}/package.json.md`, 'build-recipe'],
  [`${P}/src/distance/a.ts`, 'build-artefact'],
  [`${P}/builder/a.ts`, 'build-artefact'],
  [`${P}/src/a.class.ts`, 'build-artefact'],
  ['/etc/hosts', 'privilege'],
  ['/etc/hostname', 'persistence'],
  [`${P}/etc/passwd`, 'privilege'],
  [`${P}/var/log/a`, 'log'],
  [`${P}/profile.ts`, 'shell-startup'],
  ['/dev/shm/x', 'device-storage'],
  ['/dev/stdio', 'null-device'],
]

describe('tagsOf', () => {
  it.each(TAGGED)('%s carries %j', (path, tags) => {
    expect(tagsOf(path, facts)).toEqual(expect.arrayContaining([...tags]))
  })

  it.each(NEAR_MISSES)('%s does not carry %s', (path, tag) => {
    expect(tagsOf(path, facts)).not.toContain(tag)
  })

  it('does not take a project for an artefact because it lies in a directory called build', () => {
    const inside = fixedFacts({ cwd: '/home/dev/build/app' })
    expect(tagsOf('/home/dev/build/app/src/a.ts', inside)).not.toContain('build-artefact')
    expect(tagsOf('/home/dev/build/app/dist/a.js', inside)).toContain('build-artefact')
  })

  it('folds composed characters', () => {
    expect(tagsOf(`${P}/cafe\u0301/.env`, facts)).toEqual(tagsOf(`${P}/caf\u00e9/.env`, facts))
  })

  it('comes to an end on hostile paths', () => {
    tagsOf(`/${'*a'.repeat(20_000)}`, facts)
    tagsOf(`/${'a/'.repeat(20_000)}b`, facts)
  })

  it('knows names that every object has', () => {
    expect(tagsOf(`${P}/constructor/__proto__`, facts)).toEqual([])
  })
})
