import type { ComponentProps, ReactNode } from 'react';

interface TableProps {
  /** What the table is of, for those who hear it. */
  readonly caption: string;
  readonly children: ReactNode;
}

/** A table of rows that are read, not edited. Stands in `<Card isFlush>`. */
export function Table({ caption, children }: TableProps) {
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

export function HeadCell({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`border-b border-line px-4 py-2 text-xs font-medium whitespace-nowrap text-faint ${className}`}
    />
  );
}

export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={`border-b border-line px-4 py-2 align-middle group-last:border-b-0 ${className}`}
    />
  );
}

export function Row({ className = '', ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={`group hover:bg-sunken/60 ${className}`} />;
}
