import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { ApiFailure } from '../api/client.ts';
import { useDraft, useDraftOf } from '../app/draft.ts';
import { Button } from '../components/button.tsx';
import { CodeEditor } from '../components/code/code-editor.tsx';
import { DialogFrame } from '../components/dialog.tsx';
import { DiffView } from '../components/diff-view.tsx';
import { faultOf } from '../components/form.tsx';
import { withOneLineEnd } from '../components/line-ends.ts';
import { FailureNotice } from '../components/loaded.tsx';
import { texts as componentTexts } from '../components/texts.ts';
import type { AppliedRule, Output } from '../outputs/queries.ts';
import { parseJson } from '../outputs/rows.ts';
import { RuleFindings } from '../outputs/rule-findings.tsx';
import { texts as outputTexts } from '../outputs/texts.ts';
import {
  formatJson,
  isSameParams,
  type Params,
  type ParamsDraft,
  readDraft,
  toForm,
} from './action-params.ts';
import { type Correction, notPassedBy, sendCorrection } from './decision.ts';
import { useDecisionOutbox } from './decision-outbox.tsx';
import { explainRefusal } from './explain-refusal.ts';
import { ParamsForm } from './params-form.tsx';
import { texts } from './texts.ts';

const words = texts.edit;

interface CorrectionDialogProps {
  readonly output: Output;
  /** Whether there is a comment that is not sent with the correction. */
  readonly hasComment: boolean;
  /** The lesson for the instructions. */
  readonly lesson: string | null;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/**
 * Corrects an output, its action or both: first edit, then review the changes, then send. If rules do not pass the
 * correction, it shows them and sends it only when confirmed.
 */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { output, hasComment, lesson, onClose, onSent } = props;
  const edited = useEdited(output);
  const [isReviewing, setReviewing] = useState(false);
  const send = useSending(output, lesson, {
    onSent: () => {
      edited.forget();
      onClose();
      onSent();
    },
    onRefused: onClose,
  });
  const notPassed = notPassedBy(send.error);
  const back = (): void => {
    send.reset();
    setReviewing(false);
  };
  const part = partsOf(output);
  return (
    <DialogFrame
      onClose={onClose}
      isBusy={send.isPending}
      size={part === 'action' ? 'wide' : 'full'}
      title={isReviewing ? words.review : words.title[part]}
      description={isReviewing ? words.reviewWhy : words.why[part]}
      actions={
        isReviewing ? (
          <>
            <Button onClick={back} disabled={send.isPending}>
              {words.back}
            </Button>
            <Button
              // Another key, so that a double click does not confirm.
              key={notPassed ? 'anyway' : 'send'}
              tone={notPassed ? 'danger' : 'primary'}
              isBusy={send.isPending}
              onClick={() =>
                send.mutate({ ...edited.correction, confirmFlagged: notPassed !== null })
              }
              autoFocus={!notPassed}
            >
              {notPassed ? words.sendAnyway : words.send}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{componentTexts.form.cancel}</Button>
            <Button tone="primary" disabled={!edited.isReady} onClick={() => setReviewing(true)}>
              {words.next}
            </Button>
          </>
        )
      }
    >
      {isReviewing ? (
        <Review {...{ output, notPassed }} correction={edited.correction} sending={send} />
      ) : (
        <Parts output={output} edited={edited} />
      )}
      {hasComment && <p className="mt-2 text-sm text-soft">{words.commentStays}</p>}
    </DialogFrame>
  );
}

function partsOf({ output, action }: Output): 'output' | 'action' | 'both' {
  if (action === null) return 'output';
  return output === null ? 'action' : 'both';
}

/** The edits, kept in this tab until they are sent, and the resulting correction. */
function useEdited({ id, output, action }: Output) {
  const original = output ?? '';
  const { text, edit: changeText, forget } = useDraftOf(original, `edit.${id}`);
  const [paramsDraft, setParamsDraft] = useDraft(`edit-params.${id}`);
  const proposed: Params = action?.params ?? {};
  const draft = paramsDraft === '' ? toForm(proposed) : (JSON.parse(paramsDraft) as ParamsDraft);
  const { params } = readDraft(draft);
  const correction: Correction = {
    // The editor normalizes mixed line endings.
    correctedOutput: withOneLineEnd(text) === withOneLineEnd(original) ? null : text,
    correctedAction: params === null || isSameParams(params, proposed) ? null : { params },
  };
  const textFault = faultOfText(text, original);
  const isChanged = correction.correctedOutput !== null || correction.correctedAction !== null;
  return {
    ...{ text, textFault, draft, correction, changeText },
    isReady: isChanged && params !== null && textFault === null,
    changeDraft: (next: ParamsDraft): void => setParamsDraft(JSON.stringify(next)),
    forget(): void {
      forget();
      setParamsDraft('');
    },
  };
}

