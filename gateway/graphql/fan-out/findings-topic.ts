/** The verdicts of one organisation's answers, as they change. */
import type { AnswerId } from '../../../graph/address.ts';
import type { FindingRecord, GraphReader } from '../../../graph/store.ts';
import { isAnswerId } from '../ids.ts';
import type { Topic, TopicEvent } from './topic.ts';

/** @param tenant whose answers; keys of the topic are ids of answers */
export function findingsTopic(
  store: Pick<GraphReader, 'findings' | 'standingFindings'>,
  tenant: string,
): Topic<FindingRecord> {
  return {
    name: `findings ${tenant}`,
    after: async (seq, keys, limit) => {
      const found = await store.findings({ tenant, after: seq, answers: answersOf(keys), limit });
      return {
        events: found.map(eventOf),
        upTo: found.at(-1)?.seq ?? seq,
        more: found.length === limit,
      };
    },
    standing: async (keys) => (await store.standingFindings(tenant, answersOf(keys))).map(eventOf),
  };
}

/** Ids that are no answer's find nothing. */
function answersOf(keys: readonly string[] | null): readonly AnswerId[] | null {
  return keys === null ? null : keys.filter(isAnswerId);
}

function eventOf(record: FindingRecord): TopicEvent<FindingRecord> {
  const { answer_id } = record.body;
  return { seq: record.seq, subject: answer_id, keys: [answer_id], value: record };
}
