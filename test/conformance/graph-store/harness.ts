/** What the conformance suite is given, and how its tests run. */
import type { BeliefChanges } from '../../../graph/store/beliefs.ts';
import type { Changes, GraphStore } from '../../../graph/store/store.ts';
import { changes } from './records.ts';

export interface OpenedStore {
  readonly store: GraphStore;
  /** Closes the store and opens the same data again. */
  reopen(): Promise<GraphStore>;
  /** Closes whatever is open and removes the data. */
  dispose(): Promise<void>;
}

/** Gives an empty store. */
export type OpenStore = () => Promise<OpenedStore>;

/** One test over its own empty store. */
export type StoreTest = (title: string, body: (opened: OpenedStore) => Promise<void>) => void;

/** Saves in a transaction of its own. */
export async function save(store: GraphStore, parts: Partial<Changes>): Promise<void> {
  await store.transact((tx) => tx.save(changes(parts)));
}

/** Saves a step of the projection of beliefs. */
export async function saveBeliefs(store: GraphStore, beliefs: BeliefChanges): Promise<void> {
  await store.moveBeliefs((tx) => tx.save(beliefs));
}
