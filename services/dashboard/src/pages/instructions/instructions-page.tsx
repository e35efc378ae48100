import { useQuery } from '@tanstack/react-query';
import { BookOpenText, Plus } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { documentsQuery } from './document-queries.ts';
import { DocumentTable } from './document-table.tsx';
import { NewDocumentDialog } from './new-document-dialog.tsx';

const { instructions: words } = texts;

/** The texts that automations work under. */
export function InstructionsPage() {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(documentsQuery);
  const add = may('saveInstructionsVersion') && (
    <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
      {words.new}
    </Button>
  );
  return (
    <Page
      title={words.title}
      description={words.titleText}
      actions={data && data.length > 0 && add}
    >
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.length === 0 && (
        <EmptyState icon={BookOpenText} title={words.empty} text={words.emptyText}>
          {add}
        </EmptyState>
      )}
      {data && data.length > 0 && <DocumentTable documents={data} />}
      {isAdding && <NewDocumentDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}
