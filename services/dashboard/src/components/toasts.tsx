import { CircleAlert, X } from 'lucide-react';

import { useStore } from '../app/store.ts';
import { IconButton } from './button.tsx';
import { texts } from './texts.ts';
import { type Toast, toasts } from './toast-store.ts';

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div
      role="log"
      aria-live="polite"
      aria-label={texts.messages}
      // The buttons of a decision are at the bottom: beside the list of the queue, or below the output on narrow screens.
      className="pointer-events-none fixed inset-x-3 top-14 z-60 flex flex-col items-center gap-2 lg:top-auto lg:right-auto lg:bottom-3 lg:left-60 lg:max-w-72 lg:items-start xl:max-w-88"
    >
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast: { id, text, tone, action } }: { readonly toast: Toast }) {
  const close = (): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 text-sm shadow-overlay">
      {tone === 'bad' && <CircleAlert size="1rem" aria-hidden className="shrink-0 text-bad" />}
      <span className="min-w-0 break-words">{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run();
            close();
          }}
          className="rounded px-2 py-1 font-semibold text-accent hover:bg-accent-soft"
        >
          {action.text}
        </button>
      )}
      <IconButton icon={X} label={texts.close} onClick={close} />
    </div>
  );
}
