import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { AttemptList } from '../../deliveries/attempt-list.tsx';
import { nameOfDestination } from '../../deliveries/destination-name.tsx';
import { texts } from '../../texts.ts';
import type { DestinationDialogProps } from './asked.ts';

const { destinations: words } = texts;

/** Sends one event that only tests, and shows what was answered. */
export function TestDialog({ destination, onClose }: DestinationDialogProps) {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { id: destination.id } };
      return take(api.POST('/api/destinations/{id}/test', { params }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['destinations'] }),
  });
  const name = nameOfDestination(destination);
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      title={test.data ? resultOf(test.data.state) : words.test}
      description={test.data ? name : words.testText(name)}
      actions={
        <>
          <Button onClick={onClose}>{test.data ? texts.shell.close : texts.form.cancel}</Button>
          <Button tone="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
            {test.data ? words.testAgain : words.testDo}
          </Button>
        </>
      }
    >
      {test.data && <AttemptList attempts={test.data.attempts} />}
      {test.error && <FailureNotice error={test.error} />}
    </DialogFrame>
  );
}

function resultOf(state: string): string {
  return state === 'delivered' ? words.testCame : words.testFailed;
}
