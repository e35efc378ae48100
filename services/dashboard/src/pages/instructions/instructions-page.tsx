import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpenText, Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { Cell, Findable, Row, Table } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card, Page } from '../../components/page.tsx';
import { PlaceFields } from '../../components/place-fields.tsx';
import { documentsQuery, type ListedDocument } from './queries.ts';
import { texts } from './texts.ts';

/** The list of instructions. */
export function InstructionsPage() {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const documents = useQuery(documentsQuery);
  const add = may('saveInstructionsVersion') && (
    <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
      {texts.new}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      description={texts.titleText}
      actions={documents.data && documents.data.length > 0 && add}
    >
      <Loaded query={documents}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={BookOpenText} title={texts.empty} text={texts.emptyText}>
              {add}
            </EmptyState>
          ) : (
            <DocumentTable documents={list} />
          )
        }
      </Loaded>
      {isAdding && <NewDocumentDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** Asks for the project and task. Existing instructions are opened. */
function NewDocumentDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [place, setPlace] = useState({ projectName: '', taskName: '' });
  const open = (): void => {
    const search = { project: place.projectName.trim(), task: place.taskName.trim() };
    void navigate({ to: '/instructions/document', search });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={texts.new}
      description={texts.newText}
      submitText={texts.goOn}
      onSubmit={open}
    >
      <PlaceFields
        place={place}
        isRequired
        onChange={(change) => setPlace({ ...place, ...change })}
      />
    </FormDialog>
  );
}

// Up to this many fit on a screen without search.
const LOOKED_THROUGH_MAX = 15;
// The page of a document has these too.
const WIDE = 'hidden md:table-cell';

function DocumentTable({ documents }: { readonly documents: readonly ListedDocument[] }) {
  return (
    <Findable
      items={documents}
      textsOf={({ projectName, taskName }) => [`${projectName} / ${taskName}`]}
      label={texts.find}
      glanceMax={LOOKED_THROUGH_MAX}
    >
      {(found) => (
        <Card isFlush>
          <Table
            caption={texts.title}
            heads={[
              texts.document,
              { text: texts.version, className: `text-right ${WIDE}` },
              texts.saved,
              { text: texts.savedBy, className: WIDE },
              { text: texts.notes, className: `text-right ${WIDE}` },
              texts.suggestion,
            ]}
          >
            {found.map((document) => (
              <DocumentRow
                key={JSON.stringify([document.projectName, document.taskName])}
                document={document}
              />
            ))}
          </Table>
        </Card>
      )}
    </Findable>
  );
}

function DocumentRow({ document }: { readonly document: ListedDocument }) {
  const { projectName, taskName, version, updatedAt, createdBy } = document;
  const { queuedCount, hasPendingSuggestion } = document;
  return (
    <Row>
      <Cell className="min-w-32 wrap-anywhere">
        <Link
          to="/instructions/document"
          search={{ project: projectName, task: taskName }}
          className="font-medium text-ink hover:text-accent hover:underline"
        >
          {projectName} <span className="font-normal text-faint">/</span> {taskName}
        </Link>
      </Cell>
      <Cell className={`text-right tabular-nums ${WIDE}`}>{version}</Cell>
      <Cell className="text-soft">
        <Moment at={updatedAt} />
      </Cell>
      <Cell className={`text-soft ${WIDE}`}>
        <span className="line-clamp-1 max-w-64 break-all">{createdBy}</span>
      </Cell>
      <Cell className={`text-right tabular-nums ${WIDE} ${queuedCount === 0 ? 'text-faint' : ''}`}>
        {queuedCount}
      </Cell>
      <Cell>
        {hasPendingSuggestion && (
          <Badge tone="accent" icon={Sparkles}>
            {texts.waits}
          </Badge>
        )}
      </Cell>
    </Row>
  );
}
