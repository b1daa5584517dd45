/** Structured readings of claims, as the engine's graph has them. */
import { z } from 'zod';
import type { StatedValue } from './value-history.ts';

export const STATED = `text effectiveAt lang statement { role subject { key text }
  attribute { name dimension } value { kind text number unit } }`;

export const statedClaim = z.object({
  text: z.string(),
  effectiveAt: z.string(),
  lang: z.string(),
  statement: z
    .object({
      role: z.string(),
      subject: z.object({ key: z.string(), text: z.string() }),
      attribute: z.object({ name: z.string(), dimension: z.string() }),
      value: z.object({
        kind: z.string(),
        text: z.string(),
        number: z.number().nullable(),
        unit: z.string().nullable(),
      }),
    })
    .nullable(),
});
export type ReadClaim = z.infer<typeof statedClaim>;
export type ShownStatement = NonNullable<ReadClaim['statement']>;

/** The nodes of a GraphQL connection, without those that cannot be read. */
export function connection<T>(node: z.ZodType<T>) {
  const edge = z.object({ node: z.union([z.null(), node]) });
  return z
    .object({ edges: z.array(edge) })
    .transform(({ edges }) => edges.flatMap((one): T[] => (one.node === null ? [] : [one.node])));
}

/** One value that holds when it is stated; null for any other claim. */
export function statedValue({ text, effectiveAt, statement }: ReadClaim): StatedValue | null {
  if (statement === null || statement.role !== 'CURRENT') return null;
  const { text: words, number, unit } = statement.value;
  const value = number !== null && unit === statement.attribute.name ? String(number) : words;
  return { value, number, at: effectiveAt, text };
}
