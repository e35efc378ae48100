import type { Client, JsonObject } from '../client.ts';
import { awaitVerdict, submit } from '../outputs.ts';

/** Puts a word wherever people and automations can put something. */
export async function plantWord(
  { admin, automation }: { readonly admin: Client; readonly automation: Client },
  word: string,
): Promise<void> {
  const names = { project: `Project ${word}`, task: `Task ${word}` };
  const ok = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`Planting was answered ${status}: ${text}`);
  };
  await ok(admin.patch('/api/settings', { workspaceName: word }));
  await ok(admin.post('/api/tokens', { name: word, scopes: ['read'] }));
  await ok(
    admin.post('/api/members/invitations', { email: `${word}@example.com`, role: 'viewer' }),
  );
  await ok(automation.post('/api/instructions', { ...names, default: `Say ${word}.` }));
  await ok(automation.post('/api/instructions/feedback', { ...names, comment: word }));
  await ok(admin.post('/api/rules', { name: word, type: 'keyword_forbidden', value: word }));
  const labels = { sessionId: word, subjectId: word, actorId: word, model: word, tags: [word] };
  const output: JsonObject = {
    ...{ ...names, ...labels, output: word, input: word, metadata: { [word]: word } },
    action: { name: word, summary: word, params: { [word]: word } },
    callbackUrl: `https://hooks.invalid/${word}`,
    attachments: [
      {
        ...{ source: 'upload', data: Buffer.from(`A text of ${word}.`).toString('base64') },
        ...{ filename: `${word}.txt`, label: word },
      },
    ],
  };
  const { id } = await submit(automation, output);
  await submit(automation, { ...output, id: `${word}-named`, sync: true });
  await awaitVerdict(automation, id, 30_000);
  await ok(admin.patch(`/api/logs/${id}/decision`, { decision: 'changed', comment: word }));
  await ok(automation.post('/api/uploads', { filename: `${word}.txt` }));
}
