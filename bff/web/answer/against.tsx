/** What counts against an answer today, how far it was searched for, and what was read and not used. */
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { SafeLink } from '../safe-link.tsx';
import type { Artefact, Counterfactual, ShownAnswer } from '../trpc.ts';
import { dayWords } from '../words.ts';
import { checkedWords, disagreementWords, droppedWords, searchWords } from './against-words.ts';

interface AnswerProps {
  readonly answer: ShownAnswer;
}

/** Values of before are not against the answer: they are on its timeline. */
export function againstOf({ counterfactuals }: ShownAnswer): readonly Counterfactual[] {
  return counterfactuals.filter(isAgainst);
}

export function Against({ answer }: AnswerProps): ReactNode {
  const against = againstOf(answer);
  const byId = new Map(answer.artefacts.map((artefact) => [artefact.artefact_id, artefact]));
  return (
    <>
      {against.length === 0 ? (
        <p>{sayAnswer('nothingAgainst')}</p>
      ) : (
        <Voices voices={against} artefacts={byId} />
      )}
      <CheckedFor answer={answer} />
      <LookedAt answer={answer} />
    </>
  );
}

/** Older answers do not distinguish the kinds: they state only that something disagrees. */
function isAgainst({ kind }: Counterfactual): boolean {
  return kind !== 'superseded';
}

interface VoicesProps {
  readonly voices: readonly Counterfactual[];
  readonly artefacts: ReadonlyMap<string, Artefact>;
}

function Voices({ voices, artefacts }: VoicesProps): ReactNode {
  return (
    <ul className="voices">
      {voices.map((one) => {
        const artefact = artefacts.get(one.artefact_id);
        return (
          <li key={`${one.claim_id}:${one.artefact_id}:${one.start}`}>
            {one.quote === '' ? (
              <p className="muted">{sayAnswer('notQuotable')}</p>
            ) : (
              <blockquote dir="auto" lang={artefact?.lang ?? undefined}>
                {one.quote}
              </blockquote>
            )}
            <p className="facts">
              {artefact !== undefined && (
                <>
                  {sayAnswer.show('observed', {
                    title: <SafeLink href={artefact.url}>{artefact.title}</SafeLink>,
                    domain: artefact.domain,
                    day: dayWords(artefact.observed_at),
                  })}{' '}
                  ·{' '}
                </>
              )}
              {disagreementWords(one.reason)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The searches for what disagrees, those without a result included, and the documents in which nothing disagrees. */
function CheckedFor({ answer: { checked, counterfactuals } }: AnswerProps): ReactNode {
  if (checked === null) return null;
  const { searches, clear, clear_elsewhere: elsewhere } = checked;
  const words = checkedWords(checked, counterfactuals.filter(isAgainst).length);
  // No search is no assurance.
  if (searches.length === 0) return <p className="facts">{sayAnswer('notSearched')}</p>;
  return (
    <details className="checked">
      <summary>{words}</summary>
      <ul className="facts">
        {searches.map(({ kind, sections }) => (
          <li key={kind}>{sayAnswer('searchedFor', { kind: searchWords(kind), count: sections })}</li>
        ))}
      </ul>
      {clear.length > 0 && (
        <div className="scroll">
          <table>
            <caption>{sayAnswer('foundClear')}</caption>
            <thead>
              <tr>
                <th scope="col">{sayAnswer('document')}</th>
                <th scope="col">{sayAnswer('domain')}</th>
              </tr>
            </thead>
            <tbody>
              {clear.map(({ artefact_id, title, domain }) => (
                <tr key={artefact_id}>
                  <td dir="auto">{title ?? sayAnswer('untitled', { domain })}</td>
                  <td>{domain}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {elsewhere > 0 && <p className="facts">{sayAnswer('clearElsewhere', { count: elsewhere })}</p>}
    </details>
  );
}

/** Documents that others simply outranked are counted, not listed. */
function LookedAt({ answer }: AnswerProps): ReactNode {
  if (answer.looked_at.length === 0) return null;
  const weighed = answer.looked_at.filter((one) => one.dropped !== 'beyond_k');
  const outranked = answer.looked_at.length - weighed.length;
  return (
    <details className="looked-at">
      <summary>{sayAnswer('lookedAt', { count: answer.looked_at.length })}</summary>
      {weighed.length > 0 && (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{sayAnswer('document')}</th>
                <th scope="col">{sayAnswer('domain')}</th>
                <th scope="col">{sayAnswer('whyAside')}</th>
              </tr>
            </thead>
            <tbody>
              {weighed.map((one) => (
                <tr key={one.artefact_id}>
                  <td dir="auto">{one.title ?? sayAnswer('untitled', { domain: one.domain })}</td>
                  <td>{one.domain}</td>
                  <td>{droppedWords(one.dropped)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {outranked > 0 && <p className="facts">{sayAnswer('outranked', { count: outranked })}</p>}
    </details>
  );
}
