import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, take } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { useMay } from '../../app/session.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { OnceNotice } from '../../components/dialog.tsx';
import { TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from './texts.ts';

const words = texts.firstSteps;

// The placeholder in the command until there is a token.
const PLACEHOLDER = '$TOKEN';
// The API docs about waiting for a decision.
const WAITING_DOCS = '/api/docs#/Outputs/getOutputStatus';

/** The first steps in a workspace without outputs, with commands to paste. */
export function FirstSteps() {
  const make = useChangeOf(settingsQuery.queryKey, {
    mutationFn: () => take(api.POST('/api/settings/rotate-token')),
    onError: showFailure,
  });
  const token = make.data?.webhookToken;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10">
      <h1 className="text-xl">{words.title}</h1>
      <p className="mt-1 text-sm text-soft">{words.text}</p>
      <ol className="mt-6 divide-y divide-line rounded-lg border border-line bg-surface">
        <Step n={1} title={words.token} text={words.tokenText}>
          {token === undefined ? (
            <TokenStep isBusy={make.isPending} onMake={() => make.mutate()} />
          ) : (
            <>
              <Line text={token} label={words.copyToken} />
              <OnceNotice className="mt-2" />
            </>
          )}
        </Step>
        <Step n={2} title={words.send} text={words.sendText}>
          <Line
            text={firstCommands(window.location.origin, token ?? PLACEHOLDER)}
            label={words.copyCommands}
          />
          <p className="mt-2 text-sm">
            <a href={WAITING_DOCS} className={TEXT_LINK_CLASS}>
              {words.aboutWaiting}
            </a>
          </p>
        </Step>
        <Step n={3} title={words.decide} text={words.decideText} />
      </ol>
    </div>
  );
}

interface StepProps {
  readonly n: number;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Step({ n, title, text, children }: StepProps) {
  return (
    <li className="flex gap-3 p-4">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
      >
        {n}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-sm leading-6">{title}</h2>
        <p className="text-sm text-soft">{text}</p>
        {children !== undefined && <div className="mt-3">{children}</div>}
      </div>
    </li>
  );
}

/** A line of text with a copy button. */
function Line({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs break-words whitespace-pre-wrap">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/**
 * Creates the first token of the workspace here. Another one would revoke it, so it is created on the tokens page,
 * which says so.
 */
function TokenStep({ isBusy, onMake }: { readonly isBusy: boolean; readonly onMake: () => void }) {
  const may = useMay();
  const { data } = useQuery(settingsQuery);
  if (!may('rotateToken')) return <p className="text-sm">{words.askAdmin}</p>;
  if (!data) return null;
  if (data.tokenHint === null) {
    return (
      <Button tone="primary" icon={KeyRound} isBusy={isBusy} onClick={onMake}>
        {words.makeToken}
      </Button>
    );
  }
  return (
    <p className="text-sm">
      {words.hasToken}{' '}
      <Link to="/tokens" className={TEXT_LINK_CLASS}>
        {words.toTokens}
      </Link>
    </p>
  );
}

const { project, input, output } = texts.firstSteps;

/** Shell commands: the first sends an output that needs approval, the second waits for the decision. */
function firstCommands(origin: string, token: string): string {
  const id = 'first-output';
  const body = JSON.stringify({ id, project, input, output, requireApproval: true });
  // Double quotes, so that the shell expands a variable used as placeholder.
  const credential = `-H "Authorization: Bearer ${token}"`;
  const parts = [
    [`curl ${origin}/api/logs`, credential, `-H 'Content-Type: application/json'`, `-d '${body}'`],
    [`curl '${origin}/api/logs/${id}/status?wait=50'`, credential],
  ];
  return parts.map((lines) => lines.join(' \\\n  ')).join('\n\n');
}
