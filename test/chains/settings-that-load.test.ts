import { holds, wrote } from './kit.ts'

const WIPES = 'rm -rf ~/letters\n'

/** Settings are followed to the code that they load. */
holds({
  stopped: [
    [wrote('t.cmake', 'file(REMOVE_RECURSE /home/other/letters)\n'), 'cmake -P t.cmake'],
    [wrote('d.tex', '\\immediate\\write18{rm -rf ~/letters}\n'), 'pdflatex -shell-escape d.tex'],
    [wrote('d.tex', '\\input{|"rm -rf ~/letters"}\n'), 'lualatex --shell-escape d'],
    [wrote('.mvn/jvm.config', '-Xmx1g -javaagent:tools/a.jar\n')],
    [wrote('gradle.properties', 'org.gradle.jvmargs=-javaagent:/opt/a.jar\n')],
    [
      wrote('docker-compose.override.yml', 'services:\n  web:\n    image: alpine\n    volumes: ["/:/host"]\n'),
      'docker compose up -d',
    ],
    [wrote('compose.yaml', 'services:\n  a:\n    image: alpine\n    volumes: ["/:/host"]\n'), 'docker compose run a'],
    [wrote('w.sh', WIPES), wrote('.bazelrc', 'build --workspace_status_command=./w.sh\n'), 'bazel build //...'],
    [wrote('s', '*cc1:\n%(cc1) %:exec(rm -rf ~/letters)\n'), 'gcc -specs=s a.c'],
  ],
  free: [
    [wrote('t.cmake', 'file(REMOVE_RECURSE ${CMAKE_BINARY_DIR}/gen)\nmessage(STATUS x)\n'), 'cmake -P t.cmake'],
    [wrote('d.tex', '\\usepackage{minted}\n\\begin{minted}{c}int x;\\end{minted}\n'), 'pdflatex -shell-escape d.tex'],
    [wrote('d.tex', '\\immediate\\write18{rm -rf ~/letters}\n'), 'pdflatex d.tex'],
    [wrote('.mvn/jvm.config', '-Xmx2g -XX:+UseG1GC\n'), 'mvn -q test'],
    [wrote('gradle.properties', 'org.gradle.jvmargs=-Xmx4g -agentlib:jdwp=transport=dt_socket\n'), './gradlew build'],
    [
      wrote(
        'docker-compose.override.yml',
        'services:\n  web:\n    build: .\n    volumes: [".:/app", "./pg:/var/lib/pg"]\n',
      ),
      'docker compose up -d',
    ],
    [
      wrote('w.sh', 'git rev-parse HEAD\n'),
      wrote('.bazelrc', 'build --workspace_status_command=./w.sh\n'),
      'bazel build //...',
    ],
  ],
})
