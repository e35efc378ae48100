import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { texts } from '../../texts.ts';

interface SaveRowProps {
  /** What no field tells of. */
  readonly failure: Error | null;
  readonly isBusy: boolean;
  readonly isChanged: boolean;
}

/** The end of a form: its failure, and the button, which wakes when something was changed. */
export function SaveRow({ failure, isBusy, isChanged }: SaveRowProps) {
  return (
    <div className="mt-4 space-y-3">
      {failure && <FailureNotice error={failure} />}
      <Button type="submit" tone="primary" disabled={!isChanged} isBusy={isBusy}>
        {texts.form.save}
      </Button>
    </div>
  );
}
