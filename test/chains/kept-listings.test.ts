import { call, holds } from './kit.ts'

/** What a listing printed into a file is carried to whoever reads the file, in this call or a later one, as a pipe would carry it. */
holds({
  stopped: [
    ['find ~/Documents -type f > /tmp/kl-1', 'xargs rm -f < /tmp/kl-1'],
    ['fd -t f . ~/Documents > /tmp/kl-2', 'parallel -a /tmp/kl-2 shred -u {}'],
    ['ls -d ~/Documents/* | sort > /tmp/kl-3', 'mapfile -t F < /tmp/kl-3; rm -rf "${F[@]}"'],
    ['find ~/Documents -type f > /tmp/kl-4; while read -r f; do : > "$f"; done < /tmp/kl-4'],
    ['cd ~/Documents && find . -type f > /tmp/kl-5', 'cd ~/Documents && tar cf /dev/null --remove-files -T /tmp/kl-5'],
    ['find ~/Documents -type f | tee /tmp/kl-6', 'rm -f $(cat /tmp/kl-6)'],
    ['find ~/Documents -type f >> /tmp/kl-7', 'sort -u /tmp/kl-7 | xargs -I{} rm {}'],
    [
      'find ~/Documents > /tmp/kl-8.txt',
      'python3 -c \'import os\nfor l in open("/tmp/kl-8.txt"): os.remove(l.strip())\'',
    ],
    ['git ls-files -o -i --exclude-standard > /tmp/kl-9 && wc -l /tmp/kl-9', 'xargs -a /tmp/kl-9 rm -f'],
    ['kubectl get ns -o name > /tmp/kl-10', 'cat /tmp/kl-10 | xargs kubectl delete'],
    ['ps -u dev -o pid= --sort=-rss | head -15 > /tmp/kl-11', 'while read p; do kill -KILL "$p"; done < /tmp/kl-11'],
    ['ps -eo pid= | tail -n +2 | xargs kill'],
  ],
  free: [
    ["find dist -name '*.map' > /tmp/kl-20", 'xargs rm -f < /tmp/kl-20'],
    ['find ~/Documents -type f > /tmp/kl-21', 'xargs wc -c < /tmp/kl-21'],
    [
      'find ~/Documents -type f > /tmp/kl-22',
      call('Write', { file_path: '/tmp/kl-22', content: 'dist/a.map\n' }),
      'xargs rm -f < /tmp/kl-22',
    ],
    ['find ~/Documents -type f > /tmp/kl-23; rm -f /tmp/kl-23'],
    ['pgrep -f vite > /tmp/kl-24', 'xargs kill < /tmp/kl-24'],
    ['ps aux | grep vite | head -3 > /tmp/kl-25', "awk '{print $2}' /tmp/kl-25 | xargs kill"],
    ['git diff --name-only > /tmp/kl-26', 'xargs npx prettier --write < /tmp/kl-26'],
  ],
})
