// npm run example -- NAME: uses the service named by URL and TOKEN, otherwise starts one.
import { type Access, listExamples, startExample } from './start-example.ts';
import { rotateWebhookSecret } from './webhook-secret.ts';

const [name = ''] = process.argv.slice(2);
const { URL, TOKEN, WEBHOOK_SECRET } = process.env;
// Ctrl-C ends the example. The service is then shut down gracefully.
process.on('SIGINT', () => {});

if (!listExamples().includes(name)) {
  console.error(`npm run example -- NAME, one of ${listExamples().join(', ')}`);
  process.exitCode = 1;
} else if (URL && TOKEN) {
  await show({ URL, TOKEN, ...(WEBHOOK_SECRET && { WEBHOOK_SECRET }) });
} else {
  await showAlone();
}

async function showAlone(): Promise<void> {
  // Imported lazily, because an example against another service does not need it.
  const { startEmbeddedSystem } = await import('../harness/system.ts');
  // The workflow receives its callback on this machine.
  const system = await startEmbeddedSystem({ EGRESS_ALLOW_CIDRS: '127.0.0.1/32' });
  try {
    const { url, email, password, token } = system;
    const secret = await rotateWebhookSecret(await system.signIn());
    console.log(`Decide at ${url}/ (sign in as ${email}, password: ${password})\n`);
    await show({ URL: url, TOKEN: token, WEBHOOK_SECRET: secret });
  } finally {
    await system.stop();
  }
}

async function show(access: Access): Promise<void> {
  const { code } = await startExample(name, access, (line) => console.log(line)).exited;
  process.exitCode = code ?? 1;
}
