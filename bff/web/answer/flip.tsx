/** What turned an answer: who said what and when, what was believed before and now, and the two values. */
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import type { Believed, ShownAnswer, Voice, Why } from '../trpc.ts';
import type { ShownVerdict } from '../use-verdicts.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { WordDiff } from '../word-diff.tsx';
import { actorWords, agoWords, beliefWords, dayWords, lastedWords } from '../words.ts';
import { useAskAgain, useWhy } from './use-why.ts';

const CAUSES_SHOWN = 2;
/** A shorter time reads as none. */
const SHOWN_FROM_MS = 1_000;

interface FlipProps {
  readonly answer: ShownAnswer;
  readonly shown: ShownVerdict;
}

export function Flip({ answer, shown }: FlipProps): ReactNode {
  const askAgain = useAskAgain(answer);
  const why = useWhy(answer);
  const { verdict, currency, evidenceSeq } = shown;
  if (currency !== 'current' || verdict === null) return null;
  const turned = verdict.findings_state === 'FAIL' || verdict.findings_state === 'WARN';
  const moved = why === null ? null : movedBelief(answer, why);
  if (!turned) {
    const isNew = evidenceSeq !== null && evidenceSeq > verdict.seq;
    return isNew && moved !== null ? <Unchanged moved={moved} /> : null;
  }
  const { causes, more } = causesOf(why);
  return (
    <section className="flip" data-tone={verdict.findings_state} aria-label={sayAnswer('changed')}>
      <div className="flip-head">
        <h2>{sayAnswer('changed')}</h2>
        <Since at={verdict.at} answered={why?.answered_at ?? null} />
        <button type="button" onClick={askAgain}>
          {sayAnswer('askAgain')}
        </button>
      </div>
      {moved !== null && <BeliefBars moved={moved} />}
      <ul className="causes">
        {causes.map((voice) => (
          <li key={voice.event_id}>
            <Cause voice={voice} />
          </li>
        ))}
        {more > 0 && <li className="facts">{sayAnswer('moreInLedger', { count: more })}</li>}
      </ul>
      <ThenAndNow answer={answer} why={why} />
    </section>
  );
}

interface SinceProps {
  /** When the verdict changed, and when the answer was given. */
  readonly at: string | null;
  readonly answered: string | null;
}

function Since({ at, answered }: SinceProps): ReactNode {
  const { now } = useShownVerdicts();
  if (at === null) return null;
  const held = answered === null ? 0 : Date.parse(at) - Date.parse(answered);
  return (
    <p className="facts">
      {agoWords(now - Date.parse(at))}
      {held >= SHOWN_FROM_MS && ` · ${sayAnswer('heldFor', { time: lastedWords(held) })}`}
    </p>
  );
}

function Unchanged({ moved }: { readonly moved: Moved }): ReactNode {
  return (
    <p className="unchanged" role="status">
      {sayAnswer('unchanged', { before: beliefWords(moved.before), now: beliefWords(moved.now) })}
    </p>
  );
}

function Cause({
  voice: { actor, standing, kind, at, sources, successor, quote },
}: {
  readonly voice: Voice;
}): ReactNode {
  const [source] = sources;
  const said = successor ?? quote;
  return (
    <p dir="auto">
      {sayAnswer.show(kind === 'dispute' ? 'disputesIt' : 'proposesOther', {
        who: <strong>{actorWords(actor)}</strong>,
        standing,
        day: dayWords(at),
      })}
      {said !== null && `: ${sayAnswer('quoted', { quote: said })}`}
      {source !== undefined && <span className="facts"> · {source.title ?? source.ref}</span>}
    </p>
  );
}

interface Moved {
  readonly before: number;
  readonly now: number;
}

/** The belief that moved most since the answer was given; null where none did. */
function movedBelief({ beliefs }: ShownAnswer, { claims }: Why): Moved | null {
  const given = new Map(beliefs.map((one) => [one.claim, one.effective_confidence]));
  const moves = claims.flatMap(({ claim, confidence }) => {
    const before = given.get(claim);
    return before === undefined || confidence === null ? [] : [{ before, now: confidence }];
  });
  const [most] = moves.toSorted((a, b) => Math.abs(b.before - b.now) - Math.abs(a.before - a.now));
  return most === undefined || most.before === most.now ? null : most;
}

function BeliefBars({ moved: { before, now } }: { readonly moved: Moved }): ReactNode {
  return (
    <p className="moved">
      {sayAnswer.show('beliefMoved', {
        before: <Bar belief={before} words={sayAnswer('beliefBefore')} />,
        now: <Bar belief={now} words={sayAnswer('beliefNow')} />,
      })}
    </p>
  );
}

function Bar({ belief, words }: { readonly belief: number; readonly words: string }): ReactNode {
  return (
    <span className="belief-bar">
      <meter value={belief} min={0} max={1} aria-label={words} /> {beliefWords(belief)}
    </span>
  );
}

interface Causes {
  readonly causes: readonly Voice[];
  readonly more: number;
}

/** What speaks against the answer and came after it, newest first; where nothing did, what was there before. */
function causesOf(why: Why | null): Causes {
  if (why === null) return { causes: [], more: 0 };
  const { answered_at: answered, claims } = why;
  const all = claims
    .flatMap(({ voices }) => voices)
    .filter(({ kind, open }) => open && kind !== 'corroborate');
  const since = all.filter(({ at }) => answered === null || at > answered);
  const against = since.length > 0 ? since : all;
  return { causes: against.slice(0, CAUSES_SHOWN), more: Math.max(0, against.length - CAUSES_SHOWN) };
}

interface ThenAndNowProps {
  readonly answer: ShownAnswer;
  readonly why: Why | null;
}

/** Where a statement has taken the place of the answer's: both, with the words that differ. */
function ThenAndNow({ answer, why }: ThenAndNowProps): ReactNode {
  const replaced = why?.claims.map(successorOf).find((one) => one !== null) ?? null;
  if (replaced === null) return null;
  return <WordDiff before={answer.sentences[0]?.text ?? answer.summary} now={replaced} />;
}

function successorOf({ superseded_by: accepted, voices }: Believed): string | null {
  return accepted ?? voices.find(({ open, successor }) => open && successor !== null)?.successor ?? null;
}
