/** Every indexed section of a corpus, of every version, in the order of the log. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { IndexedSection } from '../../graph/store/rows.ts';

export interface ArtefactSections {
  readonly record: ArtefactRecord;
  /** Position of the artefact in the log. */
  readonly seq: number;
  readonly sections: readonly IndexedSection[];
}

const PAGE = 100;

/** Pages of at most 100 artefacts. @param after position of the artefact after which they begin; -1: all */
export async function* corpusSections(
  reader: RecordReader & RangeReader,
  corpus: string,
  after: number,
): AsyncGenerator<readonly ArtefactSections[]> {
  for await (const page of artefactPages(reader, corpus, after)) {
    const addrs = page.flatMap(({ record }) => record.sections.map(({ addr }) => addr));
    const indexed = (await reader.records('sections', addrs)).filter((section) => section !== null);
    const byArtefact = Map.groupBy(indexed, ({ artefact }) => artefact);
    yield page.map(({ record, seq }) => ({
      record,
      seq,
      sections: byArtefact.get(record.artefact_id) ?? [],
    }));
  }
}

/** How many sections `corpusSections` gives. */
export async function countSections(reader: RangeReader, corpus: string, after: number): Promise<number> {
  let count = 0;
  for await (const page of artefactPages(reader, corpus, after))
    for (const { record } of page) count += record.sections.length;
  return count;
}

async function* artefactPages(
  reader: RangeReader,
  corpus: string,
  first: number,
): AsyncGenerator<readonly ArtefactState[]> {
  for (let after = first; ; ) {
    const page = await readRange(reader, 'artefacts', { corpus, after }, { limit: PAGE });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.seq;
    // The embedded store reads without a pause.
    await othersFirst();
  }
}
