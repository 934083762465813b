import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('kill -9 -1'),
    bash('sudo killall -9 sshd'),
    bash('sudo kill -9 1'),
    bash('sudo pkill -u postgres'),
    bash('sudo systemctl stop nginx'),
    bash('sudo systemctl restart postgresql'),
    bash('sudo shutdown -r now'),
    bash('sudo reboot'),
    bash(':(){ :|:& };:'),
    bash('scancel 991234'),
  ],
  allow: [
    bash('ps aux | grep node'),
    bash('kill %1'),
    bash('pkill -f "vite --port 5173"'),
    bash('kill $(lsof -ti:3000)'),
    bash('systemctl status nginx'),
    bash('squeue -u dev'),
    bash('timeout 10 npm test'),
    bash('pgrep -fl node'),
    bash('kill -0 4242'),
  ],
}
