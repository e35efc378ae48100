import { Braces, ListPlus, Rows3, X } from 'lucide-react';
import { useState } from 'react';

import { Button, IconButton } from '../components/button.tsx';
import { Checkbox, TextArea, TextField } from '../components/field.tsx';
import { nameUnseen } from '../outputs/text-signs.ts';
import {
  type ParamFault,
  type ParamField,
  type ParamsDraft,
  readDraft,
  toForm,
  toJson,
} from './action-params.ts';
import { texts } from './texts.ts';

const words = texts.params;

interface ParamsFormProps {
  /** The name of the action. */
  readonly name: string;
  readonly draft: ParamsDraft;
  readonly onChange: (draft: ParamsDraft) => void;
}

/** The params of an action as a form with a field per param, or as one JSON text. */
export function ParamsForm({ name, draft, onChange }: ParamsFormProps) {
  const { params, faults } = readDraft(draft);
  const isForm = draft.kind === 'form';
  const canBeForm = params !== null && toForm(params).kind === 'form';
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="text-sm font-semibold break-words">
        {words.legend(nameUnseen(name))}
      </legend>
      {isForm ? (
        draft.fields.map((field, place) => (
          <Param
            key={field.name}
            field={field}
            fault={faults.get(field.name)}
            isFirst={place === 0}
            onChange={(changed) =>
              onChange({ ...draft, fields: draft.fields.with(place, changed) })
            }
          />
        ))
      ) : (
        <JsonField
          label={words.asJson}
          text={draft.text}
          fault={faults.get('')}
          isFirst
          onChange={(text) => onChange({ kind: 'json', text })}
        />
      )}
      {(isForm || canBeForm) && (
        <Button
          size="small"
          tone="quiet"
          icon={isForm ? Braces : Rows3}
          disabled={params === null}
          onClick={() => params && onChange(isForm ? toJson(params) : toForm(params))}
        >
          {isForm ? words.editJson : words.editForm}
        </Button>
      )}
    </fieldset>
  );
}

interface ParamProps {
  readonly field: ParamField;
  readonly fault: ParamFault | undefined;
  /** Whether it takes the focus first. */
  readonly isFirst: boolean;
  readonly onChange: (field: ParamField) => void;
}

// Longer texts, and those with line breaks, get a text area.
const LINE_CHARACTERS_MAX = 80;

function Param({ field, fault, isFirst, onChange }: ParamProps) {
  const label = nameUnseen(field.name);
  if (field.kind === 'list') {
    const change = (value: readonly string[]): void => onChange({ ...field, value });
    return <ListField label={label} items={field.value} isFirst={isFirst} onChange={change} />;
  }
  if (field.kind === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={field.value}
        autoFocus={isFirst}
        onChange={({ target }) => onChange({ ...field, value: target.checked })}
      />
    );
  }
  const change = (value: string): void => onChange({ ...field, value });
  if (field.kind === 'json') {
    return <JsonField {...{ label, fault, isFirst }} text={field.value} onChange={change} />;
  }
  const control = {
    ...{ label, value: field.value, autoFocus: isFirst },
    fault: fault && words.faults[fault],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(target.value),
  };
  if (field.kind === 'number') return <TextField {...control} inputMode="decimal" />;
  return <TextParam {...control} />;
}

interface TextParamProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly autoFocus: boolean;
  readonly fault?: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

function TextParam(control: TextParamProps) {
  // Keeps the initial choice, since replacing the field would lose the caret.
  const [isLong, setLong] = useState(control.value.length > LINE_CHARACTERS_MAX);
  // Removing an item moves the next text into its field.
  if (!isLong && control.value.includes('\n')) setLong(true);
  return isLong ? <TextArea {...control} /> : <TextField {...control} />;
}

interface JsonFieldProps extends Pick<ParamProps, 'fault' | 'isFirst'> {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const ROWS_MIN = 3;
const ROWS_MAX = 16;

function JsonField({ label, text, fault, isFirst, onChange }: JsonFieldProps) {
  return (
    <TextArea
      label={label}
      value={text}
      autoFocus={isFirst}
      fault={fault && words.faults[fault]}
      spellCheck={false}
      rows={Math.min(Math.max(text.split('\n').length, ROWS_MIN), ROWS_MAX)}
      className="font-mono"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface ListFieldProps {
  readonly label: string;
  readonly items: readonly string[];
  readonly isFirst: boolean;
  readonly onChange: (items: readonly string[]) => void;
}

function ListField({ label, items, isFirst, onChange }: ListFieldProps) {
  const [added, setAdded] = useState<number>();
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1 text-sm font-medium text-ink">{label}</legend>
      {items.map((item, place) => (
        <div key={place} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextParam
              label={words.item(label, place + 1)}
              isLabelHidden
              value={item}
              autoFocus={place === added || (isFirst && place === 0)}
              onChange={({ target }) => onChange(items.with(place, target.value))}
            />
          </div>
          <IconButton
            icon={X}
            label={words.removeItem(label, place + 1)}
            onClick={() => onChange(items.toSpliced(place, 1))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={ListPlus}
        onClick={() => {
          setAdded(items.length);
          onChange([...items, '']);
        }}
      >
        {words.addItem(label)}
      </Button>
    </fieldset>
  );
}
