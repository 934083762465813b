import type { Facts } from './facts.ts'
import type { PathTag } from './paths.ts'

/** A pattern over the absolute path, lower-cased; `~` stands for any home directory. */
type TagRule = readonly [PathTag, RegExp]

const HOME = '(?:/home/[^/]+|/users/[^/]+|/root|~)'

/** What files are by name and place; the first column may repeat. */
const RULES: readonly TagRule[] = [
  [
    'secret',
    new RegExp(
      `^${HOME}/\\.(?:ssh|gnupg|aws|azure|kube|password-store|docker/config\\.json|config/gcloud|config/gh|netrc)(?:/|$)`,
    ),
  ],
  ['secret', /\/\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|vault-token|env)$/],
  ['secret', /\/\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?$/],
  ['environment-file', /\/\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?$/],
  ['secret', /\/(?:id_(?:rsa|dsa|ecdsa|ed25519)|[^/]*\.(?:pem|key|p12|pfx|keystore|jks|kdbx|ppk))$/],
  ['secret', /^\/etc\/(?:shadow|gshadow|master\.passwd|sudoers)/],
  ['git-internal', /\/\.git(?:\/|$)/],
  ['git-hook', /\/(?:\.git\/hooks|\.husky)\//],
  ['gate-own', /\/\.irongate(?:\/|$)|^\/etc\/irongate(?:\/|$)/],
  [
    'agent-settings',
    /\/\.(?:claude|codex|gemini|cursor|opencode|qwen)\/(?:settings[^/]*\.json|hooks?(?:\/|\.json)|config\.toml|mcp\.json|plugins\/)|\/\.mcp\.json$|\/\.claude\.json$/,
  ],
  [
    'agent-instructions',
    /\/(?:claude|agents|gemini)(?:\.local)?\.md$|\/\.(?:claude|cursor)\/(?:commands|agents|skills|rules)\//,
  ],
  [
    'shell-startup',
    /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|envrc)$|^\/etc\/(?:profile|bash\.bashrc|zsh|environment)|\/fish\/config\.fish$/,
  ],
  [
    'persistence',
    /^\/etc\/(?:cron|systemd|init\.d|rc\.local|rc\d?\.d)|\/systemd\/(?:system|user)\/|\/launch(?:agents|daemons)\/|\/autostart\/|^\/var\/spool\/cron/,
  ],
  ['privilege', /^\/etc\/(?:sudoers|passwd|shadow|group|gshadow|pam\.d|security|polkit-1)/],
  ['ssh-access', /\/\.ssh\/(?:authorized_keys|config|known_hosts|rc)|^\/etc\/ssh\//],
  ['log', /^\/var\/(?:log|audit)(?:\/|$)|^\/private\/var\/log(?:\/|$)/],
  ['history', /\/\.(?:bash|zsh|sh|python|node_repl|mysql|psql|irb)_history$|\/fish_history$/],
  [
    'ci',
    /\/\.github\/(?:workflows|actions)\/|\/\.gitlab-ci\.yml$|\/\.circleci\/|\/jenkinsfile$|\/azure-pipelines\.yml$|\/\.travis\.yml$/,
  ],
  [
    'build-recipe',
    /\/(?:package\.json|makefile|gnumakefile|justfile|taskfile\.ya?ml|dockerfile[^/]*|docker-compose[^/]*\.ya?ml|build\.gradle(?:\.kts)?|pom\.xml|setup\.py|pyproject\.toml|cargo\.toml|build\.rs|rakefile|gulpfile\.[cm]?js|mise\.toml)$/,
  ],
  ['editor-task', /\/\.(?:vscode|idea|devcontainer)\/|\/\.devcontainer\.json$/],
  [
    'tool-config',
    /\/(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnp\.cjs|\.pnpmfile\.cjs|\.?bunfig\.toml|\.bazelrc|\.pre-commit-config\.yaml|\.?lefthook\.ya?ml|\.ripgreprc|\.gitconfig|\.gitmodules|\.gitattributes|pyrightconfig\.json|conftest\.py)$|\/\.cargo\/|\/\.mvn\/|\/\.yarn\//,
  ],
  [
    'lock-file',
    /\/(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|poetry\.lock|uv\.lock|go\.sum|gemfile\.lock|composer\.lock)$/,
  ],
  ['state-file', /\.tfstate(?:\.backup)?$|\.(?:sqlite3?|db)$/],
  [
    'build-artefact',
    /\/(?:node_modules|dist|build|out|target|coverage|\.next|\.nuxt|\.turbo|\.cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.gradle|\.parcel-cache|\.vite|\.eggs|[^/]+\.egg-info|vendor\/bundle)(?:\/|$)|\.(?:pyc|o|class)$/,
  ],
  ['device-storage', /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|md|loop|dm-)/],
  ['null-device', /^\/dev\/(?:null|stdout|stderr|stdin|fd\/\d+|tty)$/],
  ['socket', /^\/dev\/(?:tcp|udp)\/|\/docker\.sock$/],
]

/** The tags of an absolute path. Names are compared without case: file systems differ. */
export function tagsOf(path: string, _facts: Facts): readonly PathTag[] {
  const folded = path.normalize('NFC').toLowerCase()
  const tags: PathTag[] = []
  for (const [tag, pattern] of RULES) if (!tags.includes(tag) && pattern.test(folded)) tags.push(tag)
  return tags
}
