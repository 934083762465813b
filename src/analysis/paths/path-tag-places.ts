import type { PathTag } from './paths.ts'

/**
 * Places that carry a tag, and everything beneath them. `/…`: absolute. `~/…`: in any home directory. Otherwise at any depth.
 * `{a,b}` stands for either, `*` for any part of one name; a final `$` means that place only, not what lies beneath.
 * Names are lower case: paths are folded before they are compared.
 */
export type PlaceTable = Readonly<Partial<Record<PathTag, string>>>

const HOME_SECRETS = `
~/.local/share/{keyrings,kwalletd,gnome-keyring} ~/.aws$ ~/.aws/cli
~/.azure$ ~/.azure/{accesstokens.json,msal_token_cache*,service_principal_entries*,azuredevops} ~/.kube$ ~/.kube/cache
~/.config/gcloud$ ~/.config/gcloud/{*credentials*,access_tokens.db,*adc.json,*.json} ~/.config/gh$ ~/.config/gh/hosts.yml
~/.docker$ ~/.dockercfg ~/.config/containers/auth.json ~/.netrc ~/.npmrc ~/.yarnrc.yml ~/.pypirc
~/.config/{glab-cli,doctl,hub,op,rclone,netlify,heroku,stripe,hcloud,scw,linode-cli,ngrok,configstore,sops,age,openai,flyctl}
~/.{s3cfg,boto,oci,aliyun,fly,ngrok2,cloudflared,tsh,databrickscfg,snowsql,kaggle,huggingface,vault-token,smbcredentials,pulumi}
~/.cache/huggingface/token ~/.config/snowflake ~/.dbt/profiles.yml ~/.terraformrc ~/.terraform.d/credentials.tfrc.json
~/.cargo/credentials* ~/.gem/credentials ~/.m2/settings*.xml ~/.gradle/gradle.properties ~/.nuget/nuget/nuget.config
~/.composer/auth.json ~/.config/composer/auth.json ~/.wrangler/config ~/.config/.wrangler ~/.vercel/auth.json
~/.local/share/com.vercel.cli ~/.sentryclirc ~/.filezilla ~/.config/filezilla ~/.purple ~/.config/remmina ~/.local/share/remmina
~/.claude/.credentials.json ~/.claude.json$ ~/.codex/auth.json ~/.{gemini,qwen}/oauth_creds.json ~/.config/github-copilot
~/.local/share/opencode/auth.json ~/.config/{keepassxc,bitwarden*,1password} ~/.config/solana ~/.{bitcoin,electrum,ethereum,monero}
~/.mozilla ~/.thunderbird ~/.config/{google-chrome*,chromium,bravesoftware,microsoft-edge*,vivaldi*,opera*,librewolf,zen}
~/.config/{slack,discord,signal,skype} ~/.local/share/{telegramdesktop,signal-cli,evolution,geary} ~/.librewolf ~/.zen
~/snap/{firefox,chromium,brave,bitwarden,slack,discord} ~/.var/app/{org.mozilla.*,com.google.chrome,org.chromium.*,com.brave.*}
~/library/{keychains,cookies,safari,messages,mail,calendars,reminders,group?containers/group.com.apple.notes} ~/library/application?support/{google/chrome*,chromium,firefox,bravesoftware}
~/library/application?support/{microsoft?edge,arc,vivaldi,com.operasoftware.*,slack,discord,signal,1password,bitwarden,exodus}
~/library/application?support/{com.apple.tcc,com.apple.sharedfilelist,addressbook,callhistorydb,knowledge,mobilesync,icloud} ~/library/application?support/telegram* ~/library/group?containers/*1password* ~/library/accounts
~/appdata/{local,roaming}/{google/chrome,microsoft/edge,bravesoftware,mozilla,opera?software,microsoft/credentials,microsoft/protect}
~/.config/{1password-cli,keeper,nordpass,dashlane} ~/appdata/roaming/{gcloud,github?cli,slack,discord,telegram?desktop,bitwarden,keepassxc} ~/appdata/local/microsoft/vault
`

