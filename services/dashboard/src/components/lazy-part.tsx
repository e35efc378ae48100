import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { FailureNotice } from './loaded.tsx';
import { texts } from './texts.ts';

interface LazyPartProps<Module> {
  /** By it the part is known once it is loaded. */
  readonly name: string;
  readonly load: () => Promise<Module>;
  /** Stands in its place until it is loaded. */
  readonly meanwhile: ReactNode;
  /** Stands below the notice that it could not be loaded. */
  readonly instead?: ReactNode;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A part of the page that is loaded when it is first shown. `lazy` of React would keep a failure for as long as the page
 * is open; this one is loaded anew. What a newer release has taken away comes with the page only, which keeps what was typed.
 */
export function LazyPart<Module>(props: LazyPartProps<Module>) {
  const { name, load, meanwhile, instead, children } = props;
  const part = useQuery({
    queryKey: ['part', name],
    queryFn: load,
    ...{ staleTime: Infinity, gcTime: Infinity, networkMode: 'always', retry: false },
  });
  if (part.data !== undefined) return children(part.data);
  if (part.isFetching) return meanwhile;
  return (
    <>
      <FailureNotice error={new Error(texts.part.failed)} onRetry={() => void part.refetch()}>
        <Button size="small" onClick={() => window.location.reload()}>
          {texts.part.reload}
        </Button>
      </FailureNotice>
      {instead}
    </>
  );
}
