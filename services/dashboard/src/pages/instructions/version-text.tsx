import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { versionTextQuery } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';

interface VersionTextProps {
  readonly names: DocumentNames;
  readonly version: number;
  readonly children: (text: string) => ReactNode;
}

/** Loads the text of a version. */
export function VersionText({ names, version, children }: VersionTextProps) {
  const { data, error, refetch } = useQuery(versionTextQuery(names, version));
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Loading /> : children(data);
}
