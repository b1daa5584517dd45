/** What claims, artefacts, events, stubs, answers, findings and corpora are loaded by: their id and the time they are seen at, so that one loader serves both. */
import type { AnswerId, ArtefactId, ClaimAddr, EventId } from '../../../graph/address.ts';

/** A stub's id means nothing without its corpus. */
export type StubName = `${string}/stub_${string}`;
/** A transition of an answer, by its position in the log. */
export type FindingName = `${AnswerId}:${number}`;

/** The id, and behind an `@` (no id has one) the `as_of` of the read. */
export type DatedKey<Id extends string> = Id;
export type ClaimKey = DatedKey<ClaimAddr>;
export type ArtefactKey = DatedKey<ArtefactId>;
export type EventKey = DatedKey<EventId>;
export type StubKey = DatedKey<StubName>;
export type AnswerKey = DatedKey<AnswerId>;
export type ClusterKey = DatedKey<string>;
export type CorpusKey = DatedKey<string>;
export type FindingKey = DatedKey<FindingName>;

const AS_OF = '@';

/** @param asOf an instant or a day; null: the present */
export function datedKey<Id extends string>(id: Id, asOf: string | null): DatedKey<Id> {
  // The types of ids are open at their end.
  return asOf === null ? id : (`${id}${AS_OF}${asOf}` as Id);
}

export function readDatedKey<Id extends string>(
  key: DatedKey<Id>,
): { readonly id: Id; readonly asOf: string | null } {
  const at = key.indexOf(AS_OF);
  if (at < 0) return { id: key, asOf: null };
  // What stands before the mark is the id that `datedKey` was given.
  return { id: key.slice(0, at) as Id, asOf: key.slice(at + 1) };
}

/** @param asOf an instant or a day; null: the present */
export function claimKey(addr: ClaimAddr, asOf: string | null): ClaimKey {
  return datedKey(addr, asOf);
}
