import { PlaceFields } from '../../components/place-fields.tsx';
import { texts } from '../../texts.ts';
import type { RuleDraft } from './rule-draft.ts';

interface RulePlaceProps {
  readonly draft: RuleDraft;
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

/** Which outputs a rule is for: all, those of a project, or those of a task. */
export function RulePlace({ draft, faultOf, onChange }: RulePlaceProps) {
  return (
    <PlaceFields
      project={{
        label: texts.rules.project,
        value: draft.projectName,
        isRequired: false,
        hint: texts.rules.projectHint,
        fault: faultOf('projectName'),
      }}
      task={{
        label: texts.rules.task,
        value: draft.taskName,
        isRequired: false,
        hint: texts.rules.taskHint,
        fault: faultOf('taskName'),
      }}
      onChange={onChange}
    />
  );
}
