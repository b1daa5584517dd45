/** Why each claim is believed as it is: the part of each publisher, and what it takes to change that. */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { sayAnswer } from '../catalogues/answer.ts';
import { exploreFrom } from '../explore-place.ts';
import type { Believed, ShownAnswer, Voice } from '../trpc.ts';
import {
  actorWords,
  beliefStateWord,
  beliefWords,
  dayWords,
  percentWords,
  plain,
  publishersWords,
} from '../words.ts';
import { useWhy } from './use-why.ts';

/** A contribution is in millionths. */
const WHOLE = 1_000_000;

interface WhyPanelProps {
  readonly answer: ShownAnswer;
}

export function WhyPanel({ answer }: WhyPanelProps): ReactNode {
  const why = useWhy(answer);
  if (why === null) return <p className="facts">{sayAnswer('readingLedger')}</p>;
  return (
    <>
      {answer.confidence !== null && <Confidence confidence={answer.confidence} />}
      {why.claims.map((claim) => (
        <Claim key={claim.claim} claim={claim} corpus={answer.corpus.name} />
      ))}
    </>
  );
}

function Confidence({ confidence }: { readonly confidence: number }): ReactNode {
  const percent = percentWords(confidence);
  return <p className="facts">{sayAnswer('confidenceMeans', { percent })}</p>;
}

interface ClaimProps {
  readonly claim: Believed;
  readonly corpus: string;
}

function Claim({ claim, corpus }: ClaimProps): ReactNode {
  const heading = useId();
  const { text, state, confidence, voices, publishers } = claim;
  return (
    <section className="believed" aria-labelledby={heading}>
      <h2 id={heading} dir="auto">
        {text}
      </h2>
      <p className="facts">
        {state === null || confidence === null
          ? sayAnswer('emptyLedger')
          : sayAnswer('believed', { state: beliefStateWord(state), belief: beliefWords(confidence) })}
        {' · '}
        {publishersWords(publishers)} ·{' '}
        <Link href={exploreFrom(corpus, null, claim.claim)}>{sayAnswer('explore')}</Link>
      </p>
      <ul className="parts">
        {voices.map((voice) => (
          <li key={voice.event_id} data-kind={voice.kind} data-open={voice.open}>
            <Part voice={voice} />
          </li>
        ))}
      </ul>
      <WouldFlip claim={claim} />
    </section>
  );
}

const KINDS = ['corroborate', 'dispute', 'supersede_propose'] as const;

function Part({
  voice: { actor, kind, at, contribution, open, standing, quote, note },
}: {
  readonly voice: Voice;
}): ReactNode {
  const part = contribution / WHOLE;
  const who = actorWords(actor);
  const known = KINDS.find((one) => one === kind) ?? 'supersede_propose';
  return (
    <>
      <p>
        {sayAnswer.show(`part.${known}`, {
          who: <strong>{who}</strong>,
          bar: (
            <span className="belief-bar">
              <meter value={part} min={0} max={1} aria-label={sayAnswer('part', { who })} />{' '}
              {beliefWords(part)}
            </span>
          ),
        })}
      </p>
      <p className="facts">
        {sayAnswer('standing', { standing })} · {dayWords(at)}
        {!open && ` · ${sayAnswer('noLonger')}`}
      </p>
      {quote !== null && <blockquote dir="auto">{quote}</blockquote>}
      {note !== null && <p dir="auto">{note}</p>}
    </>
  );
}

/** What one piece of evidence would have to be, to turn the claim. */
function WouldFlip({ claim: { flip, state } }: { readonly claim: Believed }): ReactNode {
  if (state === null) return null;
  if (flip === null) return <p className="would-flip">{sayAnswer('noFlip')}</p>;
  return (
    <p className="would-flip">
      <strong>{sayAnswer('wouldFlip')}</strong>{' '}
      {sayAnswer('flip', {
        who: sayAnswer(flip.by === 'AUTHOR' ? 'byAuthor' : 'byNewcomer'),
        standing: flip.standing,
        deed: sayAnswer.known(`deed.${flip.kind}`) ?? sayAnswer('deedSuccessor'),
        evidence: sayAnswer.known(`item.${flip.evidence}`) ?? plain(flip.evidence.toLowerCase()),
        state: beliefStateWord(flip.to),
      })}
    </p>
  );
}
