/** A reader's words for the engine's terms. A term that is not listed is shown as it is. */
import type { Discount } from '../../graph/belief/explain.ts';
import type { FindingsState } from '../../graph/log/entry.ts';

const VERDICTS: Readonly<Record<FindingsState, { readonly word: string; readonly meaning: string }>> = {
  PASS: {
    word: 'Verified',
    meaning: 'Every sentence is backed by checked artefacts, and none of what disagrees outweighs them.',
  },
  WARN: {
    word: 'Warning',
    meaning: 'The artefacts still support this answer, but something about it has changed or is in question.',
  },
  FAIL: { word: 'Failed', meaning: 'Do not rely on this answer: what it rests on does not hold.' },
  UNKNOWN: { word: 'Not checked', meaning: 'Nothing was found that could check this answer.' },
};

const REASONS: Readonly<Record<string, string>> = {
  contradiction_authoritative: 'Evidence of weight contradicts it.',
  superseded_contradicting: 'A later statement has replaced it with another value.',
  coverage_lost: 'An artefact that it needs has been withdrawn.',
  hash_mismatch: 'An artefact no longer has the bytes that were checked.',
  contested: 'Its evidence is contested.',
  superseded_refining: 'A later statement says it more exactly.',
  artefact_withdrawn: 'One of its artefacts has been withdrawn; others still support it.',
  diversity_lost: 'The remaining artefacts are less independent of each other.',
  snapshot_stale: 'The corpus has not been observed for longer than the mode allows.',
  licence_changed: 'The licence of one of its artefacts has changed.',
  belief_stale: 'Its support is old.',
  newer_rival: 'A newer artefact gives another value.',
  not_evaluated: 'It has not been evaluated yet.',
  store_unavailable: 'The store could not be reached to check it.',
  no_support: 'No artefact supports an answer.',
};

const DISAGREEMENTS: Readonly<Record<string, string>> = {
  rival_value: 'another value',
  disputes: 'disputes it',
  superseded_value: 'a value since replaced',
  opposite_stance: 'says the opposite',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  graph: 'a contradiction that the claim graph knows',
  ranking: "the question's own ranking",
  ledger: "a dispute in the claim's ledger",
  opposite_search: 'a search for the opposite',
  stance: 'comparing sentences word by word',
};

const ARTEFACT_REASONS: Readonly<Record<string, string>> = {
  covers: 'States what the answer says.',
  disagrees: 'Disagrees: shown, and not part of the evidence.',
  withdrawn: 'It was withdrawn.',
  older_version: 'A newer version of the same document is here.',
  licence_refused: 'Its licence is refused by the trust policy.',
  mirror: 'It repeats another artefact, so it adds no voice.',
  beyond_k: 'Others matched the question better.',
  not_independent: 'It repeats another artefact.',
  no_cover: 'It does not state the answer clearly enough.',
  dominated: 'The same publisher has one that covers as much.',
  not_needed: 'The answer is covered without it.',
};

const KINDS: Readonly<Record<string, string>> = {
  corroborate: 'corroborates',
  dispute: 'disputes',
  'supersede-propose': 'proposes a successor',
};

const DISCOUNTS: Readonly<Record<Discount, string>> = {
  standing: "its actor's standing",
  unchecked: 'its hash is not of a stored artefact',
  age: 'its age',
  same_artefact: 'the same artefact counts once',
  same_actor: 'more of the same actor',
  same_domain: 'more of the same domain',
  unvetted_cap: 'unvetted actors are capped together',
  change_of_side: 'its actor has changed sides since',
  proposal: 'its actor has proposed a successor since',
  after_as_of: 'it took effect later',
};

export function verdictWord(state: FindingsState): string {
  return VERDICTS[state].word;
}

export function verdictMeaning(state: FindingsState): string {
  return VERDICTS[state].meaning;
}

export function reasonWords(code: string): string {
  return REASONS[code] ?? `${plain(code)}.`;
}

export function disagreementWords(reason: string): string {
  return DISAGREEMENTS[reason] ?? plain(reason);
}

export function foundByWords(lane: string): string {
  return FOUND_BY[lane] ?? plain(lane);
}

export function artefactWords(reason: string): string {
  return ARTEFACT_REASONS[reason] ?? `${plain(reason)}.`;
}

export function kindWords(kind: string): string {
  return KINDS[kind] ?? plain(kind);
}

export function discountWords(discount: Discount): string {
  return DISCOUNTS[discount];
}

function plain(code: string): string {
  return code.replaceAll('_', ' ');
}

/** `2026-11-21 09:00:00 UTC`; a text that is no instant is shown as it is. */
export function timeWords(instant: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})[.\d]*Z$/.exec(instant) ?? [];
  return day === undefined ? instant : `${day} ${time} UTC`;
}

export function dayWords(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DD'.length);
}

export function countWords(count: number, one: string, more: string): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}

/** `12,345` */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A mass in micro, with three decimals. */
export function massWords(micro: number): string {
  return (micro / 1_000_000).toFixed(3);
}

/** A score of 0 to 1, with two decimals. */
export function scoreWords(score: number): string {
  return score.toFixed(2);
}

/** A confidence as beliefs show it, with four decimals. */
export function confidenceWords(confidence: number): string {
  return confidence.toFixed(4);
}
