import { Link, type LinkProps } from '@tanstack/react-router';

import { formatNumber } from '../formats.ts';
import type { SearchParams } from './search-params.ts';

type OutputLinkProps = Pick<LinkProps, 'preload'> & { id: string; className?: string };

/** Leads to an output, by its id; the class says how that breaks where there is no room for it. */
export function OutputLink({ id, className = '', ...rest }: OutputLinkProps) {
  const classes = `font-mono text-xs text-accent underline ${className}`;
  return (
    <Link to="/outputs/$id" params={{ id }} className={classes} {...rest}>
      {id}
    </Link>
  );
}

interface CountLinkProps {
  readonly n: number;
  /** What finds these outputs. */
  readonly search: SearchParams;
  /** In the place of the number. */
  readonly text?: string;
  /** What it is called for those who hear the page, where the text does not say it. */
  readonly label?: string;
}

/** A number of outputs, which leads to them; 0 leads nowhere. */
export function CountLink({ n, search, text = formatNumber(n), label }: CountLinkProps) {
  if (n === 0) return <span className="text-faint">{text}</span>;
  return (
    <Link to="/outputs" search={search} aria-label={label} className="text-accent hover:underline">
      {text}
    </Link>
  );
}
