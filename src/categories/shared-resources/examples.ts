import { bash, type Examples } from '../category.ts'

export const examples: Examples = {
  block: [
    bash('kubectl -n payments delete deployment ledger'),
    bash('kubectl apply -f k8s/ledger.yaml --context prod-eu'),
    bash('helm upgrade ledger ./chart -n production', { also: ['production-deploy'] }),
    bash('terraform apply -auto-approve'),
    bash('terraform destroy -target=aws_db_instance.main'),
    bash('psql -h db.acme.io -U app -c "UPDATE plans SET price = 0"'),
    bash('aws sqs purge-queue --queue-url https://sqs.eu-west-1.amazonaws.com/1/orders'),
    bash('aws ec2 terminate-instances --instance-ids i-0ab12cd34'),
    bash("echo '10.0.0.9 api.acme.io' | sudo tee -a /etc/hosts"),
    bash('npm unpublish @acme/tokens@2.0.1'),
    bash('sudo curl -fo /usr/local/share/ca-certificates/corp.crt https://pki.acme.io/corp.crt'),
    bash('sudo wget -P /opt https://files.acme.io/agent.conf'),
  ],
  allow: [
    bash('kubectl get pods -A'),
    bash('kubectl diff -f k8s/ledger.yaml'),
    bash('terraform plan -out=tf.plan'),
    bash('helm template ledger ./chart'),
    bash('psql -h db.acme.io -U app -c "SELECT count(*) FROM plans"'),
    bash('kubectl apply -f k8s/ledger.yaml --dry-run=client'),
    bash('sqlite3 dev.db "INSERT INTO plans VALUES (1)"'),
    bash('kubectl -n dev rollout restart deployment/ledger'),
    bash('aws ec2 describe-instances'),
    bash('cat /etc/hosts'),
    bash('curl -fo certs/corp.crt https://pki.acme.io/corp.crt'),
  ],
}
