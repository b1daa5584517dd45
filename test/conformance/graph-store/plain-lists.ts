/** What lists of claims and artefacts hold: a plain reading of one world, without a word of how stores go about it. */
import type { ArtefactRecord, ArtefactState } from '../../../graph/artefact.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord, ClaimValue } from '../../../graph/claim.ts';
import { claimFacets, foldText } from '../../../graph/claim-facets.ts';
import type { ArtefactFilter, Between, ClaimFilter, Joined } from '../../../graph/store/filters.ts';
import type { Group } from '../../../graph/store/lists.ts';
import type { View } from '../../../graph/store/rows.ts';
import type { ArtefactSelection, ClaimSelection } from '../../../graph/store/selection.ts';
import { byIds, makeWorld, sees, statedIn } from './world.ts';

/** What the lists are of. */
export const WORLD = makeWorld();

/** Claims of the world that a selection lets through, by seq. */
export function plainClaims(selection: ClaimSelection): ClaimRecord[] {
  const { view: seen, filter, prefixes, among } = selection;
  const first = selection.firstOfCluster;
  return WORLD.claims.filter((one) => {
    const places = statedIn(WORLD, one.addr, seen).map(({ record }) => record);
    return (
      places.length > 0 &&
      plainly(filter, (own) => claimHas(own, one, places)) &&
      (prefixes === null || prefixes.some((prefix) => one.addr.startsWith(prefix))) &&
      (among === null || among.includes(one.addr)) &&
      (first === undefined || isFirstOfCluster(one, selection, first.several)) &&
      (!asksWords(filter) || isTold(one, selection))
    );
  });
}

/** What a filter means, without a word of how stores go about it. */
function plainly<F extends Joined<F>>(filter: F, has: (own: F) => boolean): boolean {
  if (!has(filter)) return false;
  for (const one of filter.and) if (!plainly(one, has)) return false;
  if (filter.not !== null && plainly(filter.not, has)) return false;
  return filter.or.length === 0 || filter.or.some((one) => plainly(one, has));
}

function asksWords(filter: ClaimFilter): boolean {
  const { text, subject, entity, attribute, dimension, number, date, and, or, not } = filter;
  const inner = [...and, ...or, ...(not === null ? [] : [not])];
  const words = [text, subject, entity, attribute, dimension, number, date];
  return words.some((word) => word !== null) || inner.some(asksWords);
}

function claimHas(
  own: ClaimFilter,
  one: ClaimRecord,
  places: readonly Pick<ArtefactRecord, 'licence' | 'domain' | 'publisher'>[],
): boolean {
  const facets = claimFacets(one);
  const is = (wanted: readonly string[] | null, value: string | null) =>
    wanted === null || wanted.some((text) => foldText(text) === value);
  return (
    (own.text === null || facets.words.includes(foldText(own.text))) &&
    (own.addr === null || own.addr.includes(one.addr)) &&
    is(own.subject, facets.subject) &&
    (is(own.entity, facets.subject) || is(own.entity, facets.object)) &&
    is(own.attribute, facets.attribute) &&
    is(own.dimension, facets.dimension) &&
    (own.cluster === null || own.cluster.includes(one.claim_cluster_id)) &&
    places.some(
      (record) =>
        (own.licence === null || own.licence.includes(record.licence)) &&
        (own.domain === null || own.domain.includes(record.domain)) &&
        (own.publisher === null || own.publisher.includes(record.publisher)),
    ) &&
    hasNumber(own.number, one.core.form?.value) &&
    hasDate(own.date, one.core.form?.value) &&
    inRange(own.effectiveAt, one.effective_at) &&
    inRange(own.seq, one.seq) &&
    (own.sources === null || sourcesOf(places) === own.sources)
  );
}

function hasNumber(wanted: ClaimFilter['number'], value: ClaimValue | undefined): boolean {
  if (wanted === null) return true;
  if (value?.kind !== 'quantity' || value.unit !== wanted.unit) return false;
  const isFrom = wanted.from === null || (value.min !== null && Number(value.min) >= wanted.from);
  return isFrom && (wanted.to === null || (value.max !== null && Number(value.max) <= wanted.to));
}

function hasDate(wanted: ClaimFilter['date'], value: ClaimValue | undefined): boolean {
  if (wanted === null) return true;
  if (value?.kind !== 'date') return false;
  return (wanted.from === null || value.from >= wanted.from) && (wanted.to === null || value.to <= wanted.to);
}

function sourcesOf(places: readonly { readonly publisher: string }[]): ClaimFilter['sources'] {
  return new Set(places.map(({ publisher }) => publisher)).size === 1 ? 'one' : 'several';
}

/** Of those of its cluster that a place in the view states and that are let through. */
function isFirstOfCluster(
  { claim_cluster_id, seq }: ClaimRecord,
  { view: seen, prefixes }: ClaimSelection,
  several: boolean | null,
): boolean {
  const others = WORLD.claims.filter(
    (other) =>
      other.claim_cluster_id === claim_cluster_id &&
      statedIn(WORLD, other.addr, seen).length > 0 &&
      (prefixes === null || prefixes.some((prefix) => other.addr.startsWith(prefix))),
  );
  const isFirst = !others.some((other) => other.seq < seq);
  return isFirst && (several === null || several === others.some((other) => other.seq > seq));
}

/** Whether the words of a claim, and what stands in its form, may be shown. */
export function isTold({ addr }: ClaimRecord, { closedLicences }: ClaimSelection): boolean {
  const everywhere = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };
  return statedIn(WORLD, addr, everywhere).some(({ record, redacted }) => {
    const original = record.mirror_of === null ? [] : byIds(WORLD, [record.mirror_of]);
    const licences = [record, ...original.map((one) => one.record)].map(({ licence }) => licence);
    return redacted === undefined && !licences.some((licence) => closedLicences.includes(licence));
  });
}

/** Artefacts of the world that a selection lets through, by seq. */
export function plainArtefacts({ view: seen, filter }: ArtefactSelection): ArtefactState[] {
  return WORLD.artefacts.filter(
    (state) => sees(seen, state) && plainly(filter, (own) => artefactHas(own, state, seen)),
  );
}

function artefactHas(
  own: ArtefactFilter,
  { record, withdrawn, seq, effective_at }: ArtefactState,
  seen: View,
): boolean {
  const isGone = withdrawn !== null && sees(seen, withdrawn);
  return (
    (own.text === null || foldText(record.title).includes(foldText(own.text))) &&
    (['licence', 'domain', 'publisher', 'lang'] as const).every(
      (by) => own[by] === null || own[by].includes(record[by]),
    ) &&
    (own.mediaType === null || own.mediaType.includes(record.media_type)) &&
    (own.withdrawn === null || own.withdrawn === isGone) &&
    inRange(own.effectiveAt, effective_at) &&
    inRange(own.seq, seq)
  );
}

function inRange<T extends string | number>(range: Between<T> | null, value: T): boolean {
  const { from = null, to = null } = range ?? {};
  return (from === null || value >= from) && (to === null || value <= to);
}

/** The largest first. @param keys of each row; a key that is null is of no group */
export function groups(keys: readonly (readonly (string | null)[])[]): Group[] {
  const counts = new Map<string, number>();
  for (const own of keys) {
    for (const key of new Set(own)) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
}
