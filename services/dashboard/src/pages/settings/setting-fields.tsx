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

interface SettingFormProps extends Omit<ComponentProps<typeof TextField>, 'name'> {
  readonly name: keyof SettingsChange;
  /** The stored setting as field text. */
  readonly kept: string;
  readonly changeTo: (text: string) => SettingsChange;
}

/** A field for one setting, with a button that is enabled once it changed. */
export function SettingForm(props: SettingFormProps) {
  const { name, kept, changeTo, className = '', ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? kept;
  const save = useSaveSettings();
  const failure = failureBeside(save.error, [name]);
  const submit = (): void => save.mutate(changeTo(text), { onSuccess: () => setTyped(null) });
  return (
    <form onSubmit={onSubmitOf(submit)} className={className}>
      <TextField
        {...field}
        value={text}
        readOnly={save.isPending}
        fault={faultOf(save.error, name)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-4 space-y-3">
        {failure && <FailureNotice error={failure} />}
        <Button type="submit" tone="primary" disabled={text === kept} isBusy={save.isPending}>
          {componentTexts.form.save}
        </Button>
      </div>
    </form>
  );
}