// Source: the API contract.
const CORRECTED_BYTES_MAX = 1_048_576;

function faultOfText(text: string, original: string): string | null {
  if (text === '' && original !== '') return words.empty;
  return new TextEncoder().encode(text).length > CORRECTED_BYTES_MAX ? words.tooLarge : null;
}

interface Ending {
  readonly onSent: () => void;
  /** Another person decided first; the outbox explains it. */
  readonly onRefused: () => void;
}

/** Sends the correction while its dialog is open, which shows what the rules found. */
function useSending({ id, humanDecision }: Output, lesson: string | null, ending: Ending) {
  const queryClient = useQueryClient();
  const outbox = useDecisionOutbox();
  return useMutation({
    mutationFn: (correction: Correction & { readonly confirmFlagged: boolean }) =>
      sendCorrection(id, { ...correction, isOverride: humanDecision !== null }),
    onSuccess: () => {
      outbox.takeUpCorrection(id, lesson);
      ending.onSent();
    },
    onError: async (error) => {
      if (!(error instanceof ApiFailure) || error.code !== 'ALREADY_DECIDED') return;
      await explainRefusal(id, { error });
      ending.onRefused();
      await queryClient.invalidateQueries({ queryKey: ['outputs'] });
    },
  });
}

interface PartsProps {
  readonly output: Output;
  readonly edited: ReturnType<typeof useEdited>;
}

/** The editable parts: the params of the action, and the text. */
function Parts({ output: { action, output }, edited }: PartsProps) {
  const { text, textFault, draft, changeText, changeDraft } = edited;
  return (
    <div className="space-y-5">
      {action && <ParamsForm name={action.name} draft={draft} onChange={changeDraft} />}
      {output !== null && (
        <div>
          {action && <p className="mb-1 text-sm font-semibold">{outputTexts.output}</p>}
          <CodeEditor
            label={words.label}
            initial={text}
            language={parseJson(output) ? 'json' : 'text'}
            onChange={changeText}
            hasFocus={action === null}
          />
          {textFault !== null && (
            <p role="status" className="mt-2 text-sm text-bad">
              {textFault}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

interface ReviewProps {
  readonly output: Output;
  readonly correction: Correction;
  /** Null if all rules passed. */
  readonly notPassed: readonly AppliedRule[] | null;
  readonly sending: { readonly isPending: boolean; readonly error: Error | null };
}

/** The changes, and the result of sending them. */
function Review({ output, correction, notPassed, sending }: ReviewProps) {
  const { correctedOutput, correctedAction } = correction;
  const { isPending, error } = sending;
  const fault = faultOfCorrection(error);
  return (
    <div className="space-y-4">
      {notPassed && <NotPassed rules={notPassed} />}
      {fault !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
      {error && !notPassed && fault === undefined && <FailureNotice error={error} />}
      {output.humanDecision !== null && <p className="text-sm text-soft">{texts.override.why}</p>}
      {correctedAction && (
        <Changes title={outputTexts.parameters}>
          <div className="font-mono">
            <DiffView
              before={formatJson(output.action?.params)}
              after={formatJson(correctedAction.params)}
            />
          </div>
        </Changes>
      )}
      {correctedOutput !== null && (
        <Changes title={outputTexts.output}>
          <DiffView before={output.output ?? ''} after={correctedOutput} />
        </Changes>
      )}
      <p role="status" className="text-sm text-soft">
        {isPending && words.checking}
      </p>
    </div>
  );
}

/** The API's validation error for the correction; undefined if there is none. */
function faultOfCorrection(error: Error | null): string | undefined {
  const ofParams = faultOf(error, 'correctedAction.params');
  if (ofParams !== undefined) return texts.params.refused(ofParams);
  const fault = faultOf(error, 'correctedOutput') ?? faultOf(error, 'correctedAction');
  return fault === undefined ? undefined : words.refused(fault);
}

function Changes({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-sm">{title}</h3>
      {children}
    </section>
  );
}

/** The rules that did not pass the correction; takes the focus for screen readers. */
function NotPassed({ rules }: { readonly rules: readonly AppliedRule[] }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={words.notPassed(rules.length)}
      className="rounded-md bg-warn-soft px-3 py-2.5 -outline-offset-2"
    >
      <h3 className="text-sm text-warn">{words.notPassed(rules.length)}</h3>
      <p className="mt-0.5 text-sm text-ink">{words.notPassedWhy}</p>
      <RuleFindings rules={rules} />
    </section>
  );
}
