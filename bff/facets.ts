/** How many entries of a visitor's library have which value: what a list can be narrowed by. */
import { z } from 'zod';
import type { BffContext, Visitor } from './bff-context.ts';

export const facetsInput = z.strictObject({ of: z.enum(['history', 'saved']) });

const counts = z.array(z.object({ value: z.string(), entries: z.int() })).readonly();

/**
 * At most 50 values each, the most frequent first, of days the newest first. They count the whole collection. Of `corpus`
 * the empty value is the default corpus; `changed` is `yes` or `no`.
 */
export const facets = z.object({
  mode: counts,
  verdict: counts,
  changed: counts,
  folder: counts,
  tag: counts,
  corpus: counts,
  day: counts,
});
export type Facets = z.infer<typeof facets>;

/** @throws {BffRefusal} 429 past the limit */
export async function readFacets(
  bff: BffContext,
  visitor: Visitor,
  { of }: z.infer<typeof facetsInput>,
): Promise<Facets> {
  await bff.limits.read(visitor);
  const found = await bff.records.facets(visitor.user, of);
  const valuesOf = (name: keyof Facets) =>
    found.filter(({ facet }) => facet === name).map(({ value, entries }) => ({ value, entries }));
  return {
    mode: valuesOf('mode'),
    verdict: valuesOf('verdict'),
    changed: valuesOf('changed'),
    folder: valuesOf('folder'),
    tag: valuesOf('tag'),
    corpus: valuesOf('corpus'),
    day: valuesOf('day'),
  };
}
