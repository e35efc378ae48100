import { makeStore } from '../app/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action: { readonly text: string; readonly run: () => void } | null;
}

export const toasts = makeStore<readonly Toast[]>([]);

const SHOWN_MS = 5_000;
// Errors stay longer, to give users time to read them.
const BAD_SHOWN_MS = 10_000;

let lastId = 0;

interface ToastOptions {
  readonly tone?: Toast['tone'];
  readonly action?: NonNullable<Toast['action']>;
}

/**
 * Shows a toast, which screen readers announce, for some seconds.
 *
 * @returns a function that dismisses it.
 */
export function showToast(text: string, { tone = 'plain', action }: ToastOptions = {}): () => void {
  const id = (lastId += 1);
  const close = (): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));
  toasts.set([...toasts.get(), { id, text, tone, action: action ?? null }]);
  window.setTimeout(close, tone === 'bad' ? BAD_SHOWN_MS : SHOWN_MS);
  return close;
}

/** The default error handler of mutations: `onError: showFailure`. */
export function showFailure(error: Error): void {
  showToast(error.message, { tone: 'bad' });
}
