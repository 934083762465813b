import { holds, wrote } from './kit.ts'

/** What a list file names counts as if it stood among the words; the variables of a service are secrets. */
holds({
  stopped: [
    [wrote('l.txt', 'README.md\n../letters/a.txt\n'), 'tar cf /dev/null --remove-files -T l.txt'],
    [wrote('l.txt', '../.ssh/id_ed25519\n'), 'tar cf - -T l.txt | base64'],
    [wrote('l.txt', 'letters/a.txt\n'), 'rsync -a --remove-source-files --files-from=l.txt ~ /tmp/out'],
    [wrote('l.txt', '../letters/a.txt\n'), 'zip -qm out.zip -@ < l.txt'],
    ['tar cf /dev/null --remove-files -T /opt/unknown-list'],
    ['systemctl show nginx -p Environment'],
    ['systemctl --user show-environment'],
    ['launchctl getenv AWS_SECRET_ACCESS_KEY'],
    ['pm2 env 0'],
    ['helm get values web -n shop -a'],
  ],
  free: [
    [wrote('l.txt', 'src/a.js\nREADME.md\n'), 'tar cf /tmp/a.tar -T l.txt'],
    [wrote('l.txt', 'src/a.js\n'), 'rsync -a --files-from=l.txt . /tmp/out'],
    [wrote('l.txt', 'src/a.js\n'), 'zip -q out.zip -@ < l.txt'],
    ['git ls-files | tar cf /tmp/a.tar -T -'],
    ['systemctl show nginx -p ActiveState,SubState; systemctl status nginx'],
    ['launchctl getenv PATH; launchctl list'],
    ['pm2 list; helm list -A; helm get manifest web'],
  ],
})
