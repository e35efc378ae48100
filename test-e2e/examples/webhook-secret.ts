import type { Client, JsonObject } from '../harness/client.ts';

/** Creates a secret to sign callbacks with. */
export async function rotateWebhookSecret(admin: Client): Promise<string> {
  const { body } = await admin.get('/api/destinations');
  const items = body['items'] as JsonObject[];
  const id = String(items.find(({ kind }) => kind === 'callbacks')?.['id']);
  const { status, body: made, text } = await admin.post(`/api/destinations/${id}/rotate-secret`);
  if (status !== 200) throw new Error(`Rotating answered ${status}: ${text}`);
  return String(made['secret']);
}
