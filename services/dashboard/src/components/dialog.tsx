import { useBlocker } from '@tanstack/react-router';
import { KeyRound, type LucideIcon, Trash2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useId, useRef, useState } from 'react';

import { Button, CopyButton, IconButton } from './button.tsx';
import { onSubmitOf, type Sending } from './form.tsx';
import { FailureNotice } from './loaded.tsx';
import { texts } from './texts.ts';

interface DialogFrameProps {
  /** Null if the user cannot dismiss the dialog. */
  readonly onClose: (() => void) | null;
  readonly title: string;
  readonly description?: string;
  readonly size?: 'normal' | 'wide' | 'full';
  /** Whether it is sending something that cannot be undone. It cannot be closed until the response arrives. */
  readonly isBusy?: boolean;
  /** The buttons at the bottom; the first is left of the last. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const WIDTHS = { normal: 'max-w-md', wide: 'max-w-2xl', full: 'max-w-5xl' } as const;

/** A dialog, open while it is rendered. It traps the focus, restores it on closing, and closes on Escape. */
export function DialogFrame({
  onClose,
  title,
  description,
  size = 'normal',
  isBusy = false,
  actions,
  children,
}: DialogFrameProps) {
  // Read during the first render, before a field in the dialog takes the focus.
  const [opener] = useState(findOpener);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => open || isBusy || onClose?.()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          ref={content}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            // The focus trap of the dialog below kept the focus from the autofocus field.
            const field = content.current?.querySelector<HTMLElement>('[data-autofocus=true]');
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Radix restores the focus only to its own triggers.
            event.preventDefault();
            opener?.focus();
            // The opener of a removal is gone with its row.
            const isLost = document.activeElement === document.body;
            if (isLost)
              document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
          }}
          className={`fixed inset-x-3 top-[8dvh] z-50 mx-auto flex max-h-[84dvh] flex-col rounded-lg border border-line bg-raised shadow-overlay ${WIDTHS[size]}`}
        >
          <div className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-lg">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description className="mt-1 text-sm text-soft">
                  {description}
                </Dialog.Description>
              )}
            </div>
            {onClose && (
              <Dialog.Close asChild>
                <IconButton
                  icon={X}
                  label={texts.close}
                  disabled={isBusy}
                  className="-mt-1 -mr-2"
                />
              </Dialog.Close>
            )}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {actions !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {actions}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The focused element. For a menu item, which disappears, the button of its menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const buttonId = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = buttonId == null ? focused : document.getElementById(buttonId);
  return opener instanceof HTMLElement ? opener : null;
}

interface FormDialogProps extends Sending {
  readonly title: string;
  readonly description?: string;
  readonly size?: 'normal' | 'wide';
  /** The text of the submit button. */
  readonly submitText?: string;
  readonly tone?: 'primary' | 'danger';
  /** Whether the form is complete. */
  readonly isReady?: boolean;
  /** Whether it is loading something; the dialog can be closed meanwhile. */
  readonly isReading?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form and its buttons to cancel and submit. */
export function FormDialog({
  submitText = texts.form.save,
  tone = 'primary',
  isReady = true,
  isBusy = false,
  isReading = false,
  failure = null,
  onSubmit,
  onClose,
  children,
  ...frame
}: FormDialogProps) {
  const formId = useId();
  const isWaiting = isBusy || isReading;
  // Enter submits too, and does not check whether the button is disabled.
  const submit = onSubmitOf(() => isReady && !isWaiting && onSubmit());
  return (
    <DialogFrame
      onClose={onClose}
      isBusy={isBusy}
      {...frame}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {texts.form.cancel}
          </Button>
          <Button type="submit" form={formId} tone={tone} disabled={!isReady} isBusy={isWaiting}>
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

interface ConfirmDialogProps {
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly text: string;
  /** The verb of the confirm button. */
  readonly confirm?: string;
  readonly tone?: 'primary' | 'danger';
  readonly size?: 'normal' | 'wide';
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  /** Options of the action. */
  readonly children?: ReactNode;
}

/** Confirms an action that cannot be undone, or only by repeating it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, confirm = texts.form.delete, tone = 'danger', ...rest } = props;
  const { isBusy = false, onConfirm, children, ...frame } = rest;
  return (
    <DialogFrame
      {...frame}
      isBusy={isBusy}
      description={text}
      actions={
        <>
          <Button onClick={frame.onClose} disabled={isBusy}>
            {texts.form.cancel}
          </Button>
          <Button tone={tone} isBusy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}

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

interface RemoveButtonProps extends Pick<ConfirmDialogProps, 'text' | 'confirm' | 'isBusy'> {
  readonly icon?: LucideIcon;
  /** The button's name, and by default the title of the dialog. */
  readonly label: string;
  readonly title?: string;
  /** Starts the removal. The dialog closes when it has settled. */
  readonly onConfirm: (options: { readonly onSettled: () => void }) => void;
}

/** A button that removes something after a confirmation. */
export function RemoveButton(props: RemoveButtonProps) {
  const { icon = Trash2, label, title = label, onConfirm, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton icon={icon} label={label} onClick={() => setOpen(true)} />
      {isOpen && (
        <ConfirmDialog
          {...dialog}
          onClose={close}
          title={title}
          onConfirm={() => onConfirm({ onSettled: close })}
        />
      )}
    </>
  );
}

interface SecretOnceProps {
  readonly title: string;
  /** What the secret is for. */
  readonly description: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret that is never shown again after the dialog closes. */
export function SecretOnce({ title, description, secret, onClose }: SecretOnceProps) {
  return (
    <DialogFrame
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          {texts.secret.done}
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{secret}</code>
        <CopyButton text={secret} label={texts.secret.copy} />
      </div>
      <OnceNotice className="mt-3" />
    </DialogFrame>
  );
}

/** Warns that a secret is shown only once. */
export function OnceNotice({ className }: { readonly className: string }) {
  return (
    <p className={`${className} flex items-center gap-1.5 text-xs text-warn`}>
      <KeyRound size="0.8125rem" aria-hidden className="shrink-0" />
      {texts.secret.once}
    </p>
  );
}
