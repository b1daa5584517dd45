/** Which of the visitor's verdicts evidence on a claim would change. Nothing is written. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { scope, withGraph } from './ask-graph.ts';

/** Turns that are shown; the number of all is given beside them. */
const SHOWN = 20;
const FULL_STANDING = 1_000;
/** Of evidence that nobody has: what it is of does not matter. */
const SUPPOSED = { ref: 'what-if', hash: '0'.repeat(64) };

const QUERY = `query WhatIf($supposed: SupposedEvidence!, $asOf: DateTime, $first: Int) {
  whatIf(evidence: $supposed, asOf: $asOf) { turns(first: $first) { totalCount edges { node {
    from to reasons { code } answer { answerId q } } } } } }`;

const state = z.enum(['PASS', 'WARN', 'FAIL', 'UNKNOWN']);

export const whatIfInput = scope.pick({ as_of: true }).extend({
  corpus: z.string().min(1).max(63),
  /** `c1…` */
  claim: z.string().regex(/^c1[a-z0-9]{1,64}$/),
  kind: z.enum(['corroborate', 'dispute']),
  evidence: z.enum(['source', 'reproduction', 'receipt']),
  /** Of who speaks, per mille. */
  standing: z.int().min(0).max(FULL_STANDING),
});
export const whatIfOutput = z.object({
  /** All that would change, of which `turns` are the first. */
  total: z.int(),
  turns: z.array(
    z.object({
      answer_id: z.string(),
      q: z.string(),
      from: state,
      to: state,
      /** Codes of the reasons of the later verdict. */
      reasons: z.array(z.string()),
    }),
  ),
});
export type WhatIf = z.infer<typeof whatIfOutput>;

const data = z.object({
  whatIf: z.object({
    turns: z.object({
      totalCount: z.int().nullable(),
      edges: z.array(
        z.object({
          node: z.object({
            from: state,
            to: state,
            reasons: z.array(z.object({ code: z.string() })),
            answer: z.object({ answerId: z.string(), q: z.string() }).nullable(),
          }),
        }),
      ),
    }),
  }),
});

/** @throws as `withGraph` */
export function readWhatIf(
  bff: BffContext,
  visitor: Visitor,
  { corpus, claim, kind, evidence, standing, as_of }: z.infer<typeof whatIfInput>,
): Promise<WhatIf> {
  const supposed = {
    claim: `wx://${corpus}/claim/${claim}`,
    kind: kind.toUpperCase(),
    evidence: [{ ...SUPPOSED, kind: evidence.toUpperCase() }],
    standing,
  };
  return withGraph(bff, visitor, 'graphql', async (ask) => {
    const { whatIf } = await ask({ query: QUERY, variables: { supposed, asOf: as_of, first: SHOWN }, data });
    const turns = whatIf.turns.edges.flatMap(({ node: { answer, reasons, from, to } }) =>
      answer === null
        ? []
        : [
            {
              answer_id: answer.answerId,
              q: answer.q,
              from,
              to,
              reasons: reasons.map(({ code }) => code.toLowerCase()),
            },
          ],
    );
    return { total: whatIf.turns.totalCount ?? turns.length, turns };
  });
}
