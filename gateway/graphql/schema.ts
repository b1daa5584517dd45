/** The whole schema; `schema.graphql` is its printed form, held current by a test. */
import { builder } from './builder.ts';
import './schema/answer.ts';
import './schema/artefact.ts';
import './schema/claim.ts';
import './schema/evidence-set.ts';
import './schema/mutation-annotate.ts';
import './schema/mutation-append-evidence.ts';
import './schema/mutation-ask.ts';
import './schema/mutation-keys.ts';
import './schema/mutation.ts';
import './schema/query-answer.ts';
import './schema/query-artefact.ts';
import './schema/query-artefacts.ts';
import './schema/query-claim.ts';
import './schema/query-claims.ts';
import './schema/query-findings.ts';
import './schema/query-neighbourhood.ts';
import './schema/query-neighbours.ts';
import './schema/query-path.ts';
import './schema/query-search.ts';
import './schema/query-supersession-chain.ts';
import './schema/receipt.ts';
import './schema/subscription-belief.ts';
import './schema/subscription-findings.ts';
import './schema/subscription-ledger.ts';

export const schema = builder.toSchema();