const SECRETS_ANYWHERE = `
.ssh .gnupg .password-store .aws/credentials .aws/sso .kube/config .docker/config.json .netrc$ _netrc$ .pgpass$ .my.cnf$ .mylogin.cnf$
etc/{shadow,gshadow,shadow-,master.passwd}$ .pypirc$ .git-credentials$ .vault-token$ .htpasswd$ .dockercfg$ .s3cfg$ wp-config.php$ wallet.dat$ ngrok.yml$
{logins.json,key3.db,key4.db,cookies.sqlite,signons.sqlite,login?data,web?data}$ cookies.binarycookies$
{application_default_credentials,client_secret,client_secrets,service-account,service_account,serviceaccount,credentials}.json$
{secrets,secret,credentials,.secrets}.{yml,yaml,json,toml,ini,env,txt,tfvars,properties}$ {id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk}$
passwords.{txt,csv,xlsx,json}$ keychain-db$ login.keychain$ login.keychain-db$ ntds.dit$ .secrets$ .env.keys$ google-services-key.json$
`

const SYSTEM_SECRETS = `
/etc/{shadow,shadow-,gshadow,gshadow-,master.passwd,krb5.keytab,security/opasswd,wireguard,openvpn,wpa_supplicant,docker/key.json}
/etc/ssl/private /etc/pki/tls/private /etc/ssh/ssh_host_*_key$ /etc/networkmanager/system-connections /etc/mysql/debian.cnf
/etc/letsencrypt/{live,archive,keys,accounts} /etc/kubernetes/{admin.conf,controller-manager.conf,scheduler.conf,pki}
/etc/rancher/k3s/k3s.yaml /var/lib/rancher/k3s/server/token /var/lib/kubelet/{pki,config.json} /var/lib/cloud/instance/user-data.txt
/{run,var/run}/secrets /proc/*/{environ,mem} /proc/kcore /dev/{mem,kmem,port} /private/etc/master.passwd /var/db/dslocal
/private/var/db/dslocal /library/keychains /system/library/keychains /tmp/krb5cc_* /etc/sssd/sssd.conf /etc/ppp/{chap,pap}-secrets
/var/{mail,spool/mail} /var/lib/docker/containers/*/config.v2.json /var/lib/{sss/db,sss/secrets,networkmanager/secret_key,bluetooth} /dev/{input,uinput,fb0,video*,snd,hidraw*,usbmon*,vcs*} /library/application?support/com.apple.tcc /var/db/{systemkey,auth.db} /private/var/db/{systemkey,auth.db}
/etc/{samba/private,ipsec.secrets,swanctl/private,exim4/passwd.client,postfix/sasl_passwd} /var/lib/samba/private /windows/system32/config/{sam,security,system}
`

const AGENT_FOLDERS =
  '.{claude,codex,gemini,cursor,opencode,qwen,copilot,windsurf,codeium,continue,cline,roo,kilocode,amp,goose,crush,junie,kiro,trae,augment,openhands,factory,amazonq,agents}'

