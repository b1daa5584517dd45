/** Which reads of a store run on its reader threads. */
import type { GraphReader } from '../../store/store.ts';
import type { ReadName } from './messages.ts';
import type { ReaderThreads } from './reader-threads.ts';

/**
 * What looks through the store: lists, walks, full text and counts. What finds rows by keys, or a page along one index, runs
 * where it is asked for: the way to another thread and back costs more than it.
 */
export const ON_THREADS: readonly ReadName[] = [
  'list',
  'count',
  'groups',
  'claimAddrs',
  'edges',
  'edgeEvidence',
  'proposals',
  'searchText',
  'counts',
  'countsBy',
  'findingsCounts',
  'currentFindings',
  'answersRestingOn',
  'eventsCiting',
  'countAnnotations',
];

/** The same reads, those that look through the store on the threads. */
export function threadedReads(reads: GraphReader, threads: ReaderThreads): GraphReader {
  const elsewhere = ON_THREADS.map((name) => [name, (...args: unknown[]) => threads.read(name, args)]);
  // A thread answers as the read of that name does.
  return { ...reads, ...Object.fromEntries(elsewhere) } as GraphReader;
}
