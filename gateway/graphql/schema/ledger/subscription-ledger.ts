import type { LedgerEntry } from '../../../../graph/evidence.ts';
import { builder } from '../../builder/builder.ts';
import type { GraphqlContext } from '../../context.ts';
import { ledgerTopic } from '../../fan-out/evidence-topics.ts';
import { TopicSource } from '../../fan-out/topic.ts';
import { refusalError } from '../../refusal-error.ts';
import { resolveView } from '../../views/view.ts';
import { checkWholeCorpus, MAX_WATCHED, watchedLedgers } from '../claims/watched-claims.ts';
import { EvidenceEventType } from './evidence-event.ts';

builder.subscriptionField('ledger', (t) =>
  t.field({
    type: EvidenceEventType,
    access: { capability: 'svc.evidence' },
    description:
      'Evidence as it is appended, by `logSeq`. Without `after` the latest entry of each claim, then live ones; with it every later one, in order, then live.',
    args: {
      claims: t.arg.idList({ description: `Full addresses, 1 to ${MAX_WATCHED}; or else:` }),
      corpus: t.arg.string({ description: 'All claims of a corpus; without `after` only live entries.' }),
      after: t.arg({ type: 'LogPosition', description: 'The `logSeq` of the last entry that was received.' }),
    },
    subscribe: async (_, { claims, corpus, after }, context) =>
      new TopicSource<LedgerEntry>({
        topic: ledgerTopic(context.engine.store),
        keys: await watchedKeys(context, claims ?? null, corpus ?? null),
        after: after ?? null,
      }),
    resolve: (entry) => ({ entry, asOf: null }),
  }),
);

async function watchedKeys(
  context: GraphqlContext,
  claims: readonly string[] | null,
  corpus: string | null,
): Promise<readonly string[]> {
  const { engine, session } = context;
  if (claims !== null && corpus === null) return watchedLedgers(context, claims);
  if (claims !== null || corpus === null) {
    throw refusalError({ reason: 'invalid:query', message: 'name either claims or a corpus' });
  }
  checkWholeCorpus(session, corpus);
  return [(await resolveView(engine, corpus, null)).corpus];
}
