import { Fragment } from 'react';

import { codeOf, ORDERING } from './ordering-signs.ts';

/** Words of an AI or of a caller, as they are: signs that would turn their order around are shown. */
export function PlainWords({ text }: { readonly text: string }) {
  const signs = text.match(ORDERING);
  if (!signs) return text;
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
