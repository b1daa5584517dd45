/** The part of our schema that a benchmark subscribes to, for servers that have another way of subscribing. */
import type { FindingsChanged } from '../../graph/log/entry.ts';

/** A change at its position. */
export interface Finding {
  readonly seq: number;
  readonly body: FindingsChanged;
}

export const FINDINGS_SCHEMA = /* GraphQL */ `
  enum FindingsState { PASS WARN FAIL UNKNOWN }
  type FindingReason { code: String! claim: ID artefact: ID event: ID }
  type Finding {
    seq: Int!
    answerId: ID!
    from: FindingsState!
    to: FindingsState!
    reasons: [FindingReason!]!
  }
  type Query { nothing: Int }
  type Subscription { findings(after: Int, answerIds: [ID!]): Finding! }
`;

/** Of the type `Finding`. */
export const FINDING_FIELDS = {
  answerId: ({ body }: Finding) => body.answer_id,
  from: ({ body }: Finding) => body.from,
  to: ({ body }: Finding) => body.to,
  reasons: ({ body }: Finding) => body.reasons,
};
