/** What tools make by themselves, and make again: folders that no option has to name. */
interface Generator {
  readonly names: string
  /** Sub-commands that make them; without it every call does. */
  readonly verbs?: string
  /** From where it runs. */
  readonly makes: string
}

export const GENERATORS: readonly Generator[] = [
  { names: 'colcon', verbs: 'build', makes: 'build install log' },
  { names: 'catkin', verbs: 'build', makes: 'build devel logs' },
  { names: 'catkin_make', makes: 'build devel' },
  { names: 'mkdocs', verbs: 'build', makes: 'site' },
  { names: 'doxygen', makes: 'html latex' },
  { names: 'hugo', makes: 'public' },
  { names: 'jekyll', verbs: 'build', makes: '_site' },
  { names: 'zig', verbs: 'build', makes: 'zig-out .zig-cache zig-cache' },
  { names: 'terraform tofu', verbs: 'init', makes: '.terraform' },
  { names: 'carthage', verbs: 'update bootstrap build', makes: 'Carthage' },
  { names: 'pod', verbs: 'install', makes: 'Pods' },
  { names: 'pio platformio', verbs: 'run', makes: '.pio' },
  { names: 'flutter', verbs: 'build', makes: 'build .dart_tool' },
  { names: 'snapcraft', makes: 'parts prime stage' },
  { names: 'charmcraft', verbs: 'pack', makes: 'build' },
]

/** Options that name the folder a build goes to, whatever the tool. */
export const OUTPUT_FOLDER_OPTION =
  /^(?:-[odB]|--(?:out|output|out-?dir|output-?(?:dir|directory|folder|path)|dest|destination|dist-?dir|site-?dir|target-?dir|build-?(?:dir|base|directory)|install-?base|log-?base)|--\w+_out)$/
/** What people call a folder of what is made. */
export const OUTPUT_FOLDER_NAME =
  /(?:^|[-_.])(?:b|build\w*|out|outputs?|dist|gen|generated|codegen|target|site|html|public|install|artifacts?|release|debug|obj|bin|devel|logs?|stage|bundle|coverage|tmp|cache|wasm|native|pkg)(?:$|[-_.])/i
/** `make O=out`. */
export const OUTPUT_FOLDER_VARIABLE = /^(?:O|OUT|OUTDIR|OUT_DIR|BUILDDIR|BUILD_DIR|BUILD)$/
/** What such a tool is called, or told, by. */
export const GENERATING_WORD =
  /^(?:build|generate|gen|codegen|compile|bundle|setup|configure|render|c?make|protoc|meson|doxygen|sphinx-build|mkdocs|hugo|jekyll|buf|webpack|rollup|esbuild|tsc|vite|openapi-generator(?:-cli)?|swagger-codegen(?:-cli)?)$/

/** An editor or engine that keeps what it derives from a project beside it, and the file that says it is such a project. */
interface DerivedFolders {
  readonly marks: RegExp
  readonly makes: readonly string[]
}

export const DERIVED_FOLDERS: readonly DerivedFolders[] = [
  {
    marks: /(?:^|\/)ProjectSettings\/ProjectVersion\.txt$/,
    makes: ['Library', 'Temp', 'obj', 'Obj', 'Logs', 'MemoryCaptures'],
  },
  { marks: /(?:^|\/)project\.godot$/, makes: ['.godot', '.import'] },
  { marks: /\.uproject$/, makes: ['Intermediate', 'DerivedDataCache', 'Binaries'] },
  { marks: /(?:^|\/)Cartfile$/, makes: ['Carthage'] },
  { marks: /(?:^|\/)[\w-]+\.tf$/, makes: ['.terraform'] },
  { marks: /(?:^|\/)platformio\.ini$/, makes: ['.pio'] },
  { marks: /(?:^|\/)(?:mkdocs\.yml)$/, makes: ['site'] },
]

/** Folders in which people keep what no tool makes, whatever else is put there. */
export const KEPT_FOLDER =
  /^\.?(?:data(?:base|sets?)?|db|uploads?|media|storage|files?|photos?|pictures|images?|img|videos?|music|content|posts?|pages|docs?|documents|src|sources?|lib|libs|apps?|packages|components|assets|static|include|tests?|specs?|models?|weights|checkpoints|backups?|dumps?|notes?|records?|recordings?|customers?|users?|invoices|orders|secrets?|keys?|certs?|config|conf|settings|scripts?|migrations|saves?|saved|usersettings|env|git|svn|hg|work|projects?|home|private)$/i

/** A tool that builds a program from the sources of a project, and how it is told where to put it. */
export interface ProgramBuilder {
  readonly names: string
  readonly verb?: string
  /** An option without which it builds none. */
  readonly needs?: RegExp
  /** Options that name the program; `last`: the last operand does. */
  readonly output: RegExp | 'last'
}

const DASH_O = /^(?:-o|--output)$/

export const PROGRAM_BUILDERS: readonly ProgramBuilder[] = [
  {
    names:
      'gcc g++ cc c++ clang clang++ rustc gfortran flang nvcc hipcc mpicc mpicxx icx ocamlopt ocamlc ocamlfind gnatmake gprbuild ghc fpc odin nim crystal v valac',
    output: /^(?:-o|--out|-out|--output)$/,
  },
  { names: 'go tinygo swift dart deno mojo dotnet crystal', verb: 'build|compile|publish', output: DASH_O },
  { names: 'bun', verb: 'build', needs: /^--compile$/, output: /^--outfile$/ },
  { names: 'godot godot4 godot-mono', needs: /^--export-(?:debug|release)$/, output: 'last' },
  { names: 'dmd ldc2 gdc', output: /^-of?$/ },
  { names: 'raco', verb: 'exe', output: /^-o$/ },
  { names: 'Unity unity-editor', output: /^-build(?:Linux64|Windows64?|OSXUniversal)Player$/ },
]
