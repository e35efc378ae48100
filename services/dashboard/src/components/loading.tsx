import { texts } from '../texts.ts';

/** Stands in the place of lines that are still coming. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div role="status" className="space-y-3 p-4">
      <span className="sr-only">{texts.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          aria-hidden
          className={`h-4 animate-pulse rounded bg-line ${index % 3 === 2 ? 'w-2/3' : 'w-full'}`}
        />
      ))}
    </div>
  );
}
