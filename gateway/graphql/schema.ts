/** The whole schema; `schema.graphql` is its printed form, held current by a test. */
import { builder } from './builder.ts';
import './schema/answer.ts';
import './schema/artefact.ts';
import './schema/claim.ts';
import './schema/evidence-set.ts';
import './schema/mutation.ts';
import './schema/mutation-annotate.ts';
import './schema/mutation-append-evidence.ts';
import './schema/mutation-ask.ts';
import './schema/mutation-keys.ts';
import './schema/query-answer.ts';
import './schema/query-artefact.ts';
import './schema/query-claim.ts';
import './schema/query-findings.ts';
import './schema/query-search.ts';
import './schema/receipt.ts';
import './schema/subscription-belief.ts';
import './schema/subscription-findings.ts';
import './schema/subscription-ledger.ts';

export const schema = builder.toSchema();
