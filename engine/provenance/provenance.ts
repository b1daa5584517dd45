/** What is known of an artefact: where it is from, what it says, what rests on it and what became of it. */
import type { AnswerId, ArtefactId, ClaimAddr, EventId, SetId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { Span } from '../../graph/claim.ts';
import type { FindingsState } from '../../graph/log/entry.ts';
import type { BytesState } from '../artefact/bytes-state.ts';
import type { DatedWord } from '../artefact/dated-word.ts';
import type { LogPlace } from '../log/log-place.ts';
import type { CorpusView } from '../view.ts';
import type { FreshnessScore } from './freshness-score.ts';

/** The first of a list; how many more there are. */
export interface Bounded<T> {
  readonly items: readonly T[];
  readonly more: number;
}

/** Another artefact, in short. */
export interface ArtefactBrief {
  readonly artefactId: ArtefactId;
  readonly version: number;
  readonly url: string;
  readonly publisher: string;
  readonly hash: string;
  readonly licence: string;
  readonly observedAt: string;
  readonly withdrawn: boolean;
}

/** `supports`: it states the claim or corroborates it; `disputes`, `supersedes`: it speaks against it, or for a successor. */
export type ClaimStance = 'supports' | 'disputes' | 'supersedes';

export interface ProvenanceClaim {
  readonly claim: ClaimAddr;
  /** Empty where the artefact was redacted, or where redacted ones or those under a refused licence alone state it. */
  readonly text: string;
  readonly stance: ClaimStance;
  /** Sentences of the artefact that say so, in UTF-16 code units of its text; none where another wording agrees. */
  readonly spans: readonly Span[];
  /** Ledger entries that cite the artefact on it, oldest first; none where the publisher had said it before. */
  readonly events: readonly EventId[];
}

/** An answer that rests on the artefact, with the set that holds it and its verdict now. */
export interface RestingAnswer {
  readonly answerId: AnswerId;
  readonly setId: SetId;
  readonly at: string;
  readonly findingsState: FindingsState;
}

export interface Provenance {
  /** The artefact's corpus as it is now. */
  readonly view: CorpusView;
  /** As the log has it; without its summary and headings where its licence is refused or it was redacted. */
  readonly record: ArtefactRecord;
  /** What the store holds otherwise than the log, in one line; null where the two agree. */
  readonly recordFault: string | null;
  readonly bytes: BytesState;
  readonly freshness: FreshnessScore;
  /** Times at which these very bytes were seen in this document, newest first; one a day. */
  readonly observations: Bounded<string>;
  /** Every version of the document, this one too, oldest first. */
  readonly versions: Bounded<ArtefactBrief>;
  /** The artefact that this one repeats, null where it repeats none. */
  readonly original: ArtefactBrief | null;
  /** Artefacts that repeat this one. */
  readonly mirrors: Bounded<ArtefactBrief>;
  readonly claims: Bounded<ProvenanceClaim>;
  /** Of the asking tenant alone, newest first. */
  readonly answers: Bounded<RestingAnswer>;
  readonly withdrawn: DatedWord | null;
  readonly redacted: DatedWord | null;
  /** Where the log holds the entry that observed the artefact. */
  readonly log: LogPlace;
}
