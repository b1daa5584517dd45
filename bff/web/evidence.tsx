/** What an answer rests on, what speaks against it, and what was looked at and left aside. */
import type { ReactNode } from 'react';
import { SafeLink } from './safe-link.tsx';
import type { Source } from './sources.ts';
import type { Artefact, ShownAnswer } from './trpc.ts';
import { dayWords, disagreementWords, droppedWords } from './words.ts';

/** Hex digits of a hash that are shown at first sight. */
const HASH_SHOWN = 12;

export function EvidenceCards({ sources }: { readonly sources: ReadonlyMap<string, Source> }): ReactNode {
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

export function DisputedBy({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  if (answer.counterfactuals.length === 0) return null;
  const artefacts = new Map(answer.artefacts.map((artefact) => [artefact.artefact_id, artefact]));
  return (
    <section className="disputed">
      <h3>Disputed by</h3>
      <ul>
        {answer.counterfactuals.map((one) => {
          const artefact = artefacts.get(one.artefact_id);
          return (
            <li key={`${one.claim_id}:${one.artefact_id}:${one.start}`} className="card">
              <div>
                <blockquote>{one.quote}</blockquote>
                {artefact !== undefined && (
                  <ArtefactFacts artefact={artefact} part={disagreementWords(one.reason)} />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function LookedAt({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  if (answer.looked_at.length === 0) return null;
  return (
    <details className="looked-at">
      <summary>What we also looked at ({answer.looked_at.length})</summary>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">Domain</th>
              <th scope="col">Licence</th>
              <th scope="col">Why it was left aside</th>
            </tr>
          </thead>
          <tbody>
            {answer.looked_at.map((one) => (
              <tr key={one.artefact_id}>
                <td>{documentName(one.addr)}</td>
                <td>{one.domain}</td>
                <td>{one.licence}</td>
                <td>{droppedWords(one.dropped)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The document's own id within a section's address: `wx://corpus/sec/<document>/<section>`. */
function documentName(addr: string): string {
  const [, document = addr] = /^wx:\/\/[^/]+\/sec\/([^/]+)/.exec(addr) ?? [];
  try {
    return decodeURIComponent(document);
  } catch {
    return document;
  }
}
