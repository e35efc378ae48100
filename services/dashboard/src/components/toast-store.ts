import { makeStore } from '../app/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action: { readonly text: string; readonly run: () => void } | null;
}

export const toasts = makeStore<readonly Toast[]>([]);

const SHOWN_MS = 5_000;
// Who has to read what went wrong has more time.
const BAD_SHOWN_MS = 10_000;

let lastId = 0;

interface ToastOptions {
  readonly tone?: Toast['tone'];
  readonly action?: NonNullable<Toast['action']>;
}

/**
 * Says something at the edge of the page, and to those who hear it, for some seconds.
 *
 * @returns what takes it away.
 */
export function showToast(text: string, { tone = 'plain', action }: ToastOptions = {}): () => void {
  const id = (lastId += 1);
  const close = (): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));
  toasts.set([...toasts.get(), { id, text, tone, action: action ?? null }]);
  window.setTimeout(close, tone === 'bad' ? BAD_SHOWN_MS : SHOWN_MS);
  return close;
}

/** The usual end of a mutation that failed: `onError: showFailure`. */
export function showFailure(error: Error): void {
  showToast(error.message, { tone: 'bad' });
}
