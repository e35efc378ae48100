import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { kindOf, type PartName, PARTS, type RuleDraft } from './rule-draft.ts';

interface ValueFieldsProps {
  readonly draft: RuleDraft;
  readonly fault: string | undefined;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

/** What a rule expects, in the form that its type needs. */
export function ValueFields({ draft, fault, onChange }: ValueFieldsProps) {
  const { type, text, parts } = draft;
  const { value: label, example } = texts.rules.types[type];
  const kind = kindOf(type);
  if (kind === 'parts') {
    return (
      <div className="grid gap-4 sm:grid-cols-3">
        {PARTS[type]?.map((name, place) => (
          <PartField
            key={name}
            name={name}
            value={parts[name] ?? ''}
            fault={place === 0 ? fault : undefined}
            onChange={(part) => onChange({ parts: { ...parts, [name]: part } })}
          />
        ))}
      </div>
    );
  }
  const field = {
    label,
    fault,
    hint: example,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ text: event.target.value }),
  };
  if (kind === 'long') {
    const isSchema = type === 'json_valid';
    return (
      <TextArea
        {...field}
        rows={isSchema ? 10 : 5}
        spellCheck={!isSchema}
        className={isSchema ? 'font-mono' : ''}
      />
    );
  }
  return (
    <TextField {...field} {...(kind === 'number' ? { type: 'number', step: 'any', min: 0 } : {})} />
  );
}

interface PartFieldProps {
  readonly name: PartName;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (part: string) => void;
}

function PartField({ name, value, fault, onChange }: PartFieldProps) {
  const { label, hint } = texts.rules.parts[name];
  const field = {
    label,
    hint,
    fault,
    value,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
  };
  if (name === 'is') {
    return (
      <SelectField {...field}>
        <option value="">{texts.rules.choose}</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </SelectField>
    );
  }
  const isNumber = name === 'min' || name === 'max';
  return <TextField {...field} {...(isNumber ? { type: 'number', step: 'any' } : {})} />;
}
