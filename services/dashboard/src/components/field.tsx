import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

const CONTROL =
  'block w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm text-ink ' +
  'disabled:opacity-60 aria-invalid:border-bad';

interface FieldFrame {
  readonly label: string;
  /** Only for those who hear the page; what stands around says it to the others. */
  readonly isLabelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
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
      {hint !== undefined && <Hint id={id} text={hint} className="mt-1" />}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1 flex items-center gap-1 text-xs text-bad">
          <CircleAlert size={13} aria-hidden />
          {fault}
        </p>
      )}
    </div>
  );
}

interface HintProps {
  /** Of the control that it is about. */
  readonly id: string;
  readonly text: string;
  readonly className?: string;
}

function Hint({ id, text, className = '' }: HintProps) {
  return (
    <p id={`${id}-hint`} className={`text-xs text-faint ${className}`}>
      {text}
    </p>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldFrame & ComponentProps<Tag>;

export function TextField({ className = '', ...props }: Control<'input'>) {
  const [frame, rest] = splitFrame(props);
  return (
    <Field {...frame}>
      {(control) => <input {...rest} {...control} className={`${CONTROL} h-8 ${className}`} />}
    </Field>
  );
}

export function TextArea({ className = '', ...props }: Control<'textarea'>) {
  const [frame, rest] = splitFrame(props);
  return (
    <Field {...frame}>
      {(control) => (
        <textarea rows={4} {...rest} {...control} className={`${CONTROL} py-1.5 ${className}`} />
      )}
    </Field>
  );
}

/** The browser's own list: it works by keyboard, by voice and on a phone as people know it. */
export function SelectField({ className = '', ...props }: Control<'select'>) {
  const [frame, rest] = splitFrame(props);
  return (
    <Field {...frame}>
      {(control) => (
        <select {...rest} {...control} className={`${CONTROL} h-8 pr-8 ${className}`} />
      )}
    </Field>
  );
}

/** What stands around a control, and what the control itself is told. */
function splitFrame<Props extends FieldFrame>({
  label,
  isLabelHidden,
  hint,
  fault,
  ...rest
}: Props) {
  return [{ label, isLabelHidden, hint, fault }, rest] as const;
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
        {hint !== undefined && <Hint id={id} text={hint} />}
      </div>
    </div>
  );
}
