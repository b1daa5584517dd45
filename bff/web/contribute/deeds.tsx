/** What a reader can put to the statement that a source supports. */
import type { ReactNode } from 'react';
import { STANCES } from '../address.ts';
import { sayContribute } from '../catalogues/contribute.ts';
import { useTravel } from '../place-context.ts';

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
      {sayContribute(`deed.${stance}`)}
    </button>
  ));
}
