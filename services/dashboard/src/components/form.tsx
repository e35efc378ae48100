import { type ReactNode, type SubmitEvent, useState } from 'react';

import { ApiFailure } from '../api/client.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './loaded.tsx';
import { texts } from './texts.ts';

/** The submission state of a form. */
export interface Sending {
  readonly isBusy?: boolean;
  /** The error, unless a field shows it. */
  readonly failure?: Error | null;
  readonly onSubmit: () => void;
}

/** The part of a mutation that a form uses. */
interface Change {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly mutate: () => void;
}

/**
 * Connects a form to a mutation: `<FormDialog {...sending(save, ['name'])}>`.
 *
 * @param fields that show their own API errors.
 */
export function sending(change: Change, fields: readonly string[] = []): Required<Sending> {
  const { error, isPending, mutate } = change;
  return { isBusy: isPending, failure: failureBeside(error, fields), onSubmit: () => mutate() };
}

/** The API's validation error for a field; undefined if there is none. */
export function faultOf(error: Error | null, field: string): string | undefined {
  return error instanceof ApiFailure ? error.fields[field] : undefined;
}

/** Returns the error unless one of the fields shows it; null without an error. */
export function failureBeside(error: Error | null, fields: readonly string[]): Error | null {
  return fields.some((field) => faultOf(error, field) !== undefined) ? null : error;
}

/** For `<form onSubmit>`; keeps the browser from navigating. */
export function onSubmitOf(send: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    send();
  };
}

/** The values of a form by field name: `<TextField label="Name" {...field('name', save.error)} />`. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [before] = useState(initial);
  const [values, setValues] = useState(initial);
  const field = (name: Name, error: Error | null = null, nameOfApi: string = name) => ({
    value: values[name],
    fault: faultOf(error, nameOfApi),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  });
  return { before, values, field, clear: () => setValues(initial) };
}

interface SubmitFormProps extends Sending {
  readonly submitText: string;
  readonly children: ReactNode;
}

/** A form with one full-width button. */
export function SubmitForm({ submitText, isBusy, failure, onSubmit, children }: SubmitFormProps) {
  return (
    <form onSubmit={onSubmitOf(onSubmit)} className="space-y-4">
      {children}
      {failure && <FailureNotice error={failure} />}
      <Button type="submit" tone="primary" isBusy={isBusy ?? false} className="w-full">
        {submitText}
      </Button>
    </form>
  );
}

interface FilterFormProps {
  /** The grid columns on wide screens. */
  readonly className: string;
  readonly onSubmit: () => void;
  /** Null if no filter is set. */
  readonly onClear: (() => void) | null;
  readonly children: ReactNode;
}

/** The filters above a list; their values are in the URL. */
export function FilterForm({ className, onSubmit, onClear, children }: FilterFormProps) {
  return (
    <form
      role="search"
      aria-label={texts.filter.apply}
      onSubmit={onSubmitOf(onSubmit)}
      className={`mb-4 grid grid-cols-2 items-end gap-3 ${className}`}
    >
      {children}
      <div className="flex gap-2">
        <Button type="submit" tone="primary">
          {texts.filter.apply}
        </Button>
        {onClear && <Button onClick={onClear}>{texts.filter.clear}</Button>}
      </div>
    </form>
  );
}
