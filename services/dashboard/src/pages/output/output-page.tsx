import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { GraduationCap, PencilLine } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { useDraftOf } from '../../app/draft.ts';
import { useMay, useSession } from '../../app/session.ts';
import { useStore } from '../../app/store.ts';
import { Badge, DecisionBadge, SampleBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { faultOf, sending } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { BackLink, Card, Page } from '../../components/page.tsx';
import { formatJson } from '../../decisions/action-params.ts';
import { CommentDialog } from '../../decisions/comment-dialog.tsx';
import { DecisionBar } from '../../decisions/decision-bar.tsx';
import { asksForRedo, lessonOf, teach } from '../../decisions/decision.ts';
import { tellChangedElsewhere } from '../../decisions/explain-refusal.ts';
import { heldDecisions } from '../../decisions/held-decisions.ts';
import { DecidedNotice, HeldNotice } from '../../decisions/notices.tsx';
import { ReasonBadges } from '../../decisions/reasons.tsx';
import { texts as decisionTexts } from '../../decisions/texts.ts';
import { OutputBody } from '../../outputs/output-body.tsx';
import { OutputFacts } from '../../outputs/output-facts.tsx';
import { PlainText, PlainWords } from '../../outputs/plain-text.tsx';
import { failureInPlace, type Output, outputQuery } from '../../outputs/queries.ts';
import { RuleFindings } from '../../outputs/rule-findings.tsx';
import { nameActor, texts as outputTexts } from '../../outputs/texts.ts';
import { Latest } from './latest.tsx';
import { OutputActions } from './output-actions.tsx';
import { Revisions, SessionThread } from './related-outputs.tsx';
import { texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/shell/outputs/$id');

/** The page of one output. */
export function OutputPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(outputQuery(id));
  return (
    <Loaded
      query={{ data, refetch, error: failureInPlace({ data, error }) }}
      stale="goes"
      lines={10}
      pageTitle={outputTexts.output}
      frame={(failure) => (
        <div className="space-y-3">
          {failure}
          <BackLink to="/outputs" text={texts.all} />
        </div>
      )}
    >
      {/* Keyed by ID, because Back may lead to another output, and open dialogs and input belong to one. */}
      {(output) => <OutputInFull key={id} output={output} />}
    </Loaded>
  );
}

function OutputInFull({ output }: { readonly output: Output }) {
  const { id, projectName, taskName } = output;
  return (
    <Page
      title={[projectName, taskName].filter(Boolean).join(' / ')}
      description={<span className="font-mono text-xs break-all">{id}</span>}
      actions={<OutputActions output={output} />}
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <DecisionCard output={output} />
          <h2 className="sr-only">{texts.content}</h2>
          <OutputBody output={output} />
          <ShadowRules output={output} />
        </div>
        <div className="min-w-0 space-y-5">
          <Card title={outputTexts.details}>
            <OutputFacts output={output} />
          </Card>
          <Revisions output={output} />
          <PastDecisions decisions={output.decisions} />
          <SessionThread output={output} />
          <Timeline output={output} />
        </div>
      </div>
    </Page>
  );
}

function DecisionCard({ output }: { readonly output: Output }) {
  const may = useMay();
  const { id, status, humanDecision, decidedAt, sampled } = output;
  // The time of the decision that is being changed.
  const [changed, setChanged] = useState<string | null>(null);
  const endChange = useCallback(() => setChanged(null), []);
  const isChanging = !useOvertaken(output, changed, endChange) && changed !== null;
  const [isTeaching, setTeaching] = useState(false);
  const held = useStore(heldDecisions).find(({ outputId }) => outputId === id);
  const isDecided = humanDecision !== null;
  const isWaiting = !isDecided && (status === 'flagged' || status === 'error');
  const canDecide = status !== 'pending' && !held && may('decideOutput');
  return (
    <Card>
      <div className="space-y-3">
        <div className="flex flex-wrap items-center gap-3">
          <StatusBadge status={status} />
          {sampled && <SampleBadge />}
          <DecidedNotice output={output} />
          {sampled && status === 'pass' && !isDecided && !held && (
            <span className="text-sm text-soft">{texts.sample}</span>
          )}
          {isWaiting && !held && <span className="text-sm text-soft">{texts.undecided}</span>}
          {held && <HeldNotice held={held} />}
          {canDecide && isDecided && !isChanging && (
            <>
              <Button icon={PencilLine} onClick={() => setChanged(decidedAt)}>
                {texts.change}
              </Button>
              <Button icon={GraduationCap} onClick={() => setTeaching(true)}>
                {decisionTexts.teach.button}
              </Button>
            </>
          )}
        </div>
        {isTeaching && <TeachDialog output={output} onClose={() => setTeaching(false)} />}
        {canDecide && (!isDecided || isChanging) && (
          <DecisionBar output={output} onDecided={endChange} />
        )}
      </div>
    </Card>
  );
}

/** Stops changing a decision, with a notice, if another person has changed it. */
function useOvertaken(output: Output, changed: string | null, onOvertaken: () => void): boolean {
  const { decidedAt, decidedBy } = output;
  const { email } = useSession().user;
  const isOvertaken = changed !== null && changed !== decidedAt;
  useEffect(() => {
    if (!isOvertaken) return;
    onOvertaken();
    if (decidedBy !== email) tellChangedElsewhere(output);
  }, [isOvertaken, onOvertaken, decidedBy, email, output]);
  return isOvertaken;
}

interface TeachDialogProps {
  readonly output: Output;
  readonly onClose: () => void;
}

/** Asks for a lesson for the instructions from a decided output. */
function TeachDialog({ output, onClose }: TeachDialogProps) {
  const { text: comment, edit, forget } = useDraftOf(output.comment ?? '', lessonOf(output.id));
  const send = useMutation({
    mutationFn: () => teach(output.id, comment.trim()),
    onSuccess: () => {
      forget();
      onClose();
    },
  });
  return (
    <CommentDialog
      words={decisionTexts.teach}
      fault={faultOf(send.error, 'comment')}
      onChange={edit}
      {...{ comment, onClose }}
      {...sending(send, ['comment'])}
    />
  );
}

/** The results of shadow rules. */
function ShadowRules({ output: { appliedRules } }: { readonly output: Output }) {
  const rules = appliedRules.filter(({ shadow }) => shadow);
  if (rules.length === 0) return null;
  return (
    <Card title={texts.shadowRules}>
      <p className="mb-1 text-sm text-soft">{texts.shadowRulesHint}</p>
      <RuleFindings rules={rules} />
    </Card>
  );
}

/** All decisions, revoked ones too. */
function PastDecisions({ decisions }: { readonly decisions: Output['decisions'] }) {
  if (decisions.length === 0) return null;
  return (
    <Card title={texts.decisions}>
      <Latest className="space-y-4" entries={decisions}>
        {(past) => <PastDecision key={past.at} past={past} />}
      </Latest>
    </Card>
  );
}

function PastDecision({ past }: { readonly past: Output['decisions'][number] }) {
  const { decision, comment, correctedOutput, correctedAction, at } = past;
  return (
    <li className="space-y-1 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <DecisionBadge decision={decision} isRedo={asksForRedo(past)} />
        <ReasonBadges ids={past.reasonIds} />
        {past.clearedAt !== null && <Badge>{texts.cleared}</Badge>}
        <span className="text-xs text-faint">
          <Moment at={at} />
        </span>
      </div>
      <p className="text-xs break-words text-soft">{nameActor(past.by)}</p>
      {comment !== null && (
        <p dir="auto" className="break-words">
          <PlainWords text={comment} />
        </p>
      )}
      {correctedOutput !== null && <PlainText label={texts.corrected} text={correctedOutput} />}
      {correctedAction !== null && (
        <PlainText label={texts.correctedParams} text={formatJson(correctedAction.params)} />
      )}
    </li>
  );
}
