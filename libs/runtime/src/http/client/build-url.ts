import type { Operation } from '@output-review/contracts';

interface UrlParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/**
 * Fills an operation's path.
 *
 * @throws Error where a path parameter is missing.
 */
export function buildUrl(
  baseUrl: string,
  operation: Operation,
  { params = {}, query = {} }: UrlParts,
): { origin: string; path: string } {
  const path = operation.path.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, rest: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.id} needs the path parameter ${name}`);
    // The rest of a path keeps its slashes.
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  return {
    origin: base.origin,
    path: search.size > 0 ? `${prefix}${path}?${search.toString()}` : prefix + path,
  };
}
