import { Fragment } from 'react';

import { codeOf, nameOrdering, ORDERING } from './ordering-signs.ts';

// Each is an element; a text may be of nothing but such signs.
const SIGNS_MAX = 20;

/** Words of an AI or of a caller, as they are: signs that would turn their order around are shown. */
export function PlainWords({ text }: { readonly text: string }) {
  const signs = text.match(ORDERING);
  if (!signs) return text;
  if (signs.length > SIGNS_MAX) return nameOrdering(text);
  return text.split(ORDERING).map((part, index) => (
    <Fragment key={index}>
      {part}
      {signs[index] !== undefined && (
        <span className="rounded-xs bg-bad-soft px-0.5 font-mono text-xs text-bad">
          {`U+${codeOf(signs[index])}`}
        </span>
      )}
    </Fragment>
  ));
}
