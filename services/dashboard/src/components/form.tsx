import { type ReactNode, type SubmitEvent, useState } from 'react';

import { ApiFailure } from '../api/client.ts';
import { Button } from './button.tsx';
import { FailureNotice } from './loaded.tsx';
import { texts } from './texts.ts';

/** What a form needs to know of what it sends. */
export interface Sending {
  readonly isBusy?: boolean;
  /** What went wrong, where no field says so by itself. */
  readonly failure?: Error | null;
  readonly onSubmit: () => void;
}

/** A change by the API, as far as a form asks for it. */
interface Change {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly mutate: () => void;
}

/**
 * Has a form send a change: `<FormDialog {...sending(save, ['name'])}>`.
 *
 * @param fields that say by themselves what the API found wrong with them.
 */
export function sending(change: Change, fields: readonly string[] = []): Required<Sending> {
  const { error, isPending, mutate } = change;
  return { isBusy: isPending, failure: failureBeside(error, fields), onSubmit: () => mutate() };
}

/** What the API found wrong with a field; undefined where it found nothing. */
export function faultOf(error: Error | null, field: string): string | undefined {
  return error instanceof ApiFailure ? error.fields[field] : undefined;
}

/** A failure that no field of the form tells of; null where one does, or nothing failed. */
export function failureBeside(error: Error | null, fields: readonly string[]): Error | null {
  return fields.some((field) => faultOf(error, field) !== undefined) ? null : error;
}

/** For `<form onSubmit>`: the page stays. */
export function onSubmitOf(send: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    send();
  };
}

/** The texts of a form by their names: `<TextField label="Name" {...field('name', save.error)} />`. */
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
  /** The fields. */
  readonly children: ReactNode;
}

/** Fields with one wide button below them. */
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
  /** Its columns on a wide page. */
  readonly className: string;
  readonly onSubmit: () => void;
  /** Null where nothing is filtered. */
  readonly onClear: (() => void) | null;
  /** The fields. */
  readonly children: ReactNode;
}

/** The filters above a list. What is asked for stands in the address. */
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
