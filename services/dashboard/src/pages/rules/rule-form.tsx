import { useQuery } from '@tanstack/react-query';

import { groupsQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import {
  Checkbox,
  ChoiceField,
  PercentField,
  SelectField,
  TextArea,
  TextField,
} from '../../components/field.tsx';
import { onSubmitOf } from '../../components/form.tsx';
import { PlaceFields } from '../../components/place-fields.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import {
  JUDGE_PROVIDERS,
  kindOf,
  NEEDED,
  type PartName,
  PARTS,
  RULE_MODES,
  RULE_TYPES,
  type RuleDraft,
} from './rule-draft.ts';
import { texts } from './texts.ts';

interface RuleFormProps {
  readonly id: string;
  readonly draft: RuleDraft;
  readonly faultOf: (field: string) => string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<RuleDraft>) => void;
  readonly onSubmit: () => void;
}

/** The form of a rule, with help for its type. */
export function RuleForm(props: RuleFormProps) {
  const { id, draft, faultOf, isReadOnly, onChange, onSubmit } = props;
  return (
    <form id={id} onSubmit={onSubmitOf(onSubmit)}>
      {isReadOnly && <p className="mb-4 text-sm text-soft">{texts.readOnly}</p>}
      <fieldset disabled={isReadOnly} className="min-w-0 space-y-4">
        <TextField
          label={texts.name}
          value={draft.name}
          required
          maxLength={200}
          fault={faultOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <SelectField
          label={texts.type}
          hint={texts.types[draft.type].help}
          value={draft.type}
          fault={faultOf('type')}
          onChange={({ target }) =>
            onChange({ type: RULE_TYPES.find((type) => type === target.value) ?? draft.type })
          }
        >
          {texts.groups.map(({ name, types }) => (
            <optgroup key={name} label={name}>
              {types.map((type) => (
                <option key={type} value={type}>
                  {texts.types[type].name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <ValueFields key={draft.type} {...{ draft, faultOf, onChange }} />
        {draft.type === 'llm_judge' && <JudgeFields {...{ draft, onChange, faultOf }} />}
        <PlaceFields place={draft} hints={texts.placeHints} {...{ faultOf, onChange }} />
        <TextArea
          label={texts.description}
          hint={texts.descriptionHint}
          rows={2}
          maxLength={2000}
          value={draft.description}
          fault={faultOf('description')}
          onChange={({ target }) => onChange({ description: target.value })}
        />
        <ApprovalFields {...{ draft, faultOf, onChange }} />
        <ModeFields {...{ draft, faultOf, onChange }} />
      </fieldset>
    </form>
  );
}

type RulePartProps = Pick<RuleFormProps, 'draft' | 'onChange' | 'faultOf'>;

function JudgeFields({ draft, onChange, faultOf }: RulePartProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={texts.provider}
          value={draft.llmJudgeProvider}
          fault={faultOf('llmJudgeProvider')}
          none={texts.usualProvider}
          choices={JUDGE_PROVIDERS.map((id) => ({ id, text: componentTexts.judgeProviders[id] }))}
          onChoose={(chosen) => onChange({ llmJudgeProvider: chosen ?? '' })}
        />
        <TextField
          label={texts.model}
          hint={texts.modelHint}
          maxLength={200}
          value={draft.llmJudgeModel}
          fault={faultOf('llmJudgeModel')}
          onChange={({ target }) => onChange({ llmJudgeModel: target.value })}
        />
      </div>
      <Checkbox
        label={texts.judgeFiles}
        checked={draft.judgeFiles}
        onChange={({ target }) => onChange({ judgeFiles: target.checked })}
      />
    </>
  );
}

/** The required approvals for outputs that fail the rule. */
function ApprovalFields({ draft, faultOf, onChange }: RulePartProps) {
  const { needed, notSubmitter, groupId } = draft;
  const may = useMay();
  const { data: groups = [] } = useQuery({ ...groupsQuery, enabled: may('listGroups') });
  return (
    <>
      <ChoiceField
        label={texts.needed}
        hint={texts.neededHint}
        value={String(needed)}
        fault={faultOf('approvals.needed')}
        choices={NEEDED.map((n) => ({ id: String(n), text: texts.neededPeople(n) }))}
        onChoose={(chosen) => onChange({ needed: Number(chosen ?? 1) })}
      />
      {needed > 1 && (
        <>
          {(groups.length > 0 || groupId !== '') && (
            <ChoiceField
              label={texts.approvalGroup}
              value={groupId}
              fault={faultOf('approvals.groupId')}
              none={texts.anyGroup}
              choices={groups.map(({ id, name }) => ({ id, text: name }))}
              onChoose={(chosen) => onChange({ groupId: chosen ?? '' })}
            />
          )}
          <Checkbox
            label={texts.notSubmitter}
            checked={notSubmitter}
            onChange={({ target }) => onChange({ notSubmitter: target.checked })}
          />
        </>
      )}
    </>
  );
}

/** The mode of the rule; in shadow, also how often its judge runs. */
function ModeFields({ draft, faultOf, onChange }: RulePartProps) {
  const { mode, type, shadowRate } = draft;
  return (
    <>
      <ChoiceField
        label={texts.mode}
        hint={texts.modeHints[mode]}
        value={mode}
        fault={faultOf('mode')}
        choices={RULE_MODES.map((id) => ({ id, text: texts.modes[id] }))}
        onChoose={(chosen) => onChange({ mode: chosen ?? mode })}
      />
      {mode === 'shadow' && type === 'llm_judge' && (
        <PercentField
          label={texts.shadowRate}
          hint={texts.shadowRateHint}
          required
          value={shadowRate}
          fault={faultOf('shadowRate')}
          onChange={({ target }) => onChange({ shadowRate: target.value })}
        />
      )}
    </>
  );
}

/** The value of a rule, as its type needs it. */
function ValueFields({ draft, faultOf, onChange }: RulePartProps) {
  const { type, text, parts } = draft;
  const fault = faultOf('value');
  const { value: label, example } = texts.types[type];
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
  const { label, hint } = texts.parts[name];
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
        <option value="">{texts.choose}</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </SelectField>
    );
  }
  const isNumber = name === 'min' || name === 'max';
  return <TextField {...field} {...(isNumber ? { type: 'number', step: 'any' } : {})} />;
}
