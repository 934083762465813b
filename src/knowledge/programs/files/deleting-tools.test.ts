import { describe, expect, it } from 'vitest'
import { summarizeEffects } from './testing.ts'

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['rm -rf /', 'none', ['delete / root']],
  ['rm -fr --no-preserve-root /', 'none', ['delete / root']],
  ['rm -r -f -- /', 'none', ['delete / root']],
  ['rm --recursive --force ~', 'none', ['delete ~ home-root']],
  ['rm --rec ~/', 'none', ['delete ~/ home-root']],
  ['rm -rf ~/*', 'none', ['delete ~/* home-root']],
  ['rm -rf .', 'none', ['delete . project-root']],
  ['rm -rf *', 'none', ['delete * project-root']],
  ['rm -rf ./*', 'none', ['delete ./* project-root']],
  ['rm *.log', 'none', ['delete *.log project']],
  ['rm -rf node_modules dist', 'expected', ['delete node_modules project', 'delete dist project']],
  ['rm -rf /tmp/scratch', 'expected', ['delete /tmp/scratch temp']],
  ['rm -rf /tmp/*', 'none', ['delete /tmp/* temp-root']],
  ['rm --help', 'proven', []],
  ['rm -rf "$GONE"/*', 'none', ['delete …/* root']],
  ['rm -rf "$GONE/"', 'none', ['delete …/ root']],
  ['rm -rf "$GONE/etc"', 'none', ['delete …/etc system']],
  ['shred -u secret.txt', 'none', ['wipe secret.txt project']],
  ['unlink ~/notes', 'none', ['delete ~/notes home']],
  ['truncate -s 0 /var/log/syslog', 'none', ['truncate /var/log/syslog system']],
  ['truncate -s 0 out.txt', 'expected', ['truncate out.txt project']],
  ['mv ~/thesis /tmp/', 'none', ['delete ~/thesis home', 'move /tmp/thesis temp']],
  ['mv notes.txt /dev/null', 'none', ['delete notes.txt project']],
  ['mv src/a.ts src/b.ts', 'expected', ['move src/b.ts project']],
  ['mv ~/a.txt ~/b.txt', 'none', ['delete ~/a.txt home (possible)', 'move ~/b.txt home']],
  ['mv -t /tmp ~/a', 'none', ['delete ~/a home', 'move /tmp/a temp']],
  ['cp /dev/null src/a.ts', 'expected', ['read /dev/null null-device', 'truncate src/a.ts project']],
  ['cp evil ~/.bashrc', 'none', ['overwrite ~/.bashrc home']],
  ['cp a.txt b.txt', 'expected', ['overwrite b.txt project']],
  ['ln -s /etc/shadow here', 'none', ['read /etc/shadow secret privilege', 'link here project']],
  ['tee -a ~/.zshrc', 'none', ['append ~/.zshrc home']],
  [
    'dd if=/dev/zero of=/dev/sda bs=1M',
    'none',
    ['read /dev/zero null-device', 'overwrite /dev/sda device', 'wipe /dev/sda device', 'exhaust (likely)'],
  ],
  ['dd if=a.img of=b.img', 'expected', ['overwrite b.img project']],
  ['find . -delete', 'none', ['delete ./** project-root']],
  ['find . -type f -delete', 'none', ['delete ./** project-root']],
  ["find . -name '*.pyc' -delete", 'expected', ['delete ./**/*.pyc project']],
  ["find . -not -name '*.ts' -delete", 'none', ['delete ./** project-root']],
  ['find . -name a -o -type f -delete', 'none', ['delete ./** project-root']],
  ['find . -type d -empty -delete', 'expected', ['delete ./** project']],
  ['find / -exec rm -rf {} +', 'none', ['delete /** root']],
  ["find ~ -name '*.doc' -exec rm {} \\;", 'none', ['delete ~/**/*.doc home']],
  ['find . -ok rm {} \\;', 'none', ['delete ./** project-root']],
  ['find . -fprint /etc/cron.d/x', 'none', ['overwrite /etc/cron.d/x system']],
  ["find . -name '*.ts' -exec grep -l foo {} +", 'proven', []],
  ["find src -name '*.ts' | head", 'proven', []],
  ['find / -name id_rsa', 'none', ['observe credential-scan (likely)']],
  ["find ~ -name '*.pem'", 'none', ['observe credential-scan (likely)']],
  ["find . -name '*.pem'", 'proven', []],
  ['fd -e tmp . ~ -x rm {}', 'none', ['delete ~/**/*.tmp home']],
  ['fd foo src', 'proven', []],
  ['tar czf a.tgz --remove-files ~/docs', 'none', ['overwrite a.tgz project', 'delete ~/docs home']],
  [
    'tar --create --file=/dev/null --checkpoint=1 --checkpoint-action=exec="rm -rf ~" .',
    'none',
    ['delete ~ home-root'],
  ],
  ['tar tzf a.tgz', 'proven', []],
  ['tar xf a.tgz -C /tmp/x', 'expected', ['create /tmp/x temp']],
  ['tar xPf a.tgz', 'none', ['create . project-root', 'overwrite / root']],
  ['zip -rm a.zip ~/docs', 'none', ['overwrite a.zip project', 'delete ~/docs home']],
  ['7z a -sdel a.7z ~/docs', 'none', ['overwrite a.7z project', 'delete ~/docs home']],
  ['unzip -l a.zip', 'proven', []],
  ['rsync -a --delete empty/ ~/docs/', 'none', ['overwrite ~/docs/ home', 'delete ~/docs/ home']],
  ['rsync -an --delete a/ b/', 'proven', []],
  ['rsync -a --remove-source-files ~/a/ b/', 'none', ['overwrite b/ project', 'delete ~/a/ home']],
  ['chmod 4755 /usr/local/bin/x', 'none', ['mode setuid system']],
  ['chmod u+s x', 'none', ['mode setuid project']],
  ['chmod -R 777 /', 'none', ['mode world-writable root']],
  ['chmod +x run.sh', 'expected', ['mode executable project']],
  ['chmod 600 key', 'expected', ['mode tighten project']],
  ['chmod -x run.sh', 'expected', ['mode tighten project']],
  ['chown root:root x', 'none', ['mode owner project']],
  ['setcap cap_setuid+ep ./x', 'none', ['mode capability project']],
]

describe('what is removed, moved and handed over', () => {
  it.each(CASES)('%s', (command, grade, effects) => {
    const reading = summarizeEffects(command)
    expect(reading.effects).toEqual(effects)
    expect(reading.grade).toBe(grade)
  })

  it('lets what this session made go', () => {
    const facts = { session: { created: new Set(['/home/dev/other']) } }
    expect(summarizeEffects('rm -rf ~/other', facts).grade).toBe('expected')
    expect(summarizeEffects('rm -rf ~/others', facts).grade).toBe('none')
  })

  it('keeps what git cannot give back from being a matter of course', () => {
    const facts = {
      trackedPaths: { '/home/dev/project/a.ts': 'tracked-clean', '/home/dev/project/b.ts': 'untracked' },
    } as const
    expect(summarizeEffects('rm a.ts', facts).grade).toBe('expected')
    expect(summarizeEffects('rm b.ts', facts).grade).toBe('none')
  })
})
