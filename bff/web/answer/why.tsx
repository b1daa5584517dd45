/** Why each claim is believed as it is: the part of each publisher, and what it takes to change that. */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { exploreFrom } from '../explore/place.ts';
import type { Believed, ShownAnswer, Voice } from '../trpc.ts';
import { actorWords, beliefWords, countOf, dayWords, percentWords } from '../words.ts';
import { useWhy } from './use-why.ts';

/** A contribution is in millionths. */
const WHOLE = 1_000_000;

interface WhyPanelProps {
  readonly answer: ShownAnswer;
}

export function WhyPanel({ answer }: WhyPanelProps): ReactNode {
  const why = useWhy(answer);
  if (why === null) return <p className="facts">Reading the ledger…</p>;
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
  return (
    <p className="facts">
      Confidence {percent}: of the answers that were given with it in tests, {percent} answered their
      question. It is of the time of the answer: whether its sources still hold is what the verdict says.
    </p>
  );
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
          ? 'Nothing in its ledger yet'
          : `${state}, belief ${beliefWords(confidence)}`}
        {' · '}
        {countOf(publishers, 'publisher', 'publishers')} ·{' '}
        <Link href={exploreFrom(corpus, null, claim.claim)}>Explore</Link>
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

const KINDS: Readonly<Record<string, string>> = {
  corroborate: 'for',
  dispute: 'against',
  supersede_propose: 'proposes another',
};

function Part({
  voice: { actor, kind, at, contribution, open, standing, quote, note },
}: {
  readonly voice: Voice;
}): ReactNode {
  const part = contribution / WHOLE;
  return (
    <>
      <p>
        <strong>{actorWords(actor)}</strong> {KINDS[kind] ?? kind}{' '}
        <meter value={part} min={0} max={1} aria-label={`Part of ${actorWords(actor)}`} /> {beliefWords(part)}
      </p>
      <p className="facts">
        standing {standing} · {dayWords(at)}
        {!open && ' · does not count any more'}
      </p>
      {quote !== null && <blockquote dir="auto">{quote}</blockquote>}
      {note !== null && <p dir="auto">{note}</p>}
    </>
  );
}

const WAYS: Readonly<Record<string, string>> = { DISPUTE: 'disputes it', CORROBORATE: 'supports it' };
const ITEMS: Readonly<Record<string, string>> = {
  SOURCE: 'one more source',
  REPRODUCTION: 'one reproduction',
};

/** What one piece of evidence would have to be, to turn the claim. */
function WouldFlip({ claim: { flip, state } }: { readonly claim: Believed }): ReactNode {
  if (state === null) return null;
  if (flip === null) return <p className="would-flip">No single piece of evidence would change that.</p>;
  const who = flip.by === 'AUTHOR' ? 'somebody who has spoken on it' : 'somebody new';
  const how = WAYS[flip.kind] ?? 'proposes a successor';
  return (
    <p className="would-flip">
      <strong>What would change that:</strong> {who} of standing {flip.standing} {how} with{' '}
      {ITEMS[flip.evidence] ?? flip.evidence.toLowerCase().replaceAll('_', ' ')}; it would be{' '}
      {flip.to.toLowerCase()}.
    </p>
  );
}
