import { Link, type LinkProps } from '@tanstack/react-router';

import { formatNumber } from '../formats.ts';
import type { SearchParams } from './search-params.ts';

type OutputLinkProps = Pick<LinkProps, 'preload'> & { id: string; className?: string };

/** Links to an output by its ID. The class says how a long ID wraps. */
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
  /** The search that finds these outputs. */
  readonly search: SearchParams;
  /** Replaces the number. */
  readonly text?: string;
  /** The accessible name, if the text is not enough. */
  readonly label?: string;
}

/** A number of outputs, linked to them; 0 is not linked. */
export function CountLink({ n, search, text = formatNumber(n), label }: CountLinkProps) {
  if (n === 0) return <span className="text-faint">{text}</span>;
  return (
    <Link to="/outputs" search={search} aria-label={label} className="text-accent hover:underline">
      {text}
    </Link>
  );
}
