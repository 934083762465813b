import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('ngrok http 3000'),
    bash('cloudflared tunnel --url http://localhost:8080'),
    bash('npx localtunnel --port 3000'),
    bash('ssh -N -R 8080:localhost:3000 edge.acme.io'),
    bash('python3 -m http.server 8000 --bind 0.0.0.0'),
    bash('php -S 0.0.0.0:8080'),
    bash('npx http-server -a 0.0.0.0 dist'),
    bash('ruby -run -e httpd . -p 8000 -b 0.0.0.0'),
    bash('tailscale funnel 3000'),
  ],
  allow: [
    bash('python3 -m http.server --bind 127.0.0.1 8000'),
    bash('php -S localhost:8080'),
    bash('npm run dev'),
    bash('ngrok version'),
    bash('ssh -L 5432:localhost:5432 -N db-1.acme.io -G'),
    bash('cloudflared --version'),
    bash('curl http://0.0.0.0:3000/health'),
    bash('grep -rn "0.0.0.0" src/'),
  ],
}
