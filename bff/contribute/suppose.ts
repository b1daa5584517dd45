/** A dry run: whose verdict would change among the visitor's answers, and what it would do to the belief. */
import { z } from 'zod';
import { findingsState } from '../../gateway/wire/findings.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { refuse } from '../refusal.ts';
import { firstError, graphRefusal } from '../views/graph-refusal.ts';
import { connection } from '../views/statements.ts';
import { type Contribution, type ContributionInput, contributionOf } from './contribution.ts';
import { type Contributor, contributorOf, contributorView } from './contributor.ts';

/** Answers that are shown by their questions; more are counted. */
const TURNS = 20;
const QUERY = `query Supposed($evidence: SupposedEvidence!, $turns: Int!) { whatIf(evidence: $evidence) { repeated
  beliefs { before { state effectiveConfidence } after { state effectiveConfidence }
    part { items(first: 1) { contribution discounts } } }
  turns(first: $turns) { totalCount edges { node { from to answer { answerId q } } } } } }`;

const belief = z
  .object({ state: z.string(), effectiveConfidence: z.number() })
  .transform(({ state, effectiveConfidence }) => ({
    state: state.toLowerCase(),
    confidence: effectiveConfidence,
  }));

const shownBelief = z.object({ state: z.string(), confidence: z.number() }).nullable();

export const supposedOutput = z.object({
  by: contributorView,
  /** The same is in the ledger already: appending it changes nothing. */
  repeated: z.boolean(),
  /** Of the statement; null where it has no evidence. An annotation changes neither. */
  before: shownBelief,
  after: shownBelief,
  /** Of its side's mass, in millionths; null where that is not known. */
  contribution: z.int().nullable(),
  /** Why it counts less than a checked source would: words such as `standing`, `unchecked`, `same_domain`. */
  discounts: z.array(z.string()),
  /** Answers of the visitor's own, by their positions in the log. */
  turns: z.array(z.object({ answer_id: z.string(), q: z.string(), from: findingsState, to: findingsState })),
  turn_count: z.int(),
});
export type SupposedContribution = z.infer<typeof supposedOutput>;

const turn = z
  .object({
    from: findingsState,
    to: findingsState,
    answer: z.object({ answerId: z.string(), q: z.string() }).nullable(),
  })
  .transform(({ answer, from, to }): SupposedContribution['turns'] =>
    answer === null ? [] : [{ answer_id: answer.answerId, q: answer.q, from, to }],
  );

const reply = z.object({
  whatIf: z.object({
    repeated: z.boolean(),
    beliefs: z.array(
      z.object({
        before: belief.nullable(),
        after: belief.nullable(),
        part: z
          .object({ items: z.array(z.object({ contribution: z.int(), discounts: z.array(z.string()) })) })
          .nullable(),
      }),
    ),
    turns: z.intersection(
      z.object({ totalCount: z.int() }),
      connection(turn).transform((nodes) => ({ nodes })),
    ),
  }),
});

/** Writes nothing. @throws {BffRefusal} and {AdduceError} as an append of the same would be refused, 429 past the limits */
export function suppose(
  bff: BffContext,
  visitor: Visitor,
  input: ContributionInput,
): Promise<SupposedContribution> {
  return bff.limits.engine(visitor, 'suppose', async () => {
    const contributor = await contributorOf(bff, visitor);
    const contribution = await contributionOf(bff, visitor, input, contributor);
    return contribution.kind === 'event'
      ? readSupposed(bff, visitor, contribution, contributor)
      : ofAnnotation(contributor);
  });
}

/** It is read beside its statement, and is no evidence. */
function ofAnnotation({ actor, standing }: Contributor): SupposedContribution {
  const none = { repeated: false, before: null, after: null, contribution: null, discounts: [] };
  return { by: { actor, standing }, ...none, turns: [], turn_count: 0 };
}

async function readSupposed(
  bff: BffContext,
  visitor: Visitor,
  { claim, event }: Extract<Contribution, { kind: 'event' }>,
  { actor, standing }: Contributor,
): Promise<SupposedContribution> {
  const evidence = {
    claim,
    kind: capitals(event.kind),
    evidence: event.evidence.map(({ kind, ...piece }) => ({ ...piece, kind: capitals(kind) })),
    attestations: event.attestations,
    standing,
    actor,
  };
  const request = { query: QUERY, variables: { evidence, turns: TURNS } };
  const sent = await bff.client.graphql(request, callFor(bff, visitor));
  const error = firstError(sent);
  if (error !== undefined) throw graphRefusal(error);
  const read = reply.safeParse(sent.data);
  if (!read.success) throw refuse(502, 'Upstream', 'bff:view', 'The engine could not show this.');
  const { repeated, beliefs, turns } = read.data.whatIf;
  const [believed] = beliefs;
  const [item] = believed?.part?.items ?? [];
  return {
    by: { actor, standing },
    repeated,
    before: believed?.before ?? null,
    after: believed?.after ?? null,
    contribution: item?.contribution ?? null,
    discounts: item?.discounts.map((one) => one.toLowerCase()) ?? [],
    turns: turns.nodes.flat(),
    turn_count: turns.totalCount,
  };
}

function capitals(word: string): string {
  return word.toUpperCase().replaceAll('-', '_');
}
