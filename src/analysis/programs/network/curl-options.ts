import type { OptionGrammar } from '../options.ts'

/** curl's options: what stands alone. */
const FLAGS =
  '# 0 1 2 3 4 6 a B f g G i I j J k l L M n N O p q R s S v V Z : ' +
  'anyauth append basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest disable ' +
  'disable-eprt disable-epsv doh-cert-status doh-insecure fail fail-early fail-with-body false-start form-escape ftp-create-dirs ' +
  'ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get globoff haproxy-protocol head http0.9 http1.0 ' +
  'http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 junk-session-cookies ' +
  'list-only location location-trusted mail-rcpt-allowfails manual metalink negotiate netrc netrc-optional next ' +
  'no-alpn no-buffer no-clobber no-keepalive no-npn no-progress-meter no-sessionid ntlm ntlm-wb parallel ' +
  'parallel-immediate path-as-is post301 post302 post303 progress-bar proxy-anyauth proxy-basic proxy-ca-native ' +
  'proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert ' +
  'proxy-tlsv1 proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error ' +
  'retry-all-errors retry-connrefused sasl-ir show-error show-headers silent socks5-basic socks5-gssapi socks5-gssapi-nec ' +
  'ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 styled-output ' +
  'suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding ' +
  'trace-ids trace-time use-ascii verbose version xattr skip-existing no-location no-silent no-insecure no-compressed no-fail'

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

export const CURL_GRAMMAR: OptionGrammar = {
  flags: FLAGS.split(' '),
  values: VALUES.split(' '),
  optional: ['help'],
  abbreviations: true,
}
