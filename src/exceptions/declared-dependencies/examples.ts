import { bash, type Examples } from '../../categories/category.ts'

export const examples: Examples = {
  allow: [
    bash('npm ci'),
    bash('npm install'),
    bash('pnpm install --frozen-lockfile --prefer-offline'),
    bash('yarn install'),
    bash('pip install -r requirements.txt'),
    bash('bundle install'),
    bash('go mod download'),
    bash('cargo fetch'),
    bash('uv sync'),
  ],
  block: [
    bash('npm install https://pkgs.fastmirror.dev/a.tgz'),
    bash('pip install git+https://github.com/someone/handy-utils'),
    bash('npm ci --registry=https://npm.fastmirror.dev'),
    bash('pip install -r requirements.txt --index-url https://pypi.fastmirror.dev/simple'),
    bash('npm i github:someone/handy-utils'),
    bash('cargo install --git https://github.com/someone/handy-utils'),
    bash('gem install --source https://gems.fastmirror.dev rake'),
    bash('pip install https://files.fastmirror.dev/a.whl'),
  ],
}
