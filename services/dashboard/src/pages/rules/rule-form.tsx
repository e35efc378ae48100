import { Checkbox, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { JUDGE_PROVIDERS, RULE_TYPES, type RuleDraft } from './rule-draft.ts';
import { RulePlace } from './rule-place.tsx';
import { ValueFields } from './value-fields.tsx';

interface RuleFormProps {
  readonly id: string;
  readonly draft: RuleDraft;
  readonly faultOf: (field: string) => string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<RuleDraft>) => void;
  readonly onSubmit: () => void;
}

/** A rule with help for its type. */
export function RuleForm(props: RuleFormProps) {
  const { id, draft, faultOf, isReadOnly, onChange, onSubmit } = props;
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <fieldset disabled={isReadOnly} className="min-w-0 space-y-4">
        <TextField
          label={texts.rules.name}
          value={draft.name}
          required
          maxLength={200}
          fault={faultOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <SelectField
          label={texts.rules.type}
          hint={texts.rules.types[draft.type].help}
          value={draft.type}
          fault={faultOf('type')}
          onChange={({ target }) =>
            onChange({ type: RULE_TYPES.find((type) => type === target.value) ?? draft.type })
          }
        >
          {texts.rules.groups.map(({ name, types }) => (
            <optgroup key={name} label={name}>
              {types.map((type) => (
                <option key={type} value={type}>
                  {texts.rules.types[type].name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <ValueFields key={draft.type} draft={draft} fault={faultOf('value')} onChange={onChange} />
        {draft.type === 'llm_judge' && <JudgeFields {...{ draft, onChange, faultOf }} />}
        <RulePlace {...{ draft, faultOf, onChange }} />
        <TextArea
          label={texts.rules.description}
          hint={texts.rules.descriptionHint}
          rows={2}
          maxLength={2000}
          value={draft.description}
          fault={faultOf('description')}
          onChange={({ target }) => onChange({ description: target.value })}
        />
        <Checkbox
          label={texts.rules.isActive}
          hint={texts.rules.isActiveHint}
          checked={draft.isActive}
          onChange={({ target }) => onChange({ isActive: target.checked })}
        />
      </fieldset>
    </form>
  );
}

function JudgeFields({
  draft,
  onChange,
  faultOf,
}: Pick<RuleFormProps, 'draft' | 'onChange' | 'faultOf'>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.rules.provider}
          value={draft.llmJudgeProvider}
          fault={faultOf('llmJudgeProvider')}
          onChange={({ target }) =>
            onChange({
              llmJudgeProvider: JUDGE_PROVIDERS.find((name) => name === target.value) ?? '',
            })
          }
        >
          <option value="">{texts.rules.usualProvider}</option>
          {JUDGE_PROVIDERS.map((name) => (
            <option key={name} value={name}>
              {texts.rules.providers[name]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.rules.model}
          hint={texts.rules.modelHint}
          maxLength={200}
          value={draft.llmJudgeModel}
          fault={faultOf('llmJudgeModel')}
          onChange={({ target }) => onChange({ llmJudgeModel: target.value })}
        />
      </div>
      <Checkbox
        label={texts.rules.judgeFiles}
        checked={draft.judgeFiles}
        onChange={({ target }) => onChange({ judgeFiles: target.checked })}
      />
    </>
  );
}
