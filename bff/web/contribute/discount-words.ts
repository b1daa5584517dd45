import { sayContribute } from '../catalogues/contribute.ts';
import { plain } from '../words.ts';

/** Why a contribution counts less than a whole, one reason after the other. */
export function discountWords(discounts: readonly string[]): string {
  return discounts
    .map((one) => sayContribute.known(`discount.${one}`) ?? plain(one))
    .reduce((one, other) => sayContribute('and', { one, other }));
}
