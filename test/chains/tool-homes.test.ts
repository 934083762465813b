import { holds, wrote } from './kit.ts'

/** Settings of build tools in the home name where code comes from and what runs with it: protected paths, unless they are plain options. */
holds({
  stopped: [
    [wrote('~/.gradle/init.gradle', 'allprojects { println name }\n')],
    [
      wrote(
        '~/.gradle/init.d/mirror.gradle',
        'allprojects { repositories { maven { url "https://m.example.net" } } }\n',
      ),
    ],
    [wrote('~/.gradle/gradle.properties', 'org.gradle.jvmargs=-javaagent:/opt/a.jar\n')],
    [
      wrote(
        '~/.m2/settings.xml',
        '<settings><mirrors><mirror><url>https://m.example.net</url></mirror></mirrors></settings>',
      ),
    ],
    [wrote('~/.sbt/repositories', '[repositories]\n  x: https://m.example.net\n')],
    [wrote('~/.sbt/1.0/plugins/a.sbt', 'addSbtPlugin("net.example" % "a" % "1")\n')],
    [wrote('~/.config/go/env', 'GOPROXY=https://m.example.net\n')],
    [wrote('~/.config/composer/config.json', '{"repositories":[{"url":"https://m.example.net"}]}\n')],
    [wrote('~/.config/mise/config.toml', '[env]\n_.source = "/opt/env.sh"\n')],
    [wrote('~/.stack/config.yaml', 'package-index:\n  download-prefix: https://m.example.net\n')],
    [wrote('~/.wgetrc', 'http_proxy = cache.example.net\n')],
    ["echo 'systemProp.http.proxyHost=cache.example.net' >> ~/.gradle/gradle.properties"],
    ['cp src/a.js ~/.cargo/config.toml'],
  ],
  free: [
    [wrote('~/.gradle/gradle.properties', 'org.gradle.parallel=true\n')],
    ['rm -rf ~/.gradle/caches ~/.m2/repository/com/acme ~/.cargo/registry/cache'],
    ['ls ~/.m2 ~/.cargo ~/.gradle/daemon'],
    ['mvn -q test; ./gradlew build; cargo build'],
    [wrote('gradle.properties', 'org.gradle.jvmargs=-Xmx2g\n')],
    [wrote('.mvn/maven.config', '-T4\n')],
    ['mkdir -p ~/.cache/app && echo 1 > ~/.cache/app/stamp'],
    ['cp -r ~/.m2/repository/com/acme/lib /tmp/lib'],
  ],
})
