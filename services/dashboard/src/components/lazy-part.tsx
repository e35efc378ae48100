import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { FailureNotice } from './loaded.tsx';
import { texts } from './texts.ts';

interface LazyPartProps<Module> {
  /** The cache key of the loaded module. */
  readonly name: string;
  readonly load: () => Promise<Module>;
  /** The placeholder while it loads. */
  readonly meanwhile: ReactNode;
  /** Shown below the error if it cannot be loaded. */
  readonly instead?: ReactNode;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A part of the page that loads when it is first shown. Unlike React's `lazy`, it can retry after a failure.
 * If a newer release removed the file, only a page reload helps, which keeps typed text.
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
