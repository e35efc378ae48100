import { Play } from 'lucide-react';
import { useState } from 'react';

import { ApiFailure } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import type { RuleDraft } from './rule-draft.ts';
import { SampleFields } from './sample-fields.tsx';
import { type Sample, useDryRun } from './use-dry-run.ts';

/** Tries the rule, as it stands in the form, on a text or on an output; nothing is stored. */
export function DryRun({ draft }: { readonly draft: RuleDraft }) {
  const [sample, setSample] = useState<Sample | null>(null);
  const { query, isJudge, run } = useDryRun(draft, sample);
  const applied = query.data?.appliedRules[0];
  return (
    <Card
      title={texts.rules.tryIt}
      actions={
        isJudge && (
          <Button
            size="small"
            icon={Play}
            isBusy={query.isFetching}
            disabled={sample === null}
            onClick={run}
          >
            {texts.rules.askJudge}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        <SampleFields type={draft.type} onChange={setSample} />
        <div role="status" className="min-h-14 rounded-md bg-sunken p-3 text-sm">
          {query.isError ? (
            <FailureNotice error={mostExact(query.error)} />
          ) : applied ? (
            <div className="space-y-1.5">
              <OutcomeBadge outcome={applied.outcome} />
              <p className="break-words text-soft">{applied.summary ?? texts.rules.holds}</p>
            </div>
          ) : (
            <p className="text-faint">{isJudge ? texts.rules.tryJudge : texts.rules.tryHint}</p>
          )}
        </div>
      </div>
    </Card>
  );
}

/** What is wrong with the one field says more than that the rule cannot work. */
function mostExact(error: Error): Error {
  const [fault] = error instanceof ApiFailure ? Object.values(error.fields) : [];
  return fault === undefined ? error : new Error(fault);
}
