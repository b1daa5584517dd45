/** What a contribution would change, before anything is written. */
import type { ReactNode } from 'react';
import { type ContributionStance, HOME } from '../address.ts';
import { PlaceLink } from '../place-link.tsx';
import type { SupposedChange } from '../trpc.ts';
import { actorWords, beliefWords, countOf, verdictWord } from '../words.ts';
import { discountWords } from './stance-words.ts';

/** A contribution is in millionths. */
const WHOLE = 1_000_000;

interface WouldChangeProps {
  readonly change: SupposedChange;
  readonly stance: ContributionStance;
}

export function WouldChange({ change, stance }: WouldChangeProps): ReactNode {
  const { by, repeated } = change;
  if (repeated) {
    return <p>You have said that already: it is in the ledger, and nothing would be appended.</p>;
  }
  return (
    <>
      {stance === 'annotate' ? (
        <p>It would stand beside the statement, and change neither its belief nor any verdict.</p>
      ) : (
        <>
          <Belief change={change} />
          <Weight change={change} />
          <Turns change={change} />
        </>
      )}
      <p className="facts">
        In the name of {actorWords(by.actor)}, of standing {by.standing}. Nothing has been written yet.
      </p>
    </>
  );
}

function Belief({ change: { before, after } }: { readonly change: SupposedChange }): ReactNode {
  if (after === null) return null;
  const from = before === null ? 'none' : `${beliefWords(before.confidence)} ${before.state}`;
  return (
    <p className="moved">
      Belief in the statement: {from} → <strong>{beliefWords(after.confidence)}</strong> {after.state}
    </p>
  );
}

function Weight({ change: { contribution, discounts } }: { readonly change: SupposedChange }): ReactNode {
  if (contribution === null) return null;
  return (
    <p className="facts">
      It counts {beliefWords(contribution / WHOLE)}
      {discounts.length > 0 && `, because ${discounts.map(discountWords).join(', and ')}`}.
    </p>
  );
}

function Turns({ change: { turns, turn_count: count } }: { readonly change: SupposedChange }): ReactNode {
  if (count === 0) return <p>None of your answers would change its verdict.</p>;
  return (
    <>
      <p>{countOf(count, 'answer of yours', 'answers of yours')} would change:</p>
      <ul className="would-turn">
        {turns.map(({ answer_id, q, from, to }) => (
          <li key={answer_id}>
            <PlaceLink to={{ ...HOME, answer: answer_id }}>
              <span dir="auto">{q}</span>
            </PlaceLink>{' '}
            <span className="chip" data-tone={from}>
              {verdictWord(from)}
            </span>{' '}
            →{' '}
            <span className="chip" data-tone={to}>
              {verdictWord(to)}
            </span>
          </li>
        ))}
      </ul>
      {count > turns.length && <p className="facts">and {count - turns.length} more</p>}
    </>
  );
}
