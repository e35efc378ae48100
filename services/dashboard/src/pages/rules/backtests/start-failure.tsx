import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ApiFailure } from '../../../api/client.ts';
import { useMay } from '../../../app/session.ts';
import { FailureNotice } from '../../../components/loaded.tsx';
import { backtestsQuery, isActive } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.start;
const LINK = 'font-medium underline';

// They stand at their fields.
const OWN_FIELDS: ReadonlySet<string> = new Set(['max', 'budgetUsd']);

/** Why a backtest could not be started, with what leads on. The rule that is written stays where it is. */
export function StartFailure({ error }: { readonly error: Error }) {
  const may = useMay();
  if (!(error instanceof ApiFailure)) return <FailureNotice error={error} />;
  if (error.code === 'CONFLICT') {
    return (
      <FailureNotice error={error}>
        <ActiveLink />
      </FailureNotice>
    );
  }
  if (error.code === 'NO_MODEL_CONFIGURED') {
    return (
      <FailureNotice error={error}>
        {may('updateSettings') && (
          <Link to="/settings" target="_blank" className={LINK}>
            {words.toSettings} <span className="sr-only">{words.newTab}</span>
          </Link>
        )}
      </FailureNotice>
    );
  }
  const faults = Object.entries(error.fields).filter(([name]) => !OWN_FIELDS.has(name));
  const isAtFields = faults.length === 0 && Object.keys(error.fields).length > 0;
  if (isAtFields) return null;
  // What is wrong with the rule says more than that the call is not valid.
  const told = [...new Set(faults.map(([, fault]) => fault))].join(' ');
  return <FailureNotice error={told === '' ? error : new Error(told)} />;
}

/** To the backtest that is under way, where it can still be found. */
function ActiveLink() {
  const { data } = useQuery({ ...backtestsQuery(null), staleTime: 0 });
  const active = data?.items.find(isActive);
  if (!active) return null;
  return (
    <Link to="/rules/backtests/$id" params={{ id: active.id }} target="_blank" className={LINK}>
      {words.viewActive} <span className="sr-only">{words.newTab}</span>
    </Link>
  );
}
