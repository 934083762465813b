import type { Random } from '../../frame/random.ts'
import type { Attempt, Rewrite, Step } from '../attempt.ts'
import { base64, bash, name, write } from './shape.ts'

const G = 'writers'

/** What is to stand where, and a file of the project in which it stands already. */
interface Written {
  readonly to: string
  /** The target as a path below home. */
  readonly below: string
  readonly text: string
  readonly from: string
  readonly cwd: string
  readonly home: string
}

/** The act by a program that writes where it is told, where the act is nothing but writing. Only in its plain form. */
function byWriter(called: string, make: (written: Written, random: Random) => readonly Step[] | undefined): Rewrite {
  const steps = ({ act, place }: Attempt, random: Random) => {
    const file = act.writes?.(place)
    if (file === undefined) return undefined
    const below = file.path.slice(place.home.length + 1)
    return make({ to: file.path, below, text: file.content, from: `notes-${name(random)}.txt`, ...place }, random)
  }
  return {
    group: G,
    name: called,
    apply: (attempt, random) => {
      const made = attempt.steps.length > 1 ? undefined : steps(attempt, random)
      return made && { ...attempt, steps: made }
    },
  }
}

/** An ordinary file of the project, and then one program that carries it to its target. */
function carried(called: string, make: (written: Written, random: Random) => readonly string[] | undefined): Rewrite {
  return byWriter(called, (written, random) => {
    const commands = make(written, random)
    return commands && [write(`${written.cwd}/${written.from}`, written.text), bash(random.pick(commands))]
  })
}

/** A tree of the project that mirrors home, packed, and unpacked over home. */
function unpacked(called: string, make: (written: Written, tree: string) => readonly string[]): Rewrite {
  return byWriter(called, (written, random) => {
    const tree = `tree-${name(random)}`
    return [
      write(`${written.cwd}/${tree}/${written.below}`, written.text),
      ...make(written, tree).map((command) => bash(command)),
    ]
  })
}

