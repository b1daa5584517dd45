/** The corpora that can be asked, for the page's switcher. */
import { z } from 'zod';
import type { CallOptions } from '../../gateway/client/transport.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { readGraph } from './read-graph.ts';
import { connection } from './statements.ts';

const MAX_CORPORA = 50;
const QUERY = `query Corpora($first: Int) { corpora(first: $first) { edges { node {
  name observedAt counts { documents claims oldestObservation newestObservation } } } } }`;

/** Corpora whose languages are read together: an operation has thirty aliases at most. */
const LANGUAGES_TOGETHER = 20;
const MAX_LANGUAGES = 3;

const counts = z.object({
  documents: z.int(),
  claims: z.int(),
  oldestObservation: z.string().nullable(),
  newestObservation: z.string().nullable(),
});
const data = z.object({
  corpora: connection(
    z.object({ name: z.string(), observedAt: z.string().nullable(), counts: counts.nullable() }),
  ),
});

export const corporaOutput = z.array(
  z.object({
    name: z.string(),
    /** When it was last looked at, RFC 3339 UTC; null: never. */
    observed_at: z.string().nullable(),
    documents: z.int(),
    claims: z.int(),
    /** Of its documents, RFC 3339 UTC. */
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
    /** Of its documents, BCP 47 tags, the commonest first; at most three. */
    languages: z.array(z.string()),
  }),
);
export type Corpora = z.infer<typeof corporaOutput>;

/** In the engine's order: the first is asked where none is named. @throws as `readGraph`, {BffRefusal} 429 */
export function listCorpora(bff: BffContext, visitor: Visitor): Promise<Corpora> {
  return bff.limits.engine(visitor, 'view', async () => {
    const read = { query: QUERY, variables: { first: MAX_CORPORA }, data };
    const call = callFor(bff, visitor);
    const { corpora } = await readGraph(bff, call, read);
    const languages = await readLanguages(
      bff,
      call,
      corpora.map(({ name }) => name),
    );
    return corpora.map(({ name, observedAt, counts }, index) => ({
      name,
      observed_at: observedAt,
      documents: counts?.documents ?? 0,
      claims: counts?.claims ?? 0,
      oldest: counts?.oldestObservation ?? null,
      newest: counts?.newestObservation ?? null,
      languages: languages[index] ?? [],
    }));
  });
}

const languagesOf = z
  .object({ aggregate: z.object({ lang: z.array(z.object({ key: z.string() })).nullable() }).nullable() })
  .nullable()
  .transform((list) => (list?.aggregate?.lang ?? []).map(({ key }) => key));

/** For each corpus; none where they cannot be counted. */
async function readLanguages(
  bff: BffContext,
  call: CallOptions,
  corpora: readonly string[],
): Promise<string[][]> {
  const found: string[][] = [];
  for (let start = 0; start < corpora.length; start += LANGUAGES_TOGETHER) {
    const names = corpora.slice(start, start + LANGUAGES_TOGETHER);
    const variables = Object.fromEntries(names.map((name, index) => [`c${index}`, name]));
    const read = { query: languagesQuery(names.length), variables, data: z.record(z.string(), languagesOf) };
    const lists = await readGraph(bff, call, read);
    found.push(...names.map((_, index) => lists[`l${index}`] ?? []));
  }
  return found;
}

function languagesQuery(count: number): string {
  const places = Array.from({ length: count }, (_, index) => index);
  const lists = places.map(
    (n) =>
      `l${n}: artefacts(corpus: $c${n}, first: 1) { aggregate { lang(first: ${MAX_LANGUAGES}) { key } } }`,
  );
  return `query Languages(${places.map((n) => `$c${n}: String`).join(', ')}) { ${lists.join(' ')} }`;
}
