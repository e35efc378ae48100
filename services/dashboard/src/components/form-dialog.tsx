import { type ReactNode, type SubmitEvent, useId } from 'react';

import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly size?: 'normal' | 'wide';
  /** What the button says that sends it. */
  readonly submitText: string;
  readonly tone?: 'primary' | 'danger';
  /** Whether what is asked for is all there. */
  readonly isReady?: boolean;
  readonly isBusy?: boolean;
  /** What went wrong, where no field says so by itself. */
  readonly failure?: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog that asks for something: its fields, and below them to go, or to send them. */
export function FormDialog({
  submitText,
  tone = 'primary',
  isReady = true,
  isBusy = false,
  failure = null,
  onSubmit,
  onClose,
  children,
  ...frame
}: FormDialogProps) {
  const formId = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // By Enter too, which asks no button.
    if (isReady && !isBusy) onSubmit();
  };
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      {...frame}
      actions={
        <>
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" form={formId} tone={tone} disabled={!isReady} isBusy={isBusy}>
            {submitText}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="space-y-4">
        {children}
        {failure && <FailureNotice error={failure} />}
      </form>
    </DialogFrame>
  );
}
