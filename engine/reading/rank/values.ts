/** Which kinds of value a sentence holds: what a question may be answered with. */

import { memoizeBy } from '../../memoize.ts';
import { findDates } from '../../text/dates.ts';
import { findNames } from '../../text/names.ts';
import { findQuantities } from '../../text/quantities.ts';
import { tokenise } from '../../text/tokens.ts';
import { findVersions } from '../../text/versions.ts';
import { CACHED_SENTENCES } from '../cached-sentences.ts';
import type { Candidate } from './candidate.ts';

export interface Values {
  /** Dimensions of its quantities: `money`, `length`, `count`, … */
  readonly dimensions: ReadonlySet<string>;
  readonly hasDate: boolean;
  readonly hasVersion: boolean;
  /** Lower case. */
  readonly names: readonly string[];
  readonly hasDigit: boolean;
}

/** Of a candidate: the same words of the same day have the same. */
export const readValues = memoizeBy(
  ({ text, lang, effectiveAt }: Candidate) => `${effectiveAt}\n${lang}\n${text}`,
  valuesOf,
  CACHED_SENTENCES,
);

function valuesOf({ text, lang, effectiveAt }: Candidate): Values {
  const tokens = tokenise(text, lang);
  return {
    dimensions: new Set(findQuantities(text, tokens).map(({ dimension }) => dimension)),
    hasDate: CLOCK.test(text) || findDates(text, effectiveAt).length > 0,
    hasVersion: findVersions(text).length > 0,
    names: findNames(text, tokens).map(({ start, end }) => text.slice(start, end).toLowerCase()),
    hasDigit: /\p{N}/u.test(text),
  };
}

/** A time of day. */
const CLOCK = /\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?[ap]\.?m\b/iu;
