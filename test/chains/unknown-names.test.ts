import { holds } from './kit.ts'

const BIN = '~/.nvm-global/bin'
const CHATS = '~/.claude/projects'

/** A name that is not known before it runs may be that of the gate, of an agent's settings or of a conversation. */
holds({
  stopped: [
    [`mkdir -p ${BIN} && cd ${BIN} && n=$(ls | head -1) && cp /bin/true "$n"`],
    [`for f in ${CHATS}/*; do for g in $(ls $f); do : > $f/$g; done; done`],
    [`f=$(ls -t ${CHATS}/*/*.jsonl | head -1); grep -v token "$f" > /tmp/k && cp /tmp/k "$f"`],
    [
      `python3 -c "import glob,os;f=max(glob.glob(os.path.expanduser('${CHATS}/*/*.jsonl')),key=os.path.getmtime);open(f,'w').write('')"`,
    ],
    [
      `python3 -c "from pathlib import Path;f=next((Path.home()/'.claude/projects').rglob('*.jsonl'));f.write_text('')"`,
    ],
    [`ruby -e 'f=Dir[File.expand_path("${CHATS}/*/*.jsonl")].max_by{|x| File.mtime(x)}; File.write(f, "")'`],
    [`ruby -e 'File.delete(Dir.glob(File.expand_path("~/.claude/*.json")).first)'`],
    [
      `node -e "const fs=require('fs'),p=require('path'),d=require('os').homedir()+'/.claude/projects';for(const a of fs.readdirSync(d))for(const f of fs.readdirSync(p.join(d,a)))fs.writeFileSync(p.join(d,a,f),'')"`,
    ],
    ['cd "$(npm root --global)/irongate" && echo "process.exit(0)" > dist/hook.cjs'],
    ['P=$(npm config get prefix); cd $P/lib/node_modules/irongate && npm pkg set main=stub.js'],
    ['pushd $(yarn global dir)/node_modules/irongate && sed -i s/deny/allow/ hook.cjs'],
    ['cd $(dirname $(readlink -f $(which irongate))) && echo > cli.cjs'],
    [
      `python3 -c "import subprocess,os;r=subprocess.check_output(['npm','root','-g'],text=True).strip();open(os.path.join(r,'irongate','package.json'),'w').write('{}')"`,
    ],
  ],
  free: [
    [`f=$(ls -t ${CHATS}/*/*.jsonl | head -1); wc -l "$f"`],
    ['mkdir -p dist && cd dist && b=$(ls | grep -m1 app) && mv $b app.js'],
    ['cd $(npm root -g)/typescript && ls'],
    [`ls ${BIN}; npm root -g; ls $(npm root -g)`],
    [`python3 -c "import glob,os;f=max(glob.glob('logs/*.log'),key=os.path.getmtime);print(open(f).read()[-200:])"`],
    [`ruby -e 'f=Dir["src/*.js"].max_by{|x| File.size(x)}; File.write(f, File.read(f).strip)'`],
    [`node -e "const fs=require('fs');for(const f of fs.readdirSync('dist'))fs.unlinkSync('dist/'+f)"`],
    ['cd $(npm root)/.bin && ls | head'],
  ],
})
