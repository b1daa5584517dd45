/** The values that documents gave, over time, for what an answer states. */
import { z } from 'zod';
import { visibleEntry } from '../ask.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { readGraph } from './read-graph.ts';
import { connection, STATED, statedClaim, statedValue } from './statements.ts';
import { runsOf, valueRun } from './value-history.ts';

const MOST_STATEMENTS = 100;
const ANSWER = `query Stated($id: ID!) { answer(id: $id) { corpus claims { ${STATED} } } }`;
const VALUES = `query Values($corpus: String, $subject: [String!], $attribute: [String!], $first: Int) {
  claims(corpus: $corpus, first: $first, filter: { subject: $subject, attribute: $attribute },
    orderBy: { by: EFFECTIVE_AT, direction: DESC }) { edges { node { ${STATED} } } } }`;

export const timelineInput = z.object({ answer_id: z.string().min(1).max(64) });
export const timelineOutput = z.object({
  /** What the values are of, such as `Saturn: moon`; null where the answer states no value. */
  thing: z.string().nullable(),
  /** Oldest first; empty where the answer states no value. */
  runs: z.array(valueRun),
});
export type Timeline = z.infer<typeof timelineOutput>;

const answerData = z.object({
  answer: z.object({ corpus: z.string(), claims: z.array(statedClaim.nullable()) }).nullable(),
});
const valuesData = z.object({ claims: connection(statedClaim) });

/** Of the answer's first value. @throws as `readGraph`, {BffRefusal} 404 for another's answer, 429 */
export function readTimeline(
  bff: BffContext,
  visitor: Visitor,
  { answer_id: id }: z.infer<typeof timelineInput>,
): Promise<Timeline> {
  return bff.limits.engine(visitor, 'view', async () => {
    const owner = (await visibleEntry(bff, visitor, id)).owner;
    const call = callFor(bff, visitor, owner);
    const { answer } = await readGraph(bff, call, { query: ANSWER, variables: { id }, data: answerData });
    const first = answer?.claims.find((claim) => claim?.statement?.role === 'CURRENT')?.statement;
    if (!answer || !first) return { thing: null, runs: [] };
    const { subject, attribute } = first;
    const { corpus } = answer;
    const variables = { corpus, subject: subject.key, attribute: attribute.name, first: MOST_STATEMENTS };
    const { claims } = await readGraph(bff, call, { query: VALUES, variables, data: valuesData });
    const stated = claims.toReversed().flatMap((claim) => statedValue(claim) ?? []);
    return { thing: `${subject.text}: ${attribute.name}`, runs: [...runsOf(stated)] };
  });
}
