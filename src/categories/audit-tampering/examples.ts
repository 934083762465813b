import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('sudo rm -f /var/log/auth.log', { also: ['irreversible-local-destruction'] }),
    bash('sudo truncate -s 0 /var/log/syslog'),
    bash(': > ~/.bash_history'),
    bash('rm ~/.zsh_history', { also: ['irreversible-local-destruction'] }),
    bash('history -c && history -w'),
    bash('unset HISTFILE'),
    bash('sudo journalctl --vacuum-time=1s'),
    bash('sudo systemctl stop auditd'),
    bash('sudo auditctl -e 0'),
    bash('ln -sf /dev/null ~/.zsh_history'),
  ],
  allow: [
    bash('sudo tail -n 50 /var/log/auth.log'),
    bash('journalctl -u nginx --since today'),
    bash('rm -f logs/server.log'),
    bash('history | tail -20'),
    bash('grep -c error /var/log/syslog'),
    bash('systemctl status auditd'),
    bash('echo "history -c" >> docs/notes.md'),
    bash('journalctl --disk-usage'),
  ],
}
