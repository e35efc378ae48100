import { Link, type LinkProps } from '@tanstack/react-router';

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
