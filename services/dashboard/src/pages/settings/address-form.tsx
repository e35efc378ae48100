import { type SubmitEvent, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { failureBeside, faultOf } from '../../components/fault-of.ts';
import { TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { useSaveSettings } from './settings.ts';

interface AddressFormProps {
  readonly name: 'slackWebhookUrl' | 'notificationEmail' | 'outboundWebhookUrl';
  /** What turns on with a first address: whoever gives one wants it to be told. */
  readonly turnsOn: 'slackNotificationsEnabled' | 'emailNotificationsEnabled' | 'webhookEnabled';
  readonly label: string;
  readonly hint?: string;
  readonly type: 'url' | 'email';
  /** What is stored, as far as it is shown; empty where it is not, or where there is nothing. */
  readonly shown: string;
  readonly isStored: boolean;
}

/** One address that is told of outputs: it is saved, replaced, or taken away. */
export function AddressForm(props: AddressFormProps) {
  const { name, turnsOn, label, hint, type, shown, isStored } = props;
  const [address, setAddress] = useState(shown);
  const save = useSaveSettings();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const change = { [name]: address, ...(isStored ? {} : { [turnsOn]: true }) };
    // A URL that is not shown again does not stay in its field either.
    save.mutate(change, { onSuccess: () => setAddress(name === 'slackWebhookUrl' ? '' : address) });
  };
  const remove = (): void => save.mutate({ [name]: null }, { onSuccess: () => setAddress('') });
  const failure = failureBeside(save.error, [name, turnsOn]);
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        type={type}
        required
        maxLength={2000}
        value={address}
        fault={faultOf(save.error, name) ?? faultOf(save.error, turnsOn)}
        onChange={({ target }) => setAddress(target.value)}
      />
      {failure && <FailureNotice error={failure} />}
      <div className="flex gap-2">
        <Button type="submit" isBusy={save.isPending} disabled={address === shown}>
          {texts.form.save}
        </Button>
        {isStored && (
          <Button tone="quiet" disabled={save.isPending} onClick={remove}>
            {texts.settings.takeAway}
          </Button>
        )}
      </div>
    </form>
  );
}
