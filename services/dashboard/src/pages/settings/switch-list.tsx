import { faultOf } from '../../components/fault-of.ts';
import { Checkbox } from '../../components/field.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { type Settings, type SettingsChange, useSaveSettings } from './settings.ts';

/** The settings that are on or off. */
export type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean
    ? Name extends keyof SettingsChange
      ? Name
      : never
    : never;
}[keyof Settings];

interface SwitchListProps {
  readonly settings: Settings;
  readonly names: readonly SwitchName[];
  readonly words: Readonly<Record<SwitchName, { readonly label: string; readonly hint: string }>>;
}

/** Each is saved when it is switched. */
export function SwitchList({ settings, names, words }: SwitchListProps) {
  const save = useSaveSettings();
  const shown = save.isPending ? { ...settings, ...save.variables } : settings;
  return (
    <div className="space-y-3">
      {names.map((name) => (
        <Checkbox
          key={name}
          {...words[name]}
          checked={shown[name] ?? false}
          disabled={save.isPending}
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
