import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '../../components/badge.tsx';
import { TextField } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { Cell, HeadCell, Row, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import type { ListedDocument } from './document-queries.ts';

const { instructions: words } = texts;

// So many are taken in at a glance.
const LOOKED_THROUGH_MAX = 15;

export function DocumentTable({ documents }: { readonly documents: readonly ListedDocument[] }) {
  const [word, setWord] = useState('');
  const looked = word.trim().toLowerCase();
  const found = documents.filter(({ projectName, taskName }) =>
    `${projectName} / ${taskName}`.toLowerCase().includes(looked),
  );
  return (
    <div className="space-y-3">
      {documents.length > LOOKED_THROUGH_MAX && (
        <div className="max-w-sm">
          <TextField
            label={words.find}
            isLabelHidden
            type="search"
            placeholder={words.find}
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </div>
      )}
      <Card isFlush>
        <Table caption={words.title}>
          <thead>
            <tr>
              <HeadCell>{words.document}</HeadCell>
              <HeadCell className="text-right">{words.version}</HeadCell>
              <HeadCell>{words.saved}</HeadCell>
              <HeadCell>{words.savedBy}</HeadCell>
              <HeadCell className="text-right">{words.notes}</HeadCell>
              <HeadCell>{words.suggestion}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {found.map((document) => (
              <DocumentRow
                key={JSON.stringify([document.projectName, document.taskName])}
                document={document}
              />
            ))}
          </tbody>
        </Table>
      </Card>
    </div>
  );
}

function DocumentRow({ document }: { readonly document: ListedDocument }) {
  const { projectName, taskName, version, updatedAt, createdBy } = document;
  const { queuedCount, hasPendingSuggestion } = document;
  return (
    <Row>
      <Cell className="break-words">
        <Link
          to="/instructions/document"
          search={{ project: projectName, task: taskName }}
          className="font-medium text-ink hover:text-accent hover:underline"
        >
          {projectName} <span className="font-normal text-faint">/</span> {taskName}
        </Link>
      </Cell>
      <Cell className="text-right tabular-nums">{version}</Cell>
      <Cell className="text-soft">
        <Moment at={updatedAt} />
      </Cell>
      <Cell className="text-soft">
        <span className="line-clamp-1 max-w-64 break-all">{createdBy}</span>
      </Cell>
      <Cell className={`text-right tabular-nums ${queuedCount === 0 ? 'text-faint' : ''}`}>
        {queuedCount}
      </Cell>
      <Cell>
        {hasPendingSuggestion && (
          <Badge tone="accent" icon={Sparkles}>
            {words.waits}
          </Badge>
        )}
      </Cell>
    </Row>
  );
}
