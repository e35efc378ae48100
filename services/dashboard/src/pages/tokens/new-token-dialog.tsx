import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, type BodyOf, take } from '../../api/client.ts';
import { FormDialog, SecretOnce } from '../../components/dialog.tsx';
import { Checkboxes, ChoiceField, TextField } from '../../components/field.tsx';
import { sending, useFields } from '../../components/form.tsx';
import { texts } from './texts.ts';

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
export function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
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