export const TAGGED_PLACES: PlaceTable = {
  secret: HOME_SECRETS + SECRETS_ANYWHERE + SYSTEM_SECRETS,
  'git-internal': '.git',
  'git-hook': '.git/hooks .git/modules/*/hooks .husky .githooks .config/git/hooks .git-templates/hooks',
  'gate-own':
    '.irongate ~/.config/irongate ~/.local/{state,share}/irongate /etc/irongate /usr/local/lib/irongate 50-irongate.json$ {plugin,plugins}/irongate.js$ /library/application?support/irongate',
  'agent-settings': `
${AGENT_FOLDERS}/{settings*.json,settings*.jsonc,hooks,hooks.json,config.toml,config.json,config.jsonc,config.yaml,config.yml,mcp.json,mcp_config.json,mcp-config.json,mcp_settings.json,plugin,plugins,installed-plugins,tool,tools,tui.json,tui.jsonc,extensions,permissions.json,permissions-config.json,policies,trustedfolders.json,rules.toml,managed_config.toml}
${AGENT_FOLDERS}$ .mcp.json$ .claude.json$ opencode.json$ opencode.jsonc$ tui.json$ tui.jsonc$ .aider.conf.yml$ .aider.conf.yaml$ .vscode/mcp.json crush.json$ .crush.json$
.codex/rules .openhands/{setup.sh,pre-commit.sh,microagents} /etc/{claude-code,codex,gemini-cli,qwen-code,github-copilot,opencode} .github/{hooks,copilot,mcp.json} ~/.config/{opencode,goose,crush,amp,codex,claude}
/library/application?support/{claudecode,geminicli,qwencode,opencode} ~/library/application?support/claude/claude_desktop_config.json
~/.config/claude/claude_desktop_config.json managed-settings.json$ ~/.cursor/cli-config.json .cursor/{cli.json,environment.json}`,
  holder: '~/.config$ ~/.local$ ~/.local/share$ ~/library$ ~/library/application?support$ /etc$',
  transcript:
    '~/.claude/projects/*/*.jsonl ~/.codex/{sessions,history.jsonl} ~/.{gemini,qwen}/tmp/*/{chats,logs.json} ~/.qwen/projects/*/chats ~/.copilot/{session-state/*/events.jsonl,command-history-state.json} ~/.local/share/opencode/{storage,opencode*.db*} ~/.local/state/opencode/prompt-history.jsonl',
  'agent-instructions': `
{claude,claude.local,agents,agents.override,agent,gemini,qwen,skill,warp,crush}.md$ .{cursorrules,windsurfrules,clinerules,roorules,goosehints,aiderrules}
${AGENT_FOLDERS}/{commands,command,agents,agent,skills,rules,prompts,output-styles,workflows,memories,memory,steering,guidelines.md,mode,modes,instructions.md,rules-*}
.claude/projects/*/memory .github/{copilot-instructions.md,instructions,prompts,chatmodes,agents,skills} .continuerules .rules$`,
  'shell-startup': `
.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,mkshrc,cshrc,tcshrc,login,logout,envrc,xinitrc,xprofile,xsession,xsessionrc,pam_environment,inputrc}$
/etc/{profile,profile.d,bash.bashrc,bashrc,bash,zsh,zshrc,zshenv,zprofile,environment,environment.d,csh.cshrc,csh.login,skel,inputrc}
~/.config/environment.d .bash_completion$ ~/.local/share/bash-completion fish/config.fish fish/conf.d fish/functions fish/completions ~/.config/zsh ~/.oh-my-zsh ~/.zsh ~/.bashrc.d ~/.config/nushell
microsoft.powershell_profile.ps1$ profile.ps1$ /private/etc/{profile,zshrc,zprofile,bashrc}`,
  persistence: `
/etc/{cron*,anacrontab,at.allow,at.deny,systemd,init.d,init,rc.local,rc.d,rc?.d,inittab,xdg/autostart,x11/xsession.d,update-motd.d,udev/rules.d}
/etc/{modules,modules-load.d,modprobe.d,ld.so.preload,ld.so.conf,ld.so.conf.d,networkmanager/dispatcher.d,network/if-up.d,network/if-down.d,apt/apt.conf.d,dhcp,grub.d,default/grub,sv,runit,conf.d,local.d,binfmt.d,launchd.conf,periodic,emond.d}
/{lib,usr/lib,usr/local/lib,run}/systemd/{system,user,system-generators,system-sleep} /lib/udev/rules.d /usr/lib/udev/rules.d /boot /efi
/var/spool/{cron,at,anacron} /{var/at,private/var/at,usr/lib/cron} ~/.config/{systemd,autostart,autostart-scripts,plasma-workspace} ~/.local/share/systemd
~/.local/lib/python*/site-packages/{usercustomize.py,sitecustomize.py,*.pth}$ /usr/{lib,local/lib}/python*/{site-packages,dist-packages}/{usercustomize.py,sitecustomize.py,*.pth}$
launchagents launchdaemons library/{spotlight,quicklook,preferencepanes,screen?savers,input?methods,internet?plug-ins,colorpickers,privilegedhelpertools,automator,services,scripting?additions,dictionaries} library/audio/plug-ins library/security/securityagentplugins library/directoryservices/plugins ~/.local/share/{gnome-shell/extensions,plasma/plasmoids,nautilus/scripts,nautilus-python/extensions} ~/.config/{google-chrome*,chromium,bravesoftware/*,microsoft-edge*}/*/extensions ~/library/application?support/{google/chrome,chromium,microsoft?edge}/*/extensions ~/.mozilla/firefox/*/extensions /opt/google/chrome/extensions /library/startupitems /library/scripts ~/library/preferences/{com.apple.loginitems.plist,com.apple.loginwindow*,byhost/com.apple.loginwindow*}
~/appdata/roaming/microsoft/windows/start?menu/programs/startup /usr/share/autostart`,
  privilege: `
release_agent$ /etc/{sudoers,sudoers.d,sudo.conf,doas.conf,passwd,passwd-,shadow,shadow-,group,group-,gshadow,subuid,subgid,pam.d,pam.conf,security,polkit-1,login.defs,securetty,shells,selinux,apparmor,apparmor.d,nsswitch.conf,hosts.allow,hosts.deny,master.passwd}
/private/etc/{sudoers,sudoers.d,passwd,group,master.passwd,pam.d} /usr/share/polkit-1 /usr/local/etc/sudoers* /var/db/dslocal /private/var/db/dslocal /etc/audit /selinux /sys/fs/selinux`,
  'ssh-access':
    '.ssh/{authorized_keys*,config,config.d,known_hosts*,rc,environment} /etc/ssh /private/etc/ssh /usr/local/etc/ssh',
  log: '/var/{log,audit,adm} /private/var/{log,audit} /run/log ~/library/logs /library/logs /var/run/utmp /run/utmp',
  history: `
.{bash,zsh,sh,ash,ksh,python,node_repl,mysql,psql,sqlite,irb,pry,rediscli,mongo,ts_node_repl,php,lua,ipython,dbshell,scala,julia,r}_history$ .rhistory$ .histfile$ .history$ .lesshst$ .wget-hsts$
fish_history$ .{zsh,bash}_sessions consolehost_history.txt$ ~/.local/share/atuin ~/.local/share/mc/history ~/.irb-history ~/.pry_history`,
  ci: `
.github/{workflows,actions,dependabot.yml,dependabot.yaml} .gitlab-ci.yml$ .gitlab-ci.yaml$ .gitlab/ci .circleci jenkinsfile$ azure-pipelines.yml$ azure-pipelines.yaml$ .azure-pipelines
.travis.yml$ .drone.yml$ .woodpecker .woodpecker.yml$ bitbucket-pipelines.yml$ .buildkite appveyor.yml$ .appveyor.yml$ .teamcity .cirrus.yml$ .forgejo/workflows .gitea/workflows
cloudbuild.yaml$ cloudbuild.yml$ buildspec.yml$ buildspec.yaml$ .semaphore .tekton codefresh.yml$ .sourcehut .builds wercker.yml$ .builds.yml$ .build.yml$ renovate.json$ .renovaterc$ codeowners$ .prow.yaml$ .evergreen.yml$`,
  'build-recipe': `
{package.json,deno.json,deno.jsonc,makefile,gnumakefile,bsdmakefile,justfile,.justfile,taskfile.yml,taskfile.yaml,rakefile,gemfile,procfile,vagrantfile,containerfile,earthfile,tiltfile,snakefile,meson.build,cmakelists.txt,sconstruct,wscript,build.zig,build.rs,build.sbt,build.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,pom.xml,setup.py,setup.cfg,pyproject.toml,pipfile,noxfile.py,tox.ini,tasks.py,fabfile.py,cargo.toml,go.mod,mix.exs,rebar.config,composer.json,project.clj,deps.edn,bb.edn,stack.yaml,cabal.project,package.swift,podfile,fastfile,pubspec.yaml,mise.toml,.mise.toml,.tool-versions,flake.nix,default.nix,shell.nix,devenv.nix,skaffold.yaml,werf.yaml,turbo.json,nx.json,lerna.json,rush.json,moon.yml,workspace.json,project.json,buck,build.bazel,module.bazel,workspace.bazel,pants.toml,magefile.go,xmake.lua,premake5.lua,wrangler.toml,wrangler.json,wrangler.jsonc,serverless.yml,serverless.yaml,netlify.toml,vercel.json,fly.toml,app.yaml,firebase.json,conanfile.py,configure.ac,makefile.am,install.sh,build.sh}$
.mise/tasks mise/tasks .config/mise dockerfile$ dockerfile.*$ *.dockerfile$ docker-compose*.{yml,yaml}$ compose*.{yml,yaml}$ gulpfile.*$ gruntfile.*$ webpack.config.*$ vite.config.*$ rollup.config.*$ next.config.*$ nuxt.config.*$ svelte.config.*$ astro.config.*$ babel.config.*$ jest.config.*$ vitest.config.*$ playwright.config.*$ cypress.config.*$ metro.config.*$ tailwind.config.*$ postcss.config.*$ eslint.config.*$ .eslintrc.*js$ prettier.config.*$ esbuild.config.*$ dangerfile*$`,
  'editor-task':
    '.vscode/{tasks.json,launch.json,settings.json,extensions.json,mcp.json} .vscode$ .idea .devcontainer .devcontainer.json$ .fleet .zed/{tasks.json,settings.json} .nvim.lua$ .exrc$ .nvimrc$ .dir-locals.el$ .sublime-project$ .vim/localrc',
  'tool-config': `
{.npmrc,.yarnrc,.yarnrc.yml,.pnp.cjs,.pnp.loader.mjs,.pnpmfile.cjs,.pnpmfile.mjs,pnpm-workspace.yaml,bunfig.toml,.bunfig.toml,.bazelrc,.bazelversion,.bazeliskrc,.buckconfig,.pre-commit-config.yaml,.pre-commit-config.yml,.pre-commit-hooks.yaml,lefthook.yml,lefthook.yaml,lefthook.toml,.lefthook.yml,.lefthook.yaml,.overcommit.yml,.lintstagedrc,lint-staged.config.js,.huskyrc,.ripgreprc,.gitconfig,.gitmodules,.gitattributes,.hgrc,pyrightconfig.json,conftest.py,sitecustomize.py,usercustomize.py,gradle-wrapper.properties,maven-wrapper.properties,gradle.properties,nuget.config,directory.build.props,directory.build.targets,global.json,rust-toolchain.toml,rust-toolchain,.curlrc,.wgetrc,.vimrc,.gvimrc,.emacs,.tmux.conf,.screenrc,.gdbinit,.lldbinit,.pythonrc,.pythonrc.py,.pylintrc,.condarc,pip.conf,.pdbrc,.irbrc,.pryrc,.gemrc,.bundle/config,.rspec,.perltidyrc,.sqliterc,.psqlrc,.nanorc,.inputrc,.ackrc,.ansible.cfg,ansible.cfg,.netlifyrc,.swcrc,.babelrc,.mocharc.json,.mocharc.js,.mocharc.yml,.nycrc,.terraform.rc,.terraformrc}$
.cargo/{config,config.toml} ~/.aws/config$ .cargo$ .mvn .yarn/{plugins,releases,sdks} .config/{git,nvim,pip,uv,containers,kitty,alacritty} .emacs.d .vim/{plugin,autoload,ftplugin,after} .ipython/profile_* gradle/wrapper /etc/{gitconfig,npmrc,pip.conf,apt,yum.conf,yum.repos.d,dnf,docker,containers} .bundle/config nodemon.json$`,
  'lock-file':
    '{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock,cargo.lock,poetry.lock,uv.lock,pdm.lock,pipfile.lock,pixi.lock,conda-lock.yml,go.sum,go.work.sum,gemfile.lock,composer.lock,mix.lock,rebar.lock,pubspec.lock,podfile.lock,package.resolved,flake.lock,gradle.lockfile,packages.lock.json,paket.lock,stack.yaml.lock,cabal.project.freeze,.terraform.lock.hcl,module.bazel.lock,mise.lock,chart.lock,requirements.lock}$',
  'state-file':
    '/var/lib/{mysql,postgresql,mongodb,redis,etcd,elasticsearch,influxdb,docker,containerd} .terraform/terraform.tfstate',
  'build-artefact': `
node_modules bower_components jspm_packages dist build out target coverage .next .nuxt .output .svelte-kit .turbo .cache .parcel-cache .vite .vitest .angular .astro .docusaurus .serverless .webpack .rollup.cache .rpt2_cache .swc .expo .wrangler .netlify/{functions-internal,edge-functions} .vercel/output .contentlayer .velite storybook-static .nyc_output .jest-cache .eslintcache$ .stylelintcache$ .prettiercache$ .pnpm-store .yarn/{cache,unplugged,build-state.yml,install-state.gz} .pnp
__pycache__ .pytest_cache .mypy_cache .ruff_cache .pytype .pyre .tox .nox .hypothesis .eggs *.egg-info .venv venv virtualenv .virtualenv htmlcov .coverage$ .coverage.*$ coverage.xml$ .ipynb_checkpoints wheelhouse wheels sdist pip-wheel-metadata .pdm-build .pixi/envs site/packages
.gradle .kotlin cmake-build-* cmakefiles cmakecache.txt$ _build _deps .dart_tool .flutter-plugins .flutter-plugins-dependencies .build deriveddata pods .swiftpm obj dist-newstyle .stack-work elm-stuff zig-cache .zig-cache zig-out .terraform/{providers,modules} out-tsc __generated__ storage/framework/{cache,views} bootstrap/cache public/{assets,packs} .terragrunt-cache vendor/bundle .bundle/{cache,ruby} bazel-bin bazel-out bazel-testlogs bazel-* buck-out .pants.d .bsp .metals .bloop .ivy2 .clj-kondo/.cache .cpcache .elixir_ls .lein-deps-sum _site .jekyll-cache .sass-cache .hugo_build.lock$ public/build resources/_gen lcov.info$ junit.xml$ test-results test-output playwright-report allure-results allure-report blob-report .nx/cache .moon/cache .rush/temp .unison .gocache .task .mill.d .scala-build .ccls-cache .clangd/index .cocoapods .vs/*/v* testresults tsconfig.tsbuildinfo$ *.tsbuildinfo$ .tmp .temp .pub-cache .pub ~/.npm/{_cacache,_npx,_logs} ~/go/pkg/mod ~/.cargo/{registry,git} ~/.m2/repository ~/.nuget/packages ~/.bun/install/cache ~/.yarn/cache ~/.local/share/pnpm/store ~/library/caches $recycle.bin thumbs.db$ .ds_store$ core.[0-9]*$`,
  'device-storage':
    '/dev/{sd*,hd*,vd*,xvd*,nvme*,mmcblk*,disk*,rdisk*,mapper,md*,loop*,dm-*,zvol,ram*,nbd*,dasd*,pmem*,zd*,sr*,mtd*,ubi*,bcache*,rbd*,vg*,ubuntu-vg,centos,fd0}',
  'null-device': '/dev/{null,stdout,stderr,stdin,tty,full,zero,random,urandom,ptmx}$ /dev/fd/* /proc/self/fd/{0,1,2}',
  socket:
    '/dev/{tcp,udp} docker.sock$ containerd.sock$ podman.sock$ crio.sock$ agent.sock$ s.gpg-agent* /tmp/ssh-*/agent.* /run/{docker,containerd,dbus}',
}
