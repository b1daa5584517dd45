/** What a contribution would change, before anything is written. */
import type { ReactNode } from 'react';
import { type ContributionStance, HOME } from '../address.ts';
import { sayContribute } from '../catalogues/contribute.ts';
import { PlaceLink } from '../place-link.tsx';
import type { SupposedChange } from '../trpc.ts';
import { actorWords, beliefStateWord, beliefWords, verdictWord } from '../words.ts';
import { discountWords } from './discount-words.ts';

/** A contribution is in millionths. */
const WHOLE = 1_000_000;

interface WouldChangeProps {
  readonly change: SupposedChange;
  readonly stance: ContributionStance;
}

export function WouldChange({ change, stance }: WouldChangeProps): ReactNode {
  const { by, repeated } = change;
  if (repeated) {
    return <p>{sayContribute('repeated')}</p>;
  }
  return (
    <>
      {stance === 'annotate' ? (
        <p>{sayContribute('beside')}</p>
      ) : (
        <>
          <Belief change={change} />
          <Weight change={change} />
          <Turns change={change} />
        </>
      )}
      <p className="facts">
        {sayContribute('inNameOf', { who: actorWords(by.actor), standing: by.standing })}
      </p>
    </>
  );
}

function Belief({ change: { before, after } }: { readonly change: SupposedChange }): ReactNode {
  if (after === null) return null;
  const from =
    before === null
      ? sayContribute('noBelief')
      : sayContribute('beliefBefore', {
          belief: beliefWords(before.confidence),
          state: beliefStateWord(before.state),
        });
  return (
    <p className="moved">
      {sayContribute.show('belief', {
        before: from,
        after: <strong>{beliefWords(after.confidence)}</strong>,
        state: beliefStateWord(after.state),
      })}
    </p>
  );
}

function Weight({ change: { contribution, discounts } }: { readonly change: SupposedChange }): ReactNode {
  if (contribution === null) return null;
  const weight = beliefWords(contribution / WHOLE);
  return (
    <p className="facts">
      {discounts.length === 0
        ? sayContribute('counts', { weight })
        : sayContribute('countsBecause', { weight, why: discountWords(discounts) })}
    </p>
  );
}

function Turns({ change: { turns, turn_count: count } }: { readonly change: SupposedChange }): ReactNode {
  if (count === 0) return <p>{sayContribute('noTurns')}</p>;
  return (
    <>
      <p>{sayContribute('turns', { count })}</p>
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
      {count > turns.length && (
        <p className="facts">{sayContribute('more', { count: count - turns.length })}</p>
      )}
    </>
  );
}