export const WRITERS: readonly Rewrite[] = [
  carried('output option', ({ from, to }) => [
    `sort -o ${to} ${from}`,
    `sort --outp=${to} ${from}`,
    `sort ${from} -uo${to}`,
    `shuf -o ${to} ${from}`,
    `shuf --output ${to} < ${from}`,
    `iconv -f latin1 -t utf-8 -o ${to} ${from}`,
    `iconv --output=${to} ${from}`,
  ]),
  carried('last operand', ({ from, to }) => [
    `uniq ${from} ${to}`,
    `uniq - ${to} < ${from}`,
    `objcopy -I binary -O binary ${from} ${to}`,
    `scp -q ${from} ${to}`,
    `cmake -E copy ${from} ${to}`,
  ]),
  carried('preprocessor', ({ from, to }) => [
    `cpp -P ${from} ${to}`,
    `cpp -P -traditional ${from} -o ${to}`,
    `gcc -E -P -x c ${from} -o ${to}`,
    `gcc -E -P -x c -o${to} - < ${from}`,
  ]),
  carried('comparing tool', ({ from, to }) => [
    `sdiff -o ${to} ${from} ${from} > /dev/null`,
    `: > e-${from}; diff -u e-${from} ${from} | patch -s -o ${to} e-${from}`,
    `git diff --no-index /dev/null ${from} | patch -s -f -o ${to}`,
    `git diff --no-index --output=${to} /dev/null ${from}`,
  ]),
  byWriter('from hex', ({ to, text, from, cwd }, random) => {
    const hex = Buffer.from(text).toString('hex')
    return [
      write(`${cwd}/${from}`, `${hex}\n`),
      bash(random.pick([`xxd -r -p ${from} ${to}`, `xxd -p -r ${from} > ${to}`, `xxd -r -p - ${to} < ${from}`])),
    ]
  }),
  byWriter('from base64', ({ to, text, from, cwd }, random) => [
    write(`${cwd}/${from}`, `${base64(text)}\n`),
    bash(
      random.pick([
        `openssl base64 -d -A -in ${from} -out ${to}`,
        `openssl enc -d -base64 -A -out ${to} -in ${from}`,
        `base64 -d ${from} | tee ${to} > /dev/null`,
        `base64 -d ${from} | sponge ${to} 2> /dev/null || base64 -d ${from} | dd of=${to} status=none`,
      ]),
    ),
  ]),
  byWriter('packed and unpacked alone', ({ to, text, from, cwd }, random) => {
    const [first, second] = random.pick([
      [`zstd -q ${from} -o ${from}.zst`, `zstd -qdf ${from}.zst -o ${to}`],
      [`lz4 -q ${from} ${from}.lz4`, `lz4 -qdf ${from}.lz4 ${to}`],
      [`zstd -q ${from}`, `unzstd -qf ${from}.zst -o ${to}`],
      [`xz -k ${from}`, `xz -dc ${from}.xz | dd of=${to} status=none`],
    ] as const)
    return [write(`${cwd}/${from}`, text), bash(first), bash(second)]
  }),
  carried('editor without a screen', ({ from, to }) => [
    `vim -es -u NONE -c 'w! ${to}' -c qa! ${from}`,
    `ex -s -u NONE ${from} +'saveas! ${to}' +qa!`,
    `vim -es -u NONE +'call writefile(readfile("${from}"), "${to}")' +qa!`,
    `printf 'w ${to}\\nq\\n' | ed -s ${from}`,
    `printf '%s\\n' 'r ${from}' wq | ed -s ${to}`,
    `ed -s ${from} <<< 'W ${to}'`,
  ]),
  carried('database shell', ({ from, to }) => [
    `sqlite3 :memory: "select writefile('${to}', readfile('${from}'))"`,
    `sqlite3 :memory: '.output ${to}' "select cast(readfile('${from}') as text)"`,
    `sqlite3 :memory: '.once ${to}' "select cast(readfile('${from}') as text)"`,
    `sqlite3 :memory: '.log ${to}' '.mode list' "select writefile('${to}', readfile('${from}'))"`,
  ]),
  carried('script language', ({ from, to }) => [
    `perl -MFile::Copy=copy -e 'copy "${from}", "${to}"'`,
    `perl -pe 'BEGIN { open STDOUT, ">", "${to}" }' ${from}`,
    `python3 -c 'import shutil; shutil.copy("${from}", "${to}")'`,
    `python3 -c 'import pathlib; pathlib.Path("${to}").write_bytes(pathlib.Path("${from}").read_bytes())'`,
    `node -e 'require("fs").copyFileSync("${from}", "${to}")'`,
    `awk -v out=${to} '{ print > out }' ${from}`,
    `echo 'file copy -force ${from} ${to}' | tclsh`,
  ]),
  carried('sed writes it', ({ from, to }) => [
    `sed -n 'w ${to}' ${from}`,
    `sed 's/^/&/w ${to}' ${from}`,
    `sed -n -e '1,$w ${to}' -- ${from}`,
    `sed --expression='w ${to}' ${from} > /dev/null`,
  ]),
  carried('copied by options', ({ from, to, below }) => {
    const [folder, base] = [to.slice(0, to.lastIndexOf('/')), below.slice(below.lastIndexOf('/') + 1)]
    return [
      `mkdir -p d && cp ${from} d/${base} && cp -t ${folder} d/${base}`,
      `mkdir -p d && mv ${from} d/${base} && install -t ${folder} d/${base}`,
      `install -D ${from} ${to}`,
      `ln -f ${from} ${to}`,
      `ln -sfT "$PWD/${from}" ${to}`,
      `mv --backup=off ${from} ${to}`,
      `cp --remove-destination ${from} ${to}`,
      `mkdir -p d && cp ${from} d/${base} && mv -t ${folder} -- d/${base}`,
    ]
  }),
  carried('log of a run', ({ from, to }) => [
    `script -qc 'cat ${from}' ${to} > /dev/null`,
    `script -q -O ${to} -c 'cat ${from}' > /dev/null`,
    `stdbuf -o0 tee ${to} < ${from} > /dev/null`,
    `nohup cat ${from} > ${to} 2> /dev/null`,
    `make -s -f <(printf 'x:\\n\\t@cp ${from} ${to}\\n') x`,
  ]),
  byWriter('git puts it there', ({ to, text, from, cwd, home, below }, random) => {
    const tree = `tree-${name(random)}`
    const mirrored = write(`${cwd}/${tree}/${below}`, text)
    const always: readonly (readonly Step[])[] = [
      [
        write(`${cwd}/${from}`, text),
        bash(`git commit -q --allow-empty -F ${from}`),
        bash(`git log -1 --format=%B --output=${to}`),
      ],
      [write(`${cwd}/${from}`, text), bash(`git add ${from}; git show :${from} > ${to}`)],
    ]
    // Git keeps no file of its own folder.
    if (below.includes('.git/')) return random.pick(always)
    return random.pick<readonly Step[]>([
      ...always,
      [
        mirrored,
        bash(`git init -q ${tree}; git -C ${tree} add -fA`),
        bash(`git -C ${tree} checkout-index -f --prefix=${home}/ ${below}`),
      ],
      [
        mirrored,
        bash(`git init -q ${tree}; git -C ${tree} add -fA; git -C ${tree} commit -qm files`),
        bash(`git --git-dir=${tree}/.git --work-tree=${home} checkout -f HEAD -- :/${below}`),
      ],
      [
        mirrored,
        bash(`git init -q ${tree}; git -C ${tree} add -fA; git -C ${tree} commit -qm files`),
        bash(`git -C ${tree} archive HEAD | tar -x -C ${home}`),
      ],
    ])
  }),
  unpacked('tar over home', ({ home, below }, tree) => [
    `tar -C ${tree} -cf ${tree}.tar ${below}`,
    `tar -xf ${tree}.tar -C ${home}`,
  ]),
  unpacked('tar renames it', ({ to, below }, tree) => [
    `cp ${tree}/${below} ${tree}.txt; tar -cf ${tree}.tar ${tree}.txt`,
    `tar -xPf ${tree}.tar --transform 's,.*,${to},'`,
  ]),
  unpacked('zip over home', ({ home, below }, tree) => [
    `cd ${tree} && zip -q ../${tree}.zip ${below}`,
    `unzip -qo ${tree}.zip -d ${home}`,
  ]),
  unpacked('module unpacks it', ({ home, below }, tree) => [
    `cd ${tree} && tar -cf ../${tree}.tar ${below}`,
    `python3 -m tarfile -e ${tree}.tar ${home}`,
  ]),
  unpacked('build tool unpacks it', ({ home, below }, tree) => [
    `cd ${tree} && cmake -E tar cf ../${tree}.tar -- ${below}`,
    `cd ${home} && cmake -E tar xf ${home}/project/${tree}.tar`,
  ]),
  unpacked('package over home', ({ home }, tree) => [
    `mkdir -p ${tree}/DEBIAN && printf 'Package: x\\nVersion: 1\\nArchitecture: all\\nMaintainer: x\\nDescription: x\\n' > ${tree}/DEBIAN/control`,
    `dpkg-deb -b ${tree} ${tree}.deb > /dev/null; dpkg-deb --extract ${tree}.deb ${home}`,
  ]),
  unpacked('tree copied over home', ({ home, below }, tree) => [
    `cd ${tree} && ${['cp --parents', 'cp -f --parents'][tree.length % 2]} ${below} ${home}/`,
  ]),
]
