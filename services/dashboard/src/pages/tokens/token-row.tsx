import { Clock, Trash2 } from 'lucide-react';

import type { operations } from '../../api/schema.d.ts';
import { Badge } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { Moment } from '../../components/moment.tsx';
import { Cell, Row } from '../../components/table.tsx';
import { texts } from '../../texts.ts';

const { tokens: words } = texts;

export type Token =
  operations['listTokens']['responses'][200]['content']['application/json']['items'][number];

interface TokenRowProps {
  readonly token: Token;
  readonly onRevoke: () => void;
}

export function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { name, hint, scopes, lastUsedAt, expiresAt } = token;
  return (
    <Row>
      <Cell>
        <span className="block font-medium break-words">{name}</span>
        <code className="font-mono text-xs text-faint">…{hint}</code>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{words.scopeNames[scope]}</Badge>
          ))}
        </span>
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        {lastUsedAt === null ? words.never : <Moment at={lastUsedAt} />}
      </Cell>
      <Cell className="hidden text-soft sm:table-cell">
        <Expiry expiresAt={expiresAt} />
      </Cell>
      <Cell className="w-0">
        <IconButton icon={Trash2} label={words.revoke(name)} onClick={onRevoke} />
      </Cell>
    </Row>
  );
}

function Expiry({ expiresAt }: { readonly expiresAt: string | null }) {
  if (expiresAt === null) return words.never;
  const isOver = new Date(expiresAt) <= new Date();
  if (!isOver) return <Moment at={expiresAt} />;
  return (
    <Badge tone="warn" icon={Clock}>
      {words.expired}
    </Badge>
  );
}
