import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { Checkbox, SelectField, TextField } from '../../components/field.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { texts } from '../../texts.ts';
import type { Token } from './token-row.tsx';

type Scope = Token['scopes'][number];

const LIFETIMES_DAYS = [0, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

const { tokens: words } = texts;

const SCOPES = Object.keys(words.scopeNames) as readonly Scope[];

/** Asks for a name and what the token may do, then shows it, this once. */
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['submit', 'read']);
  const [lifetimeDays, setLifetimeDays] = useState(0);
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      take(
        api.POST('/api/tokens', {
          body: { name, scopes: [...scopes], ...expiryIn(lifetimeDays) },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
  if (make.data) {
    return (
      <SecretOnce
        title={words.made(make.data.name)}
        description={words.madeText}
        secret={make.data.token}
        onClose={onClose}
      />
    );
  }
  const failure = failureBeside(make.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.make}
      description={words.makeText}
      submitText={words.makeDo}
      isReady={scopes.length > 0}
      isBusy={make.isPending}
      failure={failure}
      onSubmit={() => make.mutate()}
    >
      <TextField
        label={words.name}
        required
        maxLength={200}
        hint={words.nameHint}
        value={name}
        fault={faultOf(make.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <ScopesChoice scopes={scopes} onChange={setScopes} />
      <SelectField
        label={words.expires}
        value={lifetimeDays}
        onChange={({ target }) => setLifetimeDays(Number(target.value))}
      >
        {LIFETIMES_DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 0 ? words.never : words.inDays(days)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

interface ScopesChoiceProps {
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

function ScopesChoice({ scopes, onChange }: ScopesChoiceProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{words.scopes}</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          label={words.scopeNames[scope]}
          hint={words.scopeMeanings[scope]}
          checked={scopes.includes(scope)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...scopes, scope] : scopes.filter((chosen) => chosen !== scope),
            )
          }
        />
      ))}
    </fieldset>
  );
}

function expiryIn(days: number): { expiresAt?: string } {
  return days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
}
