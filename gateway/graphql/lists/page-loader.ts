/** Pages of lists: those of one level that are cut alike become one call of the store. */
import DataLoader from 'dataloader';
import type {
  AnnotationCut,
  FindingCut,
  FindingStretch,
  TargetStretch,
} from '../../../graph/store/ranges.ts';
import { loaderOptions } from '../builder/keys-plugin.ts';

/** One call per cut: lists of one field are all cut alike. */
export function pagesOf<
  Place extends TargetStretch | FindingStretch,
  Cut extends AnnotationCut | FindingCut,
  Row,
>(
  listOf: (place: Place) => string,
  kindsOf: (cut: Cut) => readonly string[] | undefined,
  read: (places: readonly Place[], cut: Cut) => Promise<Row[][]>,
): DataLoader<Place & Cut, readonly Row[], string> {
  const cutOf = (cut: Cut) => `${cut.limit} ${cut.newestFirst} ${kindsOf(cut)?.join(' ') ?? '*'}`;
  return new DataLoader(
    async (keys) => {
      const found = new Map<Place & Cut, readonly Row[]>();
      for (const group of Map.groupBy(keys, cutOf).values()) {
        const [first] = group;
        const pages = first === undefined ? [] : await read(group, first);
        for (const [index, key] of group.entries()) found.set(key, pages[index] ?? []);
      }
      return keys.map((key) => found.get(key) ?? []);
    },
    {
      ...loaderOptions,
      cacheKeyFn: (key) => `${key.after} ${key.before} ${cutOf(key)} ${listOf(key)}`,
    },
  );
}
