import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';
import { useRefreshInstructions } from './document-queries.ts';

const { suggestions: words } = texts.instructions;

interface DismissButtonProps {
  readonly id: string;
  readonly text: string;
  /** Where there is a text that would be gone. */
  readonly isAsking?: boolean;
}

/** Puts a suggestion away; its notes stay queued. */
export function DismissButton({ id, text, isAsking = false }: DismissButtonProps) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefreshInstructions();
  const dismiss = useMutation({
    mutationFn: () =>
      take(api.POST('/api/instructions/suggestions/{id}/dismiss', { params: { path: { id } } })),
    onSuccess: () => showToast(words.dismissed),
    onError: showFailure,
    onSettled: async () => {
      setOpen(false);
      await refresh();
    },
  });
  if (!may('dismissSuggestion')) return null;
  return (
    <>
      <Button
        size="small"
        isBusy={dismiss.isPending}
        onClick={() => (isAsking ? setOpen(true) : dismiss.mutate())}
      >
        {text}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.dismissTitle}
        text={words.dismissText}
        confirm={words.dismiss}
        isBusy={dismiss.isPending}
        onConfirm={() => dismiss.mutate()}
      />
    </>
  );
}
