/** Verdicts of one tenant's answers as they are when they are sent: as findings turn them, and as time does. */
import type { AnswerId } from '../../../graph/address.ts';
import { isAnswerId } from '../builder/ids.ts';
import { Ageing, type AgeingOptions } from './ageing.ts';
import { findingsTopic } from './findings-topic.ts';
import type { Topic, TopicEvent, TopicPage } from './topic.ts';

/** Behind the log's last position, and before its next one. */
const HALF = 0.5;

/** Keys are ids of answers. */
export function verdictTopic(options: AgeingOptions): Topic<AnswerId> {
  const { engine, tenant, onFault } = options;
  const { store } = engine;
  const findings = findingsTopic(store, tenant);
  const ageing = new Ageing(options);
  return {
    name: `verdict ${tenant}`,
    type: findings.type,
    concerns: findings.concerns,
    isOfNow: true,
    after: async (seq, keys, limit): Promise<TopicPage<AnswerId>> => {
      const page = await findings.after(seq, keys, limit);
      return { ...page, events: page.events.map(({ seq: at, value }) => eventAt(at, value.body.answer_id)) };
    },
    standing: async (keys) =>
      (await findings.standing(keys)).map(({ seq, value }) => eventAt(seq, value.body.answer_id)),
    byTime: (key, tell) => {
      if (!isAnswerId(key)) return () => undefined;
      return ageing.watch(key, () => {
        store.head().then(({ size }) => tell(eventAt(size - HALF, key)), onFault);
      });
    },
  };
}

function eventAt(seq: number, answer: AnswerId): TopicEvent<AnswerId> {
  return { seq, subject: answer, keys: [answer], value: answer };
}
