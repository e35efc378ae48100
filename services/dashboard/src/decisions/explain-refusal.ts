import { api, ApiFailure, take } from '../api/client.ts';
import { showToast } from '../components/toast-store.ts';
import type { Output } from '../outputs/queries.ts';
import { nameActor } from '../outputs/texts.ts';
import { nameDecision } from './decision.ts';
import { texts } from './texts.ts';

interface Refused {
  readonly error: unknown;
  /** Sends the decision again although another person has claimed the output. */
  readonly takeOver?: () => void;
}

/** Explains why a decision was refused, mostly because another person decided first. */
export async function explainRefusal(
  outputId: string,
  { error, takeOver }: Refused,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiFailure && error.code === 'CLAIMED') {
    const { claimedBy = texts.somebody } = error.body as { readonly claimedBy?: string };
    const action = takeOver && { text: texts.claimed.takeOver, run: takeOver };
    showToast(texts.claimed.notDecided(claimedBy), { tone: 'bad', ...(action && { action }) });
    return;
  }
  if (!(error instanceof ApiFailure) || error.code !== 'ALREADY_DECIDED') {
    showToast(texts.notDecided(outputId, message), { tone: 'bad' });
    return;
  }
  // Fetches it again: the loaded output may be from before the other decision.
  const params = { path: { id: outputId } };
  const output = await take(api.GET('/api/logs/{id}', { params })).catch(() => null);
  const by = nameDecider(output);
  const decision = output?.humanDecision;
  showToast(texts.decidedFirst(by, decision ? nameDecision(decision, output ?? {}) : message), {
    tone: 'bad',
  });
}

/** Tells the user that another person has changed the decision they are changing. */
export function tellChangedElsewhere(output: Output): void {
  if (output.humanDecision === null) return;
  const what = nameDecision(output.humanDecision, output);
  showToast(texts.changedElsewhere(nameDecider(output), what), { tone: 'bad' });
}

function nameDecider(output: Pick<Output, 'decidedBy'> | null): string {
  return output?.decidedBy == null ? texts.somebody : nameActor(output.decidedBy);
}
