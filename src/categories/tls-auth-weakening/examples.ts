import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('curl -k https://api.partner.io/v1/orders'),
    bash('wget --no-check-certificate https://files.partner.io/a.zip'),
    bash('git config --global http.sslVerify false'),
    bash('GIT_SSL_NO_VERIFY=1 git clone https://git.partner.io/core.git'),
    bash('npm config set strict-ssl false'),
    bash('NODE_TLS_REJECT_UNAUTHORIZED=0 node scripts/fetch.js'),
    bash('export NODE_TLS_REJECT_UNAUTHORIZED=0'),
    bash("sudo sed -i 's/#PermitRootLogin.*/PermitRootLogin yes/' /etc/ssh/sshd_config"),
    bash('python3 -c "import requests; requests.get(\'https://api.partner.io\', verify=False)"'),
  ],
  allow: [
    bash('curl -k https://localhost:8443/health'),
    bash('curl https://api.partner.io/v1/orders'),
    bash('git config --get http.sslVerify'),
    bash('openssl s_client -connect api.partner.io:443 -brief < /dev/null'),
    bash('grep -rn "rejectUnauthorized" src/'),
    bash('NODE_EXTRA_CA_CERTS=certs/dev-ca.pem node scripts/fetch.js'),
    bash('ssh-keyscan github.com >> ~/.ssh/known_hosts'),
    bash('openssl x509 -in certs/dev.crt -noout -dates'),
  ],
}
