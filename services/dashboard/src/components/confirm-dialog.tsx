import type { ReactNode } from 'react';

import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will be, and whether it can be undone. */
  readonly text: string;
  /** The verb on the button. */
  readonly confirm: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  /** What can be chosen about it. */
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, text, confirm, isBusy = false, onConfirm, children } = props;
  return (
    <DialogFrame
      {...{ isOpen, onClose, title }}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button tone="danger" isBusy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
