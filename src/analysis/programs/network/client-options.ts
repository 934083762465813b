import type { Grammar } from '../options.ts'

export const CURL_OPTIONS: Grammar = {
  lenient: true,
  flags:
    '-#012346aBfgGiIjJklLMnNOpqRsSvVZ: append compressed create-dirs doh-insecure ftp-create-dirs get head insecure location manual metalink next proxy-insecure remote-header-name remote-name remote-name-all remove-on-error retry-all-errors styled-output trace-ids trace-time use-ascii version',
  values:
    '-AbcCdDeEFHKmoPQrtTuUwxXyYzh abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query user user-agent variable vlan-priority write-out ip-tos',
  optional: 'help',
}

export const WGET_OPTIONS: Grammar = {
  lenient: true,
  flags:
    '-VhbdqvFcNS46xrkKmpEHL version help spider no-check-certificate no-host-directories recursive mirror delete-after convert-links convert-file-only backup-converted unlink content-on-error retry-on-host-error',
  values:
    '-oaiBtOTwQPUlARDIXen output-file append-output input-file base config rejected-log bind-address tries output-document start-pos progress timeout dns-timeout connect-timeout read-timeout wait waitretry quota limit-rate prefer-family user password use-askpass restrict-file-names max-redirect header http-user http-password load-cookies save-cookies method body-data body-file post-data post-file referer user-agent secure-protocol certificate certificate-type private-key private-key-type ca-certificate ca-directory crl-file ciphers ftp-user ftp-password directory-prefix cut-dirs default-page level accept reject accept-regex reject-regex regex-type domains exclude-domains follow-tags ignore-tags include-directories exclude-directories execute local-encoding remote-encoding hsts-file proxy-user proxy-password report-speed compression retry-on-http-error pinnedpubkey warc-file dns-servers',
  optional: 'ask-password',
}

export const ARIA2_OPTIONS: Grammar = {
  lenient: true,
  flags: '-qDcZVv version allow-overwrite auto-file-renaming',
  values:
    '-dosxjklimtTUhnpuMOP dir out log input-file user-agent header load-cookies save-session check-certificate conf-path on-download-complete on-download-start on-download-stop on-download-error on-download-pause',
}

export const HTTPIE_OPTIONS: Grammar = {
  lenient: true,
  flags: '-jfhbvdcFImSqx download compress multipart all stream',
  values:
    '-pPsoaAt print pretty style format-options output auth auth-type session session-read-only proxy max-redirects timeout verify ssl ciphers cert cert-key default-scheme raw bearer http-version resolve interface',
}
