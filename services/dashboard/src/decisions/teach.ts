import { api, take } from '../api/client.ts';
import { showToast } from '../components/toast-store.ts';
import { texts } from '../texts.ts';

/** Has a comment on a decided output queued as feedback for its instructions, and says what came of it. */
export async function teach(outputId: string, comment: string): Promise<void> {
  const params = { path: { id: outputId } };
  const body = { teach: true, comment };
  const { notQueuedBecause } = await take(api.PATCH('/api/logs/{id}/decision', { params, body }));
  if (notQueuedBecause === null) showToast(texts.decide.teach.queued);
  else showToast(texts.decide.teach.notQueued[notQueuedBecause], { tone: 'bad' });
}
