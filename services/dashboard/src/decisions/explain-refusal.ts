import { api, ApiFailure, take } from '../api/client.ts';
import { showToast } from '../components/toast-store.ts';
import { nameActor } from '../outputs/actor-name.ts';
import type { Output } from '../outputs/queries.ts';
import { nameDecision } from './decision.ts';
import { texts } from './texts.ts';

interface Refused {
  readonly error: unknown;
  /** Makes the decision nevertheless where another person has the output. */
  readonly takeOver?: () => void;
}

/** Says why a decision was not taken: mostly that somebody else decided first, who, and what. */
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
  // Not the one that is loaded: that may have been asked for before the decision.
  const params = { path: { id: outputId } };
  const output = await take(api.GET('/api/logs/{id}', { params })).catch(() => null);
  const by = nameDecider(output);
  const decision = output?.humanDecision;
  showToast(texts.decidedFirst(by, decision ? nameDecision(decision, output ?? {}) : message), {
    tone: 'bad',
  });
}

/** Says that the decision that is being changed here was changed by somebody else, who has not seen what is done here. */
export function tellChangedElsewhere(output: Output): void {
  if (output.humanDecision === null) return;
  const what = nameDecision(output.humanDecision, output);
  showToast(texts.changedElsewhere(nameDecider(output), what), { tone: 'bad' });
}

function nameDecider(output: Pick<Output, 'decidedBy'> | null): string {
  return output?.decidedBy == null ? texts.somebody : nameActor(output.decidedBy);
}
