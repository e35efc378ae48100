import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Flag, RefreshCw, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import type { Output } from '../../outputs/output-queries.ts';
import { texts } from '../../texts.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { FlagDialog } from './flag-dialog.tsx';

/** What else can be done with an output, by role and by where it stands. */
export function OutputActions({ output }: { readonly output: Output }) {
  const { id, status, humanDecision } = output;
  const may = useMay();
  const [dialog, setDialog] = useState<'edit' | 'flag' | 'remove' | null>(null);
  const { evaluate, remove } = useOutputActions(id);
  const isEvaluated = status !== 'pending';
  const canFlag = isEvaluated && (status === 'pass' || humanDecision !== null);
  const canEvaluate = isEvaluated && humanDecision === null;
  return (
    <>
      {may('editDetails') && (
        <Button icon={Tags} onClick={() => setDialog('edit')}>
          {texts.output.editDetails}
        </Button>
      )}
      {canEvaluate && may('evaluateAgain') && (
        <Button icon={RefreshCw} isBusy={evaluate.isPending} onClick={() => evaluate.mutate()}>
          {texts.output.evaluate}
        </Button>
      )}
      {canFlag && may('flagOutput') && (
        <Button icon={Flag} onClick={() => setDialog('flag')}>
          {texts.output.flag}
        </Button>
      )}
      {may('deleteOutput') && (
        <Button icon={Trash2} onClick={() => setDialog('remove')}>
          {texts.output.remove}
        </Button>
      )}
      {dialog === 'edit' && <DetailsDialog output={output} onClose={() => setDialog(null)} />}
      {dialog === 'flag' && <FlagDialog id={id} onClose={() => setDialog(null)} />}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        onClose={() => setDialog(null)}
        title={texts.output.removeTitle}
        text={texts.output.removeWhy}
        confirm={texts.output.remove}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

function useOutputActions(id: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { id } };
  const evaluate = useMutation({
    mutationFn: () => take(api.POST('/api/logs/{id}/evaluate', { params })),
    onSuccess: () => {
      showToast(texts.output.evaluating);
      return queryClient.invalidateQueries({ queryKey: ['outputs'] });
    },
    onError: showFailure,
  });
  const remove = useMutation({
    mutationFn: () => take(api.DELETE('/api/logs/{id}', { params })),
    onSuccess: async () => {
      showToast(texts.output.removed);
      await navigate({ to: '/' });
      await queryClient.invalidateQueries({ queryKey: ['outputs', 'list'] });
    },
    onError: showFailure,
  });
  return { evaluate, remove };
}
