/** A log of as many entries as are asked for, by the real writer: annotations of a common length, projected like any others. */

import { hashId } from '../graph/address.ts';
import { FACTS_TENANT } from '../graph/annotation.ts';
import type { NewEntry } from '../graph/log/command.ts';
import { LogWriter } from '../graph/log/writer.ts';
import type { GraphStore } from '../graph/store/store.ts';

const PER_COMMAND = 250;
/** Commands that share a transaction. */
const AT_ONCE = 8;
const AT = '2026-11-20T12:00:00.000Z';
const WORDS =
  'The count was made again from the photographs of the last survey, and one of the moons is seen twice. ';

/** Appends until the log has so many. */
export async function growTo(store: GraphStore, corpus: string, size: number): Promise<void> {
  const writer = new LogWriter(store, () => AT);
  let next = (await store.head()).size;
  while (next < size) {
    const commands: Promise<void>[] = [];
    for (let n = 0; n < AT_ONCE && next < size; n += 1) {
      const count = Math.min(PER_COMMAND, size - next);
      const entries = Array.from({ length: count }, (_, at) => annotation(corpus, next + at));
      commands.push(writer.append(async () => ({ entries, result: () => undefined })));
      next += count;
    }
    await Promise.all(commands);
  }
}

function annotation(corpus: string, n: number): NewEntry {
  const actor = `annotator-${n % 50}`;
  return {
    corpus,
    tenant: FACTS_TENANT,
    effectiveAt: AT,
    body: {
      type: 'annotation.added',
      annotation: {
        id: hashId('n1', { n }),
        corpus,
        target: `wx://${corpus}/entity/e${n % 10_000}`,
        kind: n % 2 === 0 ? 'note' : 'context',
        body: WORDS.repeat(1 + (n % 3)),
        citation: { ref: `https://survey.example/${n}` },
        actor_root: actor,
        check: 'unknown',
        actor,
        standing: 100,
        token_id: null,
        licence: 'CC-BY-SA-4.0',
        created_at: AT,
      },
      idempotency: null,
    },
  };
}
