/** Every indexed section of a corpus, of every version, in the order of the log. */
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { GraphReader, IndexedSection } from '../../graph/store.ts';

export interface ArtefactSections {
  readonly record: ArtefactRecord;
  readonly sections: readonly IndexedSection[];
}

const PAGE = 100;

/** Pages of at most 100 artefacts. */
export async function* corpusSections(
  reader: GraphReader,
  corpus: string,
): AsyncGenerator<readonly ArtefactSections[]> {
  for (let after = -1; ; ) {
    const page = await reader.artefactsOf(corpus, after, PAGE);
    const addrs = page.flatMap(({ record }) => record.sections.map(({ addr }) => addr));
    const indexed = (await reader.sections(addrs)).filter((section) => section !== null);
    const byArtefact = Map.groupBy(indexed, ({ artefact }) => artefact);
    yield page.map(({ record }) => ({ record, sections: byArtefact.get(record.artefact_id) ?? [] }));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.seq;
  }
}
