import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('sudo ufw disable'),
    bash('sudo iptables -F'),
    bash('sudo setenforce 0'),
    bash('sudo spctl --global-disable'),
    bash('csrutil disable'),
    bash('sudo systemctl stop firewalld'),
    bash('sudo systemctl disable --now apparmor'),
    bash('sudo nft flush ruleset'),
    bash('sudo aa-teardown'),
    bash('gh api -X DELETE repos/acme/api/branches/main/protection', { also: ['external-api-writes'] }),
  ],
  allow: [
    bash('sudo ufw status verbose'),
    bash('sudo iptables -L -n'),
    bash('getenforce'),
    bash('git commit -m "document --no-verify"'),
    bash('systemctl status firewalld'),
    bash('csrutil status'),
    bash('npx eslint . --fix'),
    bash('gh api repos/acme/api/branches/main/protection'),
  ],
}
