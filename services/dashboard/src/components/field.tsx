import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

import { isAway } from '../app/connection.ts';
import { useStore } from '../app/store.ts';
import { texts } from './texts.ts';

const CONTROL =
  'block w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm text-ink ' +
  'disabled:opacity-60 aria-disabled:opacity-60 aria-invalid:border-bad';

interface FieldFrame {
  readonly label: string;
  /** Hides the label visually, where the context shows it. Screen readers still read it. */
  readonly isLabelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
  /** The validation error of the API. */
  readonly fault?: string | undefined;
}

interface FieldProps extends FieldFrame {
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A control with its label, hint and error, linked for screen readers. */
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
        // An alert, because the focus is still on the submit button.
        <p id={`${id}-fault`} role="alert" className="mt-1 flex items-start gap-1 text-xs text-bad">
          <CircleAlert size="0.8125rem" aria-hidden className="mt-0.5 shrink-0" />
          {fault}
        </p>
      )}
    </div>
  );
}

interface HintProps {
  /** The id of the control that the text belongs to. */
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

// Without a maximum, a year may have six digits, which JavaScript cannot parse.
const LAST_TIMES: Readonly<Record<string, string>> = {
  date: '9999-12-31',
  'datetime-local': '9999-12-31T23:59',
};

export function TextField({ className = '', ...props }: Control<'input'>) {
  const [frame, rest] = splitFrame({ ...props, max: props.max ?? LAST_TIMES[props.type ?? ''] });
  return (
    <Field {...frame}>
      {(control) => (
        <input
          {...rest}
          {...control}
          // React sets no `autofocus` attribute, so `DialogFrame` looks for this one.
          data-autofocus={rest.autoFocus}
          className={`${CONTROL} h-8 ${className}`}
        />
      )}
    </Field>
  );
}

export function TextArea({ className = '', ...props }: Control<'textarea'>) {
  const [frame, rest] = splitFrame(props);
  return (
    <Field {...frame}>
      {(control) => (
        <textarea
          dir="auto"
          rows={4}
          {...rest}
          {...control}
          className={`${CONTROL} py-1.5 ${className}`}
        />
      )}
    </Field>
  );
}

/** A text field for a name that suggests existing ones. */
export function NameField({ names, ...props }: Control<'input'> & { names: readonly string[] }) {
  const listId = useId();
  return (
    <>
      <TextField {...props} list={listId} />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface Busy {
  /** Whether its last change is being saved, for a control that saves at once. Until then, it refuses others. */
  readonly isBusy?: boolean | undefined;
}

/** Not `disabled`, which would take the focus away. React restores the value of a control whose change is ignored. */
function unlessBusy<Change>(isBusy: boolean | undefined, onChange: Change | undefined) {
  return isBusy === true ? { 'aria-disabled': true, onChange: () => {} } : { onChange };
}

/** The native select, which works with keyboards, voice control and phones as users expect. */
export function SelectField({
  className = '',
  isBusy,
  onChange,
  ...props
}: Control<'select'> & Busy) {
  const [frame, rest] = splitFrame(props);
  return (
    <Field {...frame}>
      {(control) => (
        <select
          {...rest}
          {...control}
          {...unlessBusy(isBusy, onChange)}
          className={`${CONTROL} h-8 pr-8 ${className}`}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<Id extends string> extends FieldFrame, Busy {
  readonly choices: readonly { readonly id: Id; readonly text: string }[];
  /** Undefined or empty if nothing is chosen. */
  readonly value: string | undefined;
  /** The option for none; leave it out if a choice is required. */
  readonly none?: string;
  /**
   * Where the choices come from. If they cannot be loaded, the field says why, and focusing it loads them again. While
   * the service is unreachable, the page says so, and loads them when it is back.
   */
  readonly query?: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  readonly onChoose: (id: Id | undefined) => void;
}

/** A choice of one option, or none. A chosen ID that is not among the options, as while they load, is shown as is. */
export function ChoiceField<Id extends string>(props: ChoiceFieldProps<Id>) {
  const { choices, value = '', none, query, onChoose, ...field } = props;
  const isListed = value === '' || choices.some(({ id }) => id === value);
  const isUnreachable = useStore(isAway);
  const failure = query?.data === undefined && !isUnreachable ? query?.error : null;
  return (
    <SelectField
      {...field}
      {...(failure && { fault: failure.message, onFocus: () => void query?.refetch() })}
      value={value}
      onChange={({ target }) => onChoose(choices.find(({ id }) => id === target.value)?.id)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {!isListed && <option value={value}>{value}</option>}
      {choices.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** A rate in percent; `toPercent` and `toRate` convert. */
export function PercentField({ fault, ...props }: Omit<Control<'input'>, 'type'>) {
  return (
    <TextField
      type="number"
      min={0}
      max={100}
      step="any"
      inputMode="decimal"
      fault={fault && texts.percentFault}
      {...props}
    />
  );
}

/** Splits the props of the frame from those of the control. */
function splitFrame<Props extends FieldFrame>({
  label,
  isLabelHidden,
  hint,
  fault,
  ...rest
}: Props) {
  return [{ label, isLabelHidden, hint, fault }, rest] as const;
}

interface CheckboxProps extends ComponentProps<'input'>, Busy {
  readonly label: string;
  readonly hint?: string;
}

export function Checkbox({
  label,
  hint,
  className = '',
  isBusy,
  onChange,
  ...rest
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={`flex items-start gap-2 ${className}`}>
      <input
        {...rest}
        {...unlessBusy(isBusy, onChange)}
        type="checkbox"
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-4 shrink-0 accent-accent-fill aria-disabled:opacity-60"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm text-ink">
          {label}
        </label>
        {hint !== undefined && <Hint id={id} text={hint} />}
      </div>
    </div>
  );
}

interface CheckboxesProps<Id extends string> extends Busy {
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly hint?: string }[];
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: readonly Id[]) => void;
}

/** A multiple choice; place it in a `<fieldset>`. */
export function Checkboxes<Id extends string>(props: CheckboxesProps<Id>) {
  const { choices, chosen, isBusy, onChange } = props;
  return choices.map(({ id, ...words }) => (
    <Checkbox
      key={id}
      {...words}
      checked={chosen.includes(id)}
      isBusy={isBusy}
      onChange={({ target }) =>
        onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
      }
    />
  ));
}

/** The email field of sign-in forms. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={texts.signIn.email}
      type="email"
      autoComplete="username"
      required
      {...props}
    />
  );
}

// Source: the API contract (NIST SP 800-63B).
const LENGTH_MIN = 8;
const LENGTH_MAX = 128;

type NewPasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'autoComplete' | 'minLength' | 'maxLength' | 'hint'
>;

/** A field for a new password. It can be revealed, so it need not be typed twice. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="space-y-2">
      <TextField
        required
        {...props}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        minLength={LENGTH_MIN}
        maxLength={LENGTH_MAX}
        hint={texts.password.hint(LENGTH_MIN)}
      />
      <Checkbox
        label={texts.password.show}
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </div>
  );
}

interface DateRange {
  readonly from: string;
  readonly to: string;
}

interface DateRangeFieldsProps {
  /** Days such as `2026-11-22`; empty if not set. */
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}

/** Two dates; the first is not after the second. */
export function DateRangeFields({ range, onChange }: DateRangeFieldsProps) {
  const { from, to } = range;
  return (
    <>
      <TextField
        label={texts.form.from}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <TextField
        label={texts.form.to}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </>
  );
}
