import { useBlocker } from '@tanstack/react-router';

import { ConfirmDialog } from './dialog.tsx';
import { texts } from './texts.ts';

/** Asks before a page with unsaved changes is left. On a reload, the browser asks. */
export function LeaveGuard({ hasChanges }: { readonly hasChanges: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && current.pathname !== next.pathname,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  const { title, text, confirm } = texts.leave;
  return <ConfirmDialog {...{ title, text, confirm }} onClose={reset} onConfirm={proceed} />;
}
