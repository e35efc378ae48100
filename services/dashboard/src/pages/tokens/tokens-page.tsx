import { useQuery } from '@tanstack/react-query';
import { Clock, KeyRound, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { type Answer, api, type BodyOf, take } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, FormDialog, RemoveButton, SecretOnce } from '../../components/dialog.tsx';
import { Checkboxes, ChoiceField, TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { Cell, ListCard, Row, usePages } from '../../components/list.tsx';
import { EmptyState, Loaded } from '../../components/loaded.tsx';
import { Moment, useNow } from '../../components/moment.tsx';
import { Card, Page } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

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

type Scope = BodyOf<'createToken'>['scopes'][number];

const LIFETIMES = [0, 30, 90, 365].map((days) => ({
  id: String(days),
  text: days === 0 ? texts.never : texts.inDays(days),
}));
const DAY_MS = 86_400_000;

const SCOPES = (Object.keys(texts.scopeNames) as readonly Scope[]).map((id) => ({
  id,
  label: texts.scopeNames[id],
  hint: texts.scopeMeanings[id],
}));

/** Asks for a name and scopes, then shows the token once. */
function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, field } = useFields({ name: '' });
  const [scopes, setScopes] = useState<readonly Scope[]>(['submit', 'read']);
  const [lifetimeDays, setLifetimeDays] = useState('0');
  const make = useChangeOf(['tokens'], {
    mutationFn: () => {
      const body = { ...values, scopes: [...scopes], ...expiryIn(Number(lifetimeDays)) };
      return take(api.POST('/api/tokens', { body }));
    },
  });
  if (make.data) {
    return (
      <SecretOnce
        title={texts.made(make.data.name)}
        description={texts.madeText}
        secret={make.data.token}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      title={texts.make}
      description={texts.makeText}
      submitText={texts.makeDo}
      isReady={scopes.length > 0}
      {...sending(make, ['name'])}
    >
      <TextField
        label={texts.name}
        required
        maxLength={200}
        hint={texts.nameHint}
        {...field('name', make.error)}
      />
      <fieldset className="space-y-2">
        <legend className="mb-1 text-sm font-medium">{texts.scopes}</legend>
        <Checkboxes choices={SCOPES} chosen={scopes} onChange={setScopes} />
      </fieldset>
      <ChoiceField
        label={texts.expires}
        value={lifetimeDays}
        choices={LIFETIMES}
        onChoose={(days = '0') => setLifetimeDays(days)}
      />
    </FormDialog>
  );
}

function expiryIn(days: number): { expiresAt?: string } {
  return days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
}

/** The workspace token, which has all scopes. */
function WorkspaceTokenCard() {
  const [isAsking, setAsking] = useState(false);
  const settings = useQuery(settingsQuery);
  const rotate = useChangeOf(settingsQuery.queryKey, {
    mutationFn: () => take(api.POST('/api/settings/rotate-token')),
    onError: showFailure,
    onSettled: () => setAsking(false),
  });
  return (
    <Loaded query={settings} lines={2}>
      {({ tokenHint, tokenLastUsedAt }) => (
        <Card title={texts.workspace}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0 text-sm">
              <p className="text-soft">{texts.workspaceText}</p>
              <p className="mt-1">
                {tokenHint === null ? (
                  texts.none
                ) : (
                  <>
                    <code className="font-mono text-xs">wh-…{tokenHint}</code>
                    <LastUse at={tokenLastUsedAt} />
                  </>
                )}
              </p>
            </div>
            <Button
              icon={RefreshCw}
              isBusy={rotate.isPending}
              onClick={() => (tokenHint === null ? rotate.mutate() : setAsking(true))}
            >
              {tokenHint === null ? texts.makeWorkspace : texts.rotate}
            </Button>
          </div>
          {isAsking && (
            <ConfirmDialog
              onClose={() => setAsking(false)}
              title={texts.rotateTitle}
              text={texts.rotateText}
              confirm={texts.rotate}
              isBusy={rotate.isPending}
              onConfirm={() => rotate.mutate()}
            />
          )}
          {rotate.data && (
            <SecretOnce
              title={texts.madeWorkspace}
              description={texts.madeText}
              secret={rotate.data.webhookToken}
              onClose={() => rotate.reset()}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}

function LastUse({ at }: { readonly at: string | null }) {
  return (
    <span className="ml-2 text-xs text-faint">
      {at === null ? (
        texts.neverUsed
      ) : (
        <>
          {texts.lastUsed} <Moment at={at} />
        </>
      )}
    </span>
  );
}
