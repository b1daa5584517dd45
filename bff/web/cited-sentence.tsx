/** One sentence of an answer with its numbered citations; each opens the words that it quotes. */
import { type ReactNode, useId, useState } from 'react';
import { isQuestioned, type NumberedSource } from './sources.ts';
import type { Sentence, ShownAnswer, ShownTrust } from './trpc.ts';

interface CitedSentenceProps {
  readonly sentence: Sentence;
  readonly sources: ReadonlyMap<string, NumberedSource>;
  readonly beliefs: ShownAnswer['beliefs'];
  /** Null where its currency is unknown: then nothing is marked. */
  readonly verdict: ShownTrust | null;
}

export function CitedSentence({ sentence, sources, beliefs, verdict }: CitedSentenceProps): ReactNode {
  const [open, setOpen] = useState<number | null>(null);
  const quoteId = useId();
  const cited = open === null ? undefined : sentence.citations[open];
  const source = cited === undefined ? undefined : sources.get(cited.artefact_id);
  const believed = beliefs.filter(({ claim }) => sentence.claims.includes(claim));
  return (
    <div className="sentence">
      <p>
        {sentence.text}
        {/* Keeps the first pill on the line of the last word. */}
        {'\u00a0'}
        {sentence.citations.map((citation, index) => {
          const number = sources.get(citation.artefact_id)?.number ?? index + 1;
          const questioned = isQuestioned(verdict, sentence.claims, citation.artefact_id);
          return (
            <button
              type="button"
              className="pill"
              key={`${citation.artefact_id}:${citation.start}`}
              data-questioned={questioned}
              aria-expanded={open === index}
              aria-controls={quoteId}
              aria-label={`Source ${number}${questioned ? ', questioned' : ''}`}
              onClick={() => setOpen(open === index ? null : index)}
            >
              {number}
              {questioned && '!'}
            </button>
          );
        })}
      </p>
      <div id={quoteId}>
        {cited !== undefined && (
          <figure className="quote">
            <blockquote>{cited.quote}</blockquote>
            {source !== undefined && (
              <figcaption>
                {source.artefact.title}, {source.artefact.domain}, characters {cited.start} to {cited.end} ·{' '}
                <a href={`#source-${source.number}`}>source {source.number}</a>
                {believed.map((belief) => (
                  <span key={belief.claim} className="belief">
                    When answered, the claim was {belief.state} with a confidence of{' '}
                    {belief.effective_confidence}.
                  </span>
                ))}
              </figcaption>
            )}
          </figure>
        )}
      </div>
    </div>
  );
}
