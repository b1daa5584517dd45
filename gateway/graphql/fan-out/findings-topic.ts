/** The verdicts of one tenant's answers, or of all sub-tenants of an organisation, as they change. */
import type { AnswerId } from '../../../graph/address.ts';
import type { ListReader } from '../../../graph/store/lists.ts';
import { type RangeReader, readRange } from '../../../graph/store/ranges.ts';
import type { FindingRecord } from '../../../graph/store/rows.ts';
import { belongsTo, organisationOfAll } from '../../wire/tenant-scope.ts';
import { isAnswerId } from '../builder/ids.ts';
import type { Topic, TopicEvent } from './topic.ts';

/** @param tenant whose answers, `ORG/*` for all of an organisation; keys of the topic are ids of answers */
export function findingsTopic(store: RangeReader & ListReader, tenant: string): Topic<FindingRecord> {
  const org = organisationOfAll(tenant);
  const stored = org === null ? tenant : null;
  const eventsOf = (found: readonly FindingRecord[]) =>
    found.filter((one) => org === null || belongsTo(org, one.tenant)).map(eventOf);
  return {
    name: `findings ${tenant}`,
    type: 'findings.changed',
    concerns: (entry) =>
      org === null ? entry.tenant === tenant : entry.tenant !== null && belongsTo(org, entry.tenant),
    after: async (seq, keys, limit) => {
      const found = await readRange(
        store,
        'findings',
        { tenant: stored, after: seq, answers: answersOf(keys) },
        { limit },
      );
      return {
        events: eventsOf(found),
        upTo: found.at(-1)?.seq ?? seq,
        more: found.length === limit,
      };
    },
    standing: async (keys) => eventsOf(await store.currentFindings(stored, answersOf(keys))),
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
