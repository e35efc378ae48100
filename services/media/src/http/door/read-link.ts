import { INTERNAL_HEADERS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { parseQuery, type RouteContext } from '@output-review/runtime';

/** The link that a request came with; an empty one, which nobody signed, where it came without. */
export function linkOf(ctx: RouteContext): string {
  return parseQuery(ctx.querystring).values['link'] ?? '';
}

/**
 * A link stands for itself: whoever sends a credential with it shows it to a place that it is not for.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function refuseCredential(ctx: RouteContext): void {
  // It ends at the gateway, which tells that there was one.
  if (ctx.get('authorization') === '' && ctx.get(INTERNAL_HEADERS.hasCredential) === '') return;
  throw new AppError(
    'VALIDATION_FAILED',
    'This link is used without an Authorization header: it says by itself what it allows.',
  );
}
