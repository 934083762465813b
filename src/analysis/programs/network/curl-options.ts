import type { Grammar } from '../options.ts'

/** What stands alone and is asked about, or only sounds like more. */
const FLAGS =
  '# 0 1 2 3 4 6 a B f g G i I j J k l L M n N O p q R s S v V Z : ' +
  'append compressed create-dirs doh-insecure ftp-create-dirs get head insecure location manual metalink next proxy-insecure remote-header-name ' +
  'remote-name remote-name-all remove-on-error retry-all-errors styled-output trace-ids trace-time use-ascii version'

const VALUES =
  'A b c C d D e E F H K m o P Q r t T u U w x X y Y z h ' +
  'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to ' +
  'continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode ' +
  'delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine ' +
  'etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ' +
  'ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ipfs-gateway ' +
  'json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from ' +
  'mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass ' +
  'pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type ' +
  'proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name ' +
  'proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range ' +
  'rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a ' +
  'socks5 socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers ' +
  'tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query user user-agent ' +
  'variable vlan-priority write-out ip-tos'

export const CURL_GRAMMAR: Grammar = {
  lenient: true,
  flags: FLAGS,
  values: VALUES,
  optional: 'help',
}
