import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

const CONTROL =
  'block w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm text-ink ' +
  'disabled:opacity-60 aria-invalid:border-bad';

interface FieldFrame {
  readonly label: string;
  /** Only for those who hear the page; what stands around says it to the others. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  /** What is wrong with it, as the API says it. */
  readonly fault?: string | undefined;
}

interface FieldProps extends FieldFrame {
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A control with its label, its hint and its fault, tied together. */
function Field({ label, isLabelHidden = false, hint, fault, children }: FieldProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={isLabelHidden ? 'sr-only' : 'mb-1 block text-sm font-medium text-ink'}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': about || undefined,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-faint">
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1 flex items-center gap-1 text-xs text-bad">
          <CircleAlert size={13} aria-hidden />
          {fault}
        </p>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldFrame & ComponentProps<Tag>;

export function TextField({
  label,
  isLabelHidden,
  hint,
  fault,
  className = '',
  ...rest
}: Control<'input'>) {
  return (
    <Field {...frame({ label, isLabelHidden, hint, fault })}>
      {(control) => <input {...rest} {...control} className={`${CONTROL} h-8 ${className}`} />}
    </Field>
  );
}

export function TextArea({
  label,
  isLabelHidden,
  hint,
  fault,
  className = '',
  ...rest
}: Control<'textarea'>) {
  return (
    <Field {...frame({ label, isLabelHidden, hint, fault })}>
      {(control) => (
        <textarea rows={4} {...rest} {...control} className={`${CONTROL} py-1.5 ${className}`} />
      )}
    </Field>
  );
}

/** The browser's own list: it works by keyboard, by voice and on a phone as people know it. */
export function SelectField({
  label,
  isLabelHidden,
  hint,
  fault,
  className = '',
  ...rest
}: Control<'select'>) {
  return (
    <Field {...frame({ label, isLabelHidden, hint, fault })}>
      {(control) => (
        <select {...rest} {...control} className={`${CONTROL} h-8 pr-8 ${className}`} />
      )}
    </Field>
  );
}

interface CheckboxProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
}

export function Checkbox({
  label,
  isLabelHidden = false,
  hint,
  className = '',
  ...rest
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={`flex items-start gap-2 ${className}`}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        className="mt-0.5 size-4 shrink-0 accent-(--accent-fill)"
      />
      <div className={isLabelHidden ? 'sr-only' : 'min-w-0'}>
        <label htmlFor={id} className="text-sm text-ink">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface FramePart {
  readonly label: string;
  readonly isLabelHidden: boolean | undefined;
  readonly hint: string | undefined;
  readonly fault: string | undefined;
}

function frame({ label, isLabelHidden = false, hint, fault }: FramePart) {
  return { label, isLabelHidden, fault, ...(hint === undefined ? {} : { hint }) };
}
