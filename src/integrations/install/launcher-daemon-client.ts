import { ANSWER_STATUS, SHORT_ANSWER_PATH } from '../daemon/protocol.ts'
import type { HostVariableNames } from './launcher-script.ts'

/**
 * Carries a file to a socket and prints the answer as curl does here: the body, and its status in a line behind it. Without any
 * library, Perl is there in a quarter of the time that curl takes. It waits for the other side 0.3 s at most, each time, and ends
 * after a second in all: what is written in one piece fits into the buffer of a socket that can be written to. Half an answer doesn't count.
 */
const PERL_CLIENT = String.raw`alarm 1;
      my ($socket, $file) = @ARGV;
      open(EVENT, "<", $file) && read(EVENT, my $body, -s EVENT) or exit 1;
      my $out = "POST ${SHORT_ANSWER_PATH} HTTP/1.1\r\nHost: irongate\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
      socket(THERE, 1, 1, 0) && connect(THERE, pack($^O eq "linux" ? "S" : "xC", 1) . "$socket\0") or exit 1;
      vec(my $one = "", fileno THERE, 1) = 1;
      for (my $at = 0; $at < length $out; ) {
        select(undef, my $can = $one, undef, 0.3) > 0 or exit 1;
        $at += syswrite(THERE, $out, 2048, $at) || exit 1;
      }
      my $in = "";
      for (my $got = 1; $got; ) {
        select(my $can = $one, undef, undef, 0.3) > 0 or exit 1;
        $got = sysread(THERE, $in, 65536, length $in);
        defined $got && length $in < 200000 or exit 1;
      }
      $in =~ /\AHTTP.1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/i or exit 1;
      length($in) - $+[0] == $2 or exit 1;
      print substr($in, $+[0]), "\n$1";`

/**
 * The lines of the launcher that ask the daemon without Node. They need `hook` and `home`, and leave `kept` empty, or the number
 * under which the event lies in a file that is standard input from then on, as the daemon's question. They end the script with
 * the daemon's answer alone: one that came in time, whole, with its secret and a known status. Anything else is left to Node.
 *
 * The folder and all in it must be this account's. That nobody else can enter it is not looked at here, which would take another
 * process: the secrets lie in a file of mode 0600, and who cannot read it can neither ask nor answer. They go through the body:
 * a command line can be seen by every account.
 */
export function daemonClientScript(signs: HostVariableNames): string {
  const told = Object.entries(signs).map(([name, variable]) => `"--${name}=\${${variable}-}"`)
  return `kept= build= asks= answers=
run=$home/.irongate/run
nl='
'
{ IFS= read -r build < "\${hook%/*/*}/dist/build"; } 2>/dev/null
socket=$run/$build.sock
key=$run/$build.key
if [ "\${1-}" = hook ] && [ -S "$socket" ] && [ -O "$socket" ] && [ ! -h "$socket" ] && [ -O "$run" ] && [ ! -h "$run" ] &&
  [ -f "$key" ] && [ -O "$key" ] && [ ! -h "$key" ] && [ -x /bin/cat ] &&
  { [ -x /usr/bin/perl ] || [ -x /usr/bin/curl ]; } &&
  { { IFS= read -r asks && IFS= read -r answers; } < "$key"; } 2>/dev/null &&
  [ "\${#asks}" -eq 64 ] && [ "\${#answers}" -eq 64 ]; then
  umask 077
  # A file of that name is another hook's.
  set -C
  { true > "$run/$$.event"; } 2>/dev/null && kept=$$
  set +C
fi
if [ -n "$kept" ]; then
  if ! {
    printf '%s\\n%s\\n%s\\n' "$asks" "$kept" "$(($# + ${3 + told.length}))" &&
      printf '%s\\0' "$@" --installed --home "$home"${told.map((word) => ` ${word}`).join('')} && /bin/cat
  } >> "$run/$kept.event"; then
    /bin/rm -f "$run/$kept.event"
    printf '%s\\n' "irongate: the event could not be kept in $run; is the disk full? The call is blocked." >&2
    exit 2
  fi
  exec < "$run/$kept.event"
  # A process that is stopped still takes connections, so the wait is short.
  if [ -x /usr/bin/perl ]; then
    reply=$(/usr/bin/env -i /usr/bin/perl -e '${PERL_CLIENT}' "$socket" "$run/$kept.event" 2>/dev/null < /dev/null) || reply=
  else
    reply=$(/usr/bin/env -i /usr/bin/curl -q --silent --noproxy '*' --max-time 0.3 --max-filesize 200000 \\
      --unix-socket "$socket" --header 'Expect:' --header 'Content-Type:' --data-binary "@$run/$kept.event" \\
      --write-out '\\n%{http_code}' http://irongate${SHORT_ANSWER_PATH} 2>/dev/null < /dev/null) || reply=
  fi
  case $reply in
    "$answers$nl"?*"\${nl}${ANSWER_STATUS.says}")
      reply=\${reply#"$answers$nl"}
      printf '%s\\n' "\${reply%"\${nl}${ANSWER_STATUS.says}"}" || exit 2
      exit 0
      ;;
    "$answers$nl\${nl}${ANSWER_STATUS.silent}") exit 0 ;;
    "$answers$nl"?*"\${nl}${ANSWER_STATUS.blocks}")
      reply=\${reply#"$answers$nl"}
      printf '%s\\n' "\${reply%"\${nl}${ANSWER_STATUS.blocks}"}" >&2
      exit 2
      ;;
  esac
fi`
}

/** The word that tells Node of it, behind the others. */
export const KEPT_EVENT_ARGUMENT = `\${kept:+"--kept=$kept"}`

/** Removes what a Node that did not start has left. */
export const REMOVE_KEPT_EVENT = `[ -z "$kept" ] || [ ! -f "$run/$kept.event" ] || /bin/rm -f "$run/$kept.event"`
