/** What an agent's search finds: claims, sections, articles and entities (docs/spec/contract.md#ap-pointer). */
import type { ClaimAddr } from '../../graph/address.ts';
import type { StubClosure } from '../../graph/annotation.ts';
import type { Feedback } from '../../graph/belief/feedback.ts';
import type { Belief } from '../../graph/evidence.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import type { CorpusView } from '../view.ts';
import type { DocumentText } from './read-item.ts';

export type ItemKind = 'claim' | 'sec' | 'article' | 'entity';

export interface ItemsRequest {
  readonly q: string;
  /** 1 to 50. */
  readonly k: number;
  readonly view: CorpusView;
  /** Whether the caller may see this address; hidden items take no places of the `k`. */
  readonly admits: (addr: string) => boolean;
  /** The caller's: ends a call to a remote model; the search then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One item; the same for every `k` that reaches it, up to ten. */
export interface FoundItem {
  readonly addr: string;
  readonly kind: ItemKind;
  /** 0 to 1, six decimals; feedback is in it. */
  readonly score: number;
  /** Its text, at least the beginning: epitomes are cut from it. */
  readonly text: string;
  /** What an agent reads next: a claim's ledger, anything else whole. */
  readonly behind: ClaimLedger | WholeItem | ClaimTexts;
  /** Of a claim with evidence in the view. */
  readonly belief?: Belief;
  /** Of a claim with annotations for or against it. */
  readonly feedback?: Feedback;
}

/** The ledger that a claim shares with its cluster, to be read where ledgers are read. */
export interface ClaimLedger {
  readonly ledger: ClaimAddr;
}

/** A section or an article as `readItem` gives it. */
export interface WholeItem {
  readonly item: DocumentText;
}

/** Of an entity the texts of the claims found that speak of it. */
export interface ClaimTexts {
  readonly texts: readonly string[];
}

/** What a search looked at. */
export interface SearchCoverage {
  readonly lanes: readonly string[];
  /** Documents of the corpus in the view; null for a view of the past, where they are not counted. */
  readonly documents: number | null;
  /** The model that was to rank and failed, null where none did. */
  readonly unavailable: UnavailableModel | null;
}

/** A question that what was found does not answer. */
export interface Gap {
  /** The gap's stateless id. */
  readonly stub: string;
  /** What closed it, null while it is open. */
  readonly closure: StubClosure | null;
}

export interface FoundItems {
  /** Best first, ties by address, at most `k`. */
  readonly items: readonly FoundItem[];
  readonly coverage: SearchCoverage;
  readonly gap: Gap | null;
}
