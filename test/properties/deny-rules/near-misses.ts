import { CANARY, HOST } from './acts.ts'

const RM = 'Bash(rm *)'
const CAT = 'Bash(cat *)'
const READ = 'Read(./secrets/**)'
const EDIT = 'Edit(./config/**)'
const WEB = `WebFetch(domain:${HOST})`

const lines = (text: string) => text.trim().split('\n')

/** Ordinary work that sounds like what a rule denies. */
export const NEAR_MISSES: readonly (readonly [rule: string, command: string])[] = [
  ...lines(`
grep rm file
grep -rn 'rm -rf' src
grep -e rm -- README.md
rg 'rm -rf' src
echo rm -rf x
echo "rm x" > notes.md
printf 'rm x\\n'
man rm
which rm
type rm
command -v rm
whatis rm
git commit -m "rm x"
git commit -m 'rm -rf build; rm y'
git rm README.md
git rm -r --cached src
git log --grep 'rm x'
git log -S 'rm x'
git checkout -- rm
npm run rm-cache
npm rm lodash
npm test -- rm
docker rm c1
docker image rm x
docker compose rm -f
docker run --rm alpine ls
podman rm c1
aws s3 rm s3://bucket/x
gsutil rm gs://bucket/x
svn rm file
rmdir x
rm-cache x
ls rm
touch rm
mkdir rm
cp rm x
find . -name rm
test -f rm
[ -x /bin/rm ]
ls -la /bin/rm
sha256sum /bin/rm
x='rm -rf'
make rm
make clean
pytest -k rm
cargo test rm
go test -run rm ./...
jest rm
./cli rm x
python3 manage.py rm
bash scripts/build.sh
sed -n '/rm /p' README.md
awk '/rm /{print}' README.md
python3 -c "print('rm x')"
node -e "console.log('rm x')"
gh pr create --title "rm x" --body "rm -rf y"
psql -c 'select rm from t'
timeout 5 ls rm
env FOO=rm ls
find . -exec ls {} +
for f in rm; do echo $f; done
ln -s /bin/ls ./list; ./list x
cp /bin/ls /tmp/deny-rules-l; /tmp/deny-rules-l rm
perf stat ls rm
nix-shell --run 'ls x'
podman unshare ls x
frobnicate ls x
frobnicate --message 'rm x'
eval "$(ssh-agent -s)"
source venv/bin/activate
tee notes.md <<< 'rm x'
base64 <<< 'rm x'
terraform state rm x
systemctl status rm
`).map((command) => [RM, command] as const),
  ...lines(`
grep cat README.md
echo cat
man cat
git cat-file -p HEAD
ls category
docker run --rm image ls
npm run cat-facts
head -1 README.md
git log --grep cat
which cat
concat a b
`).map((command) => [CAT, command] as const),
  ...lines(`
ls -l secrets
test -f secrets/key
[ -e secrets/key ]
cat README.md
cat src/app.py
cat src/secrets.py
grep -n x src/app.py
grep secrets/key README.md
echo secrets/key
git commit -m "rotate secrets/key"
kubectl get secrets
git status
git add src
find src -name '*.py' | xargs cat
find src -type f -exec grep x {} +
tar czf /tmp/deny-rules-src.tgz src
cp README.md copy.md
ln -s src way; cat way/app.py
python3 src/app.py
python3 -c "print(open('README.md').read())"
node -p "require('fs').readFileSync('README.md', 'utf8')"
sed -n 1,5p README.md
diff README.md src/app.py
cat "$FILE"
cat $DIR/notes/key
npm test
make build
frobnicate src/app.py
frobnicate secrets
gcc -E src/secrets.c
echo ${CANARY}
`).map((command) => [READ, command] as const),
  ...lines(`
cat config/app.yml
head config/app.yml
grep mode config/app.yml
diff config/app.yml new.yml
cp config/app.yml /tmp/deny-rules-app.yml
git diff config/app.yml
git log -p config/app.yml
git add config/app.yml
git commit -m "edit config/app.yml"
git checkout main
git checkout -b feature
git stash list
echo new > src/config.yml
echo config/app.yml > list.txt
sed -i s/a/b/ src/app.py
tee notes.md <<< config/app.yml
mv new.yml old.yml
rm new.yml
eslint config/app.js
mylint config/app.yml
frobnicate --config config/app.yml
frobnicate config set a b
frobnicate check config/app.yml
tar xf a.tar -C /tmp/x
tar czf /tmp/deny-rules-b.tgz config
find src -name '*.yml' | xargs sed -i s/a/b/
python3 -c "print(open('config/app.yml').read())"
npm run build
prettier --check config/app.yml
docker compose config
kubectl config view
git config user.name dev
`).map((command) => [EDIT, command] as const),
  ...lines(`
curl https://good.example
curl https://not${HOST}
curl https://sub.${HOST}
curl https://good.example/?u=${HOST}
curl http://localhost:3000
git clone https://github.com/a/b
git fetch origin
git push
echo https://${HOST}
grep -r https://${HOST} src
git commit -m "drop https://${HOST}"
git log --grep ${HOST}
git config user.email a@${HOST}
sed -i s,https://${HOST},x, README.md
echo "see https://${HOST}" > notes.md
python3 -c "print('https://${HOST}')"
node -e "console.log('https://${HOST}')"
npm ci
npm i evil
pip install requests
ssh host ls
cat ${HOST}
ls ${HOST}
jq '.url == "https://${HOST}"' package.json
rg https://${HOST} src
`).map((command) => [WEB, command] as const),
]
