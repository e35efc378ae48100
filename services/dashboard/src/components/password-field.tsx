import { type ComponentProps, useState } from 'react';

import { texts } from '../texts.ts';
import { Checkbox, TextField } from './field.tsx';

// Source: the contract of the API (NIST SP 800-63B).
const LENGTH_MIN = 8;
const LENGTH_MAX = 128;

type NewPasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'autoComplete' | 'minLength' | 'maxLength' | 'hint'
>;

/** A password that is chosen: it can be looked at, so that nobody has to type it twice. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="space-y-2">
      <TextField
        required
        {...props}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        minLength={LENGTH_MIN}
        maxLength={LENGTH_MAX}
        hint={texts.password.hint(LENGTH_MIN)}
      />
      <Checkbox
        label={texts.password.show}
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </div>
  );
}
