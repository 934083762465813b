import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('vercel --prod'),
    bash('vercel deploy --prod --yes'),
    bash('netlify deploy --prod --dir=dist'),
    bash('fly deploy'),
    bash('firebase deploy --only hosting'),
    bash('wrangler deploy'),
    bash('npm publish'),
    bash('cargo publish'),
    bash('twine upload dist/*'),
    bash('docker push ghcr.io/acme/api:latest'),
    bash('npm run build && npm publish --access public'),
  ],
  allow: [
    bash('vercel'),
    bash('netlify deploy --dir=dist'),
    bash('npm publish --dry-run'),
    bash('npm pack'),
    bash('cargo publish --dry-run'),
    bash('cargo package'),
    bash('wrangler deploy --dry-run'),
    bash('docker build -t api .'),
    bash('npm run build'),
    bash('docker push localhost:5000/api:dev'),
  ],
}
