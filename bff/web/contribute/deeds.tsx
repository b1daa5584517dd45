/** What a reader can put to the statement that a source supports. */
import type { ReactNode } from 'react';
import { STANCES } from '../address.ts';
import { useTravel } from '../place-context.ts';
import { STANCE_WORDS } from './stance-words.ts';

export function ContributeDeeds(): ReactNode {
  const { place, go } = useTravel();
  return STANCES.map((stance) => (
    <button
      key={stance}
      type="button"
      className="quiet"
      aria-haspopup="dialog"
      onClick={() => go({ ...place, contribute: stance })}
    >
      {STANCE_WORDS[stance].deed}
    </button>
  ));
}
