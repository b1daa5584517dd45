/**
 * Links by which a list or a neighbourhood is read as one file: signed, for a quarter of an hour, and bound to what their maker
 * could see and asked for (ADR 78).
 */
import type { ClusterListRequest } from '../../../engine/explore/clusters.ts';
import type { ClaimsRequest } from '../../../engine/explore/list-claims.ts';
import type { EvidenceListRequest } from '../../../engine/explore/list-evidence.ts';
import type { TalliesRequest } from '../../../engine/explore/list-tallies.ts';
import type { NeighbourhoodRequest } from '../../../engine/explore/neighbourhood.ts';
import type { SignedTexts } from '../../../engine/keys/signed-text.ts';
import { done, type Outcome, refused } from '../../../engine/refusal.ts';
import type { FoldView } from '../../../engine/view.ts';
import type { Stretch } from '../../../graph/store/ranges.ts';
import type { ArtefactSelection } from '../../../graph/store/selection.ts';
import { addMilliseconds } from '../../../graph/time.ts';
import { principalOf } from '../cost/meter.ts';
import type { Session } from '../session/session.ts';

interface Order<By extends string> {
  readonly by: By;
  readonly descending: boolean;
}

interface ListExport<By extends string> {
  readonly corpus: string;
  /** As the caller gave it, an instant; null: the present. */
  readonly asOf: string | null;
  /** In which every page is read. */
  readonly view: Required<FoldView>;
  readonly order: Order<By>;
}

export interface ClaimsExport
  extends ListExport<'seq' | 'effective_at' | 'id' | 'confidence'>,
    Pick<ClaimsRequest, 'filter' | 'belief'> {
  readonly kind: 'claims';
}

export interface ArtefactsExport
  extends ListExport<'seq' | 'effective_at' | 'id'>,
    Pick<ArtefactSelection, 'filter'> {
  readonly kind: 'artefacts';
}

export interface ClustersExport
  extends ListExport<'seq' | 'effective_at' | 'id' | 'confidence'>,
    Pick<ClusterListRequest, 'filter' | 'belief' | 'several'> {
  readonly kind: 'clusters';
}

export interface LedgerExport extends Omit<ListExport<'seq'>, 'order'>, Pick<EvidenceListRequest, 'filter'> {
  readonly kind: 'ledger';
  /** Positions of the log that the filter's times leave. */
  readonly span: Stretch;
}

/** Names, without their counts as of a time. */
export interface NamesExport extends ListExport<'key' | 'seq'>, Pick<TalliesRequest, 'filter'> {
  readonly kind: 'publishers' | 'entities' | 'actors';
  /** Whether counts of ledgers may be read. */
  readonly withLedgers: boolean;
}

export interface NeighbourhoodExport extends Omit<NeighbourhoodRequest, 'view'> {
  readonly kind: 'neighbourhood';
  readonly corpus: string;
  readonly view: Required<FoldView>;
}

export type Exported =
  | ClaimsExport
  | ClustersExport
  | ArtefactsExport
  | LedgerExport
  | NamesExport
  | NeighbourhoodExport;

/** What a link says. */
export interface ExportFacts {
  readonly of: Exported;
  /** From then on the link opens nothing, RFC 3339 UTC with ms. */
  readonly expiresAt: string;
  /** Only addresses that begin with one of these; null: every one. */
  readonly prefixes: readonly string[] | null;
  /** For whom it is counted; null: for the address that it is opened from. */
  readonly caller: string | null;
  /** Ids of which any one's revocation ends the link. */
  readonly credentialIds: readonly string[];
  /** When the credential ends by itself; null: never. */
  readonly credentialEnds: string | null;
}

/** What is left of the path is the link's text. */
export const EXPORT_PATH = '/graphql/exports/';
/** Milliseconds. */
export const LINK_LIFE_MS = 15 * 60 * 1_000;
/** Of a link's text: a request's head has 16,384 bytes. */
export const MAX_LINK_LENGTH = 8_192;
/** Another form of the facts has another number. */
const PURPOSE = 'export 2';

export interface ExportLink {
  /** Below the server's own address. */
  readonly path: string;
  readonly expiresAt: string;
  /** The last position of the log that its file sees. */
  readonly logSeq: number;
}

/** `invalid:query` where the filter is longer than an address may be. */
export function linkTo(
  of: Exported,
  { grant, ...session }: Session,
  { texts, now }: { readonly texts: SignedTexts; readonly now: string },
): Outcome<ExportLink> {
  const ends = addMilliseconds(now, LINK_LIFE_MS);
  const credentialEnds = session.expiresAt;
  const facts: ExportFacts = {
    of,
    expiresAt: credentialEnds !== null && credentialEnds < ends ? credentialEnds : ends,
    prefixes: grant?.prefixes ?? null,
    caller: principalOf({ grant, ...session }),
    credentialIds: session.credentialIds,
    credentialEnds,
  };
  const text = texts.sign(PURPOSE, facts);
  if (text.length > MAX_LINK_LENGTH) return refused('invalid:query', 'this filter is too long for a link');
  return done({ path: `${EXPORT_PATH}${text}`, expiresAt: facts.expiresAt, logSeq: of.view.seq });
}

/** Of a link that still opens something: `denied:token_invalid`, `denied:token_expired`. */
export function readLink(
  text: string,
  { texts, now }: { readonly texts: SignedTexts; readonly now: string },
): Outcome<ExportFacts> {
  // Nobody else can have signed it, and the purpose names its form.
  const facts = text.length > MAX_LINK_LENGTH ? null : (texts.read(PURPOSE, text) as ExportFacts | null);
  if (facts === null) return refused('denied:token_invalid', 'this link was not made here, or was changed');
  if (facts.expiresAt <= now)
    return refused('denied:token_expired', 'this link has expired: ask for another');
  return done(facts);
}
