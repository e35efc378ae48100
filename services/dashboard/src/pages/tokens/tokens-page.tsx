import { Clock, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { type Answer, api, take } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { RemoveButton } from '../../components/dialog.tsx';
import { Cell, ListCard, Row, usePages } from '../../components/list.tsx';
import { EmptyState } from '../../components/loaded.tsx';
import { Moment, useNow } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { texts } from './texts.ts';
import { WorkspaceTokenCard } from './workspace-token-card.tsx';

export function TokensPage() {
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <div className="space-y-6">
        <NamedTokensCard />
        <WorkspaceTokenCard />
      </div>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}

function NamedTokensCard() {
  const tokens = usePages('tokens', (query, signal) =>
    take(api.GET('/api/tokens', { params: { query }, signal })),
  );
  return (
    <ListCard
      {...tokens}
      stale="goes"
      title={texts.named}
      caption={texts.named}
      heads={[
        texts.name,
        texts.scopes,
        { text: texts.lastUse, className: 'hidden md:table-cell' },
        { text: texts.expires, className: 'hidden sm:table-cell' },
        { text: texts.actions, isHidden: true },
      ]}
      empty={<EmptyState icon={KeyRound} title={texts.noneNamed} text={texts.noneNamedText} />}
    >
      {(token) => <TokenRow key={token.id} token={token} />}
    </ListCard>
  );
}

type Token = Answer<'listTokens'>['items'][number];

function TokenRow({ token }: { readonly token: Token }) {
  const { id, name, hint, scopes, lastUsedAt, expiresAt } = token;
  const revoke = useChangeOf(['tokens'], {
    mutationFn: () => take(api.DELETE('/api/tokens/{id}', { params: { path: { id } } })),
    onSuccess: () => showToast(texts.revoked(name)),
    onError: showFailure,
  });
  return (
    <Row>
      <Cell className="min-w-28 wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <code className="font-mono text-xs text-faint">…{hint}</code>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{texts.scopeNames[scope]}</Badge>
          ))}
        </span>
      </Cell>
      <Cell className="hidden text-soft md:table-cell">
        {lastUsedAt === null ? texts.never : <Moment at={lastUsedAt} />}
      </Cell>
      <Cell className="hidden text-soft sm:table-cell">
        <Expiry expiresAt={expiresAt} />
      </Cell>
      <Cell className="w-0">
        <RemoveButton
          label={texts.revoke(name)}
          text={texts.revokeText}
          confirm={texts.revokeDo}
          isBusy={revoke.isPending}
          onConfirm={(options) => revoke.mutate(undefined, options)}
        />
      </Cell>
    </Row>
  );
}

function Expiry({ expiresAt }: { readonly expiresAt: string | null }) {
  const now = useNow();
  if (expiresAt === null) return texts.never;
  const isExpired = new Date(expiresAt).getTime() <= now;
  if (!isExpired) return <Moment at={expiresAt} />;
  return (
    <Badge tone="warn" icon={Clock}>
      {texts.expired}
    </Badge>
  );
}
