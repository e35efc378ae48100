import { type ComponentProps, useState } from 'react';

import { Button } from '../../components/button.tsx';
import { Checkbox, ChoiceField, TextField } from '../../components/field.tsx';
import { failureBeside, faultOf, onSubmitOf } from '../../components/form.tsx';
import { FailureNotice } from '../../components/loaded.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure } from '../../components/toast-store.ts';
import { type Settings, type SettingsChange, useSaveSettings } from './queries.ts';
import { texts } from './texts.ts';

/** The boolean settings. */
type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean
    ? Name extends keyof SettingsChange
      ? Name
      : never
    : never;
}[keyof Settings];

interface SwitchListProps {
  readonly settings: Settings;
  readonly names: readonly SwitchName[];
}

/** Switches that save immediately. */
export function SwitchList({ settings, names }: SwitchListProps) {
  const save = useSaveSettings();
  const shown = save.isPending ? { ...settings, ...save.variables } : settings;
  return (
    <div className="space-y-3">
      {names.map((name) => (
        <Checkbox
          key={name}
          {...texts.switches[name]}
          checked={shown[name] ?? false}
          isBusy={save.isPending}
          onChange={({ target }) =>
            save.mutate(
              { [name]: target.checked },
              { onError: (error) => showFailure(new Error(faultOf(error, name) ?? error.message)) },
            )
          }
        />
      ))}
    </div>
  );
}

const DIGESTS = (['off', 'PT5M', 'PT15M', 'PT1H', 'P1D'] as const).map((id) => ({
  id,
  text: texts.digest.every[id],
}));

interface DigestChoiceProps {
  readonly settings: Settings;
  readonly name: 'slackDigest' | 'emailDigest';
}

/** The digest interval of a channel; saved immediately. */
export function DigestChoice({ settings, name }: DigestChoiceProps) {
  const save = useSaveSettings();
  const shown = save.isPending ? save.variables[name] : undefined;
  return (
    <ChoiceField
      label={texts.digest.labels[name]}
      hint={texts.digest.hint}
      choices={DIGESTS}
      value={shown ?? settings[name]}
      isBusy={save.isPending}
      onChoose={(chosen) => save.mutate({ [name]: chosen }, { onError: showFailure })}
    />
  );
}

interface SettingFormProps extends ComponentProps<typeof TextField> {
  /** The stored setting as field text; empty if it is never shown. */
  readonly kept: string;
  readonly changeTo: (text: string) => SettingsChange;
  /** For a setting that a button removes: the change that does; null if there is nothing to remove. */
  readonly removal?: SettingsChange | null;
}

/** A field for one setting, with a button that is enabled once it changed. */
export function SettingForm(props: SettingFormProps) {
  const { kept, changeTo, removal, className = '', ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? kept;
  const save = useSaveSettings();
  const send = (change: SettingsChange): void =>
    save.mutate(change, { onSuccess: () => setTyped(null) });
  const names = Object.keys(changeTo(text));
  const failure = failureBeside(save.error, names);
  return (
    <form onSubmit={onSubmitOf(() => send(changeTo(text)))} className={`space-y-3 ${className}`}>
      <TextField
        {...field}
        value={text}
        readOnly={save.isPending}
        fault={names.map((name) => faultOf(save.error, name)).find(Boolean)}
        onChange={({ target }) => setTyped(target.value)}
      />
      {failure && <FailureNotice error={failure} />}
      <div className="flex gap-2">
        <Button
          type="submit"
          tone={removal === undefined ? 'primary' : 'plain'}
          disabled={text === kept}
          isBusy={save.isPending}
        >
          {componentTexts.form.save}
        </Button>
        {removal && (
          <Button tone="quiet" disabled={save.isPending} onClick={() => send(removal)}>
            {texts.takeAway}
          </Button>
        )}
      </div>
    </form>
  );
}
