import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Badge } from '../components/badge.tsx';
import { CopyButton } from '../components/button.tsx';
import { Moment } from '../components/moment.tsx';
import { formatUsd } from '../formats.ts';
import { AssigneeFact } from './assignee-fact.tsx';
import { awaitsDecision } from './claims.ts';
import { OutputLink } from './output-link.tsx';
import { PlainWords } from './plain-text.tsx';
import type { Output } from './queries.ts';
import { texts } from './texts.ts';

/** The facts of an output besides its texts. */
export function OutputFacts({ output }: { readonly output: Output }) {
  const words = texts.facts;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.id, <IdFact key="id" id={output.id} />],
    [words.timestamp, <Moment key="at" at={output.timestamp} isExact />],
    [words.respondBy, output.respondBy && <Moment key="due" at={output.respondBy} isExact />],
    [
      words.assignee,
      (output.assignee !== null || awaitsDecision(output)) && (
        <AssigneeFact key="assignee" output={output} />
      ),
    ],
    [words.model, output.model],
    [
      words.instructionsVersion,
      output.instructionsVersion !== null && (
        <InstructionsLink key="under" output={output} version={output.instructionsVersion} />
      ),
    ],
    [words.subjectId, output.subjectId],
    [words.actorId, output.actorId],
    [words.sessionId, output.sessionId],
    [words.submittedBy, output.submittedBy],
    [words.latency, output.latencyMs === null ? null : texts.milliseconds(output.latencyMs)],
    [words.cost, output.costUsd === null ? null : formatUsd(output.costUsd)],
    [
      words.revisionOf,
      output.revisionOf && <OutputLink key="of" id={output.revisionOf} className="break-all" />,
    ],
    [words.tags, output.tags.length > 0 && <Tags key="tags" tags={output.tags} />],
    ...Object.entries(output.metadata).map(([name, value]): readonly [string, ReactNode] => [
      name,
      showValue(value),
    ]),
  ];
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {/* Keyed by index: metadata may have the name of another fact. */}
      {facts.map(([name, value], place) =>
        value === null || value === false || value === '' ? null : (
          <div key={place} className="contents">
            <dt className="break-words text-faint">
              <PlainWords text={name} />
            </dt>
            <dd className="min-w-0 break-words">
              {typeof value === 'string' ? (
                <bdi>
                  <PlainWords text={value} />
                </bdi>
              ) : (
                value
              )}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function IdFact({ id }: { readonly id: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 font-mono text-xs break-all">{id}</span>
      <CopyButton text={id} label={texts.copyId} />
    </span>
  );
}

/** Links to the instructions that the output ran with, and their versions. */
function InstructionsLink({ output, version }: { output: Output; version: number }) {
  const { projectName, taskName } = output;
  if (projectName === null || taskName === null) return version;
  return (
    <Link
      to="/instructions/document"
      search={{ project: projectName, task: taskName }}
      className="text-accent underline"
    >
      {texts.versionN(version)}
    </Link>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag, place) => (
        <Badge key={place} canWrap>
          <PlainWords text={tag} />
        </Badge>
      ))}
    </span>
  );
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
