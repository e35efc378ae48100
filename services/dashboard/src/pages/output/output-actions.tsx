import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Flag, RefreshCw, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { useNavigateAfter } from '../../app/navigate-after.ts';
import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { sending } from '../../components/form.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { CommentDialog } from '../../decisions/comment-dialog.tsx';
import type { Output } from '../../outputs/queries.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { texts } from './texts.ts';

/** Further actions on an output, by role and state. */
export function OutputActions({ output }: { readonly output: Output }) {
  const { id, status, humanDecision } = output;
  const may = useMay();
  const [dialog, setDialog] = useState<'edit' | 'flag' | 'remove' | null>(null);
  const queryClient = useQueryClient();
  const { here, navigateFrom } = useNavigateAfter();
  const params = { path: { id } };
  const evaluate = useChangeOf(['outputs'], {
    mutationFn: () => take(api.POST('/api/logs/{id}/evaluate', { params })),
    onSuccess: () => showToast(texts.evaluating),
    onError: showFailure,
  });
  const remove = useMutation({
    onMutate: here,
    mutationFn: () => take(api.DELETE('/api/logs/{id}', { params })),
    onSuccess: async (_, __, from) => {
      showToast(texts.removed);
      await navigateFrom(from, '/');
      await queryClient.invalidateQueries({ queryKey: ['outputs', 'list'] });
    },
    onError: showFailure,
  });
  const isEvaluated = status !== 'pending';
  const canFlag = isEvaluated && (status === 'pass' || humanDecision !== null);
  const canEvaluate = isEvaluated && humanDecision === null;
  return (
    <>
      {may('editDetails') && (
        <Button icon={Tags} onClick={() => setDialog('edit')}>
          {texts.editDetails}
        </Button>
      )}
      {canEvaluate && may('evaluateAgain') && (
        <Button icon={RefreshCw} isBusy={evaluate.isPending} onClick={() => evaluate.mutate()}>
          {texts.evaluate}
        </Button>
      )}
      {canFlag && may('flagOutput') && (
        <Button icon={Flag} onClick={() => setDialog('flag')}>
          {texts.flag}
        </Button>
      )}
      {may('deleteOutput') && (
        <Button icon={Trash2} onClick={() => setDialog('remove')}>
          {texts.remove}
        </Button>
      )}
      {dialog === 'edit' && <DetailsDialog output={output} onClose={() => setDialog(null)} />}
      {dialog === 'flag' && <FlagDialog id={id} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          onClose={() => setDialog(null)}
          title={texts.removeTitle}
          text={texts.removeWhy}
          confirm={texts.remove}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  );
}

function FlagDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const flag = useChangeOf(['outputs'], {
    mutationFn: () => {
      const body = { status: 'flagged' as const, reason };
      return take(api.PATCH('/api/logs/{id}/status', { params: { path: { id } }, body }));
    },
    onSuccess: () => {
      onClose();
      showToast(texts.flagged);
    },
  });
  return (
    <CommentDialog
      words={texts.flagDialog}
      comment={reason}
      isOptional
      onChange={setReason}
      onClose={onClose}
      {...sending(flag)}
    />
  );
}
