/** What an answer rests on, what speaks against it, and what was read and not used. */
import type { ReactNode } from 'react';
import { SafeLink } from './safe-link.tsx';
import type { NumberedSource } from './sources.ts';
import type { Artefact, Counterfactual, ShownAnswer } from './trpc.ts';
import { checkedWords, countOf, dayWords, disagreementWords, droppedWords, searchWords } from './words.ts';

/** Hex digits of a hash that are shown at first sight. */
const HASH_SHOWN = 12;

export function EvidenceCards({
  sources,
}: {
  readonly sources: ReadonlyMap<string, NumberedSource>;
}): ReactNode {
  if (sources.size === 0) return null;
  return (
    <section className="evidence">
      <h3>Evidence</h3>
      <ol>
        {[...sources.values()].map(({ number, artefact }) => (
          <li key={artefact.artefact_id} id={`source-${number}`} className="card">
            <span className="card-number" aria-hidden="true">
              {number}
            </span>
            <ArtefactFacts artefact={artefact} part="supports the answer" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ArtefactFacts({
  artefact,
  part,
}: {
  readonly artefact: Artefact;
  /** What it is to the answer. */
  readonly part: string;
}): ReactNode {
  return (
    <div>
      <p className="card-title">
        <SafeLink href={artefact.url}>{artefact.title}</SafeLink>
      </p>
      <p className="facts">
        {artefact.domain} · {artefact.licence} · observed {dayWords(artefact.observed_at)} · {part}
      </p>
      <details className="hash">
        <summary>
          BLAKE3 <code>{artefact.hash.slice(0, HASH_SHOWN)}…</code>
        </summary>
        <code>{artefact.hash}</code>
      </details>
    </div>
  );
}

/** Earlier values that are shown at once; a click shows the others. */
const EARLIER_SHOWN = 3;

interface AnswerProps {
  readonly answer: ShownAnswer;
}

/** What contradicts the answer and, in a list of their own, the values that it has replaced. */
export function OtherSide({ answer: { counterfactuals, artefacts } }: AnswerProps): ReactNode {
  const byId = new Map(artefacts.map((artefact) => [artefact.artefact_id, artefact]));
  const against = counterfactuals.filter(isAgainst);
  const earlier = counterfactuals.filter((one) => !isAgainst(one));
  const rest = earlier.slice(EARLIER_SHOWN);
  return (
    <>
      {against.length > 0 && (
        <section className="other-side">
          <h3>Against</h3>
          <Voices voices={against} artefacts={byId} />
        </section>
      )}
      {earlier.length > 0 && (
        <section className="other-side">
          <h3>Earlier values</h3>
          <Voices voices={earlier.slice(0, EARLIER_SHOWN)} artefacts={byId} />
          {rest.length > 0 && (
            <details>
              <summary>{rest.length} more</summary>
              <Voices voices={rest} artefacts={byId} />
            </details>
          )}
        </section>
      )}
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
    <ul>
      {voices.map((one) => {
        const artefact = artefacts.get(one.artefact_id);
        return (
          <li key={`${one.claim_id}:${one.artefact_id}:${one.start}`}>
            {one.quote === '' ? (
              <p className="muted">Its licence does not allow quoting it here.</p>
            ) : (
              <blockquote>{one.quote}</blockquote>
            )}
            <p className="facts">
              {artefact !== undefined && (
                <>
                  <SafeLink href={artefact.url}>{artefact.title}</SafeLink>, {artefact.domain}, observed{' '}
                  {dayWords(artefact.observed_at)} ·{' '}
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
export function CheckedFor({ answer: { checked, counterfactuals } }: AnswerProps): ReactNode {
  if (checked === null) return null;
  const { searches, clear, clear_elsewhere: elsewhere } = checked;
  const words = checkedWords(checked, counterfactuals.filter(isAgainst).length);
  if (searches.length === 0) return <p className="facts">{words}</p>;
  return (
    <details className="checked">
      <summary>{words}</summary>
      <ul className="facts">
        {searches.map(({ kind, sections }) => (
          <li key={kind}>
            Searched for {searchWords(kind)}: {countOf(sections, 'place', 'places')} found
          </li>
        ))}
      </ul>
      {clear.length > 0 && (
        <div className="scroll">
          <table>
            <caption>Found clear: nothing in these disagrees</caption>
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">Domain</th>
              </tr>
            </thead>
            <tbody>
              {clear.map(({ artefact_id, title, domain }) => (
                <tr key={artefact_id}>
                  <td>{title ?? `A document at ${domain}`}</td>
                  <td>{domain}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {elsewhere > 0 && (
        <p className="facts">
          Nothing disagrees in {countOf(elsewhere, 'more document', 'more documents')} that only these
          searches found. The receipt names them.
        </p>
      )}
    </details>
  );
}

/** Documents that others simply outranked are counted, not listed. */
export function LookedAt({ answer }: AnswerProps): ReactNode {
  if (answer.looked_at.length === 0) return null;
  const weighed = answer.looked_at.filter((one) => one.dropped !== 'beyond_k');
  const outranked = answer.looked_at.length - weighed.length;
  return (
    <details className="looked-at">
      <summary>What we also looked at ({answer.looked_at.length})</summary>
      {weighed.length > 0 && (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">Domain</th>
                <th scope="col">Why it was left aside</th>
              </tr>
            </thead>
            <tbody>
              {weighed.map((one) => (
                <tr key={one.artefact_id}>
                  <td>{one.title ?? `A document at ${one.domain}`}</td>
                  <td>{one.domain}</td>
                  <td>{droppedWords(one.dropped)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {outranked > 0 && (
        <p className="facts">
          {outranked === 1 ? 'One document' : `${outranked} documents`} matched the question less well than
          the ones above. The receipt lists every score.
        </p>
      )}
    </details>
  );
}
