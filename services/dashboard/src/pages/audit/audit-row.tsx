import { Link } from '@tanstack/react-router';

import { Moment } from '../../components/moment.tsx';
import { Cell, Row } from '../../components/table.tsx';
import { texts } from '../../texts.ts';
import type { AuditRecord } from './audit-record.ts';
import { describeChange } from './describe-change.ts';

const { audit: words } = texts;
const ACTIONS: Readonly<Record<string, string>> = words.actions;

export function AuditRow({ record }: { readonly record: AuditRecord }) {
  const { at, actor, address, action, logId, target } = record;
  const changes = describeChange(record);
  return (
    <Row>
      <Cell className="align-top text-soft">
        <Moment at={at} isExact />
      </Cell>
      <Cell className="align-top">
        <span className="block wrap-anywhere">{actor.name}</span>
        {address !== null && <span className="block text-xs text-faint">{address}</span>}
      </Cell>
      <Cell className="align-top">
        {/* A newer service may do what this page has no words for. */}
        <span className="block">{ACTIONS[action] ?? action}</span>
        {logId === null ? (
          <span className="block font-mono text-xs wrap-anywhere text-faint">{target.id}</span>
        ) : (
          <Link
            to="/outputs/$id"
            params={{ id: logId }}
            className="font-mono text-xs wrap-anywhere text-accent underline"
          >
            {logId}
          </Link>
        )}
      </Cell>
      <Cell className="hidden max-w-md align-top text-xs text-soft lg:table-cell">
        <ul>
          {changes.map(({ field, text }) => (
            <li key={field} className="break-words">
              <span className="text-faint">{field}:</span> {text}
            </li>
          ))}
        </ul>
      </Cell>
    </Row>
  );
}
