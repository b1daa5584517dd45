import type { LedgerView } from '../../../../engine/belief/ledger-view.ts';
import { EVIDENCE_KINDS, type EvidenceKind, type LedgerEntry } from '../../../../graph/evidence.ts';
import { StoreCorrupted } from '../../../../graph/store/store.ts';
import { builder } from '../../builder/builder.ts';
import { pageComplexity, upTo } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { kindsName, readKinds } from '../../filters/filter-values.ts';
import { GroupCountType } from '../../lists/group-count.ts';
import { offsetConnection } from '../../lists/offset-connection.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import {
  EvidenceEventConnectionType,
  EvidenceEventType,
  EvidenceKindType,
  kindCounts,
} from './evidence-event.ts';
import { ledgerAt, ledgerPages } from './ledger-pages.ts';

builder.objectField(ClaimType, 'ledger', (t) =>
  t.connection(
    {
      type: EvidenceEventType,
      access: { capability: 'svc.evidence' },
      nullable: true,
      description:
        'Evidence on the claim, oldest first. A token needs svc.evidence. Null only beside an error.',
      complexity: pageComplexity,
      args: { kinds: t.arg({ type: [EvidenceKindType], description: 'By default all.' }) },
      resolve: ({ view: { claim, belief }, asOf }, { kinds: given, ...args }, context) => {
        const kinds = readKinds(given);
        const { ledger } = belief;
        const name = { claim: claim.addr, asOf, kinds: kindsName(kinds) };
        const list = { field: 'Claim.ledger', arguments: name };
        const count = kinds === undefined ? ledger.count : ledger.countOf(kinds);
        return offsetConnection(args, list, count, async (page) => {
          const entries = await readLedgerPage(context, ledger, kinds, page);
          return entries.map((entry) => ({ entry, asOf }));
        });
      },
    },
    EvidenceEventConnectionType,
  ),
);

builder.objectField(ClaimType, 'ledgerKinds', (t) =>
  t.field({
    type: [GroupCountType],
    access: { capability: 'svc.evidence' },
    nullable: true,
    description:
      'Entries of its ledger by kind, by name; a kind that none is of is left out. A token needs svc.evidence. Null only beside an error.',
    complexity: upTo(EVIDENCE_KINDS.length),
    resolve: ({ view: { belief } }) => kindCounts((kind) => belief.ledger.countOf([kind])),
  }),
);

async function readLedgerPage(
  context: GraphqlContext,
  ledger: LedgerView,
  kinds: readonly EvidenceKind[] | undefined,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly LedgerEntry[]> {
  if (kinds !== undefined) {
    const found = await ledgerAt(context).loadMany(ledger.positionsOf(kinds, offset, limit));
    return found.map(entryOf);
  }
  const stretch = ledger.stretch(offset, limit);
  return stretch === null ? [] : ledger.seen(await ledgerPages(context).load(stretch));
}

/** @throws {StoreCorrupted} for a position that the claim's fold has seen */
function entryOf(found: LedgerEntry | Error | null): LedgerEntry {
  if (found instanceof Error) throw found;
  if (found !== null) return found;
  throw new StoreCorrupted('a ledger has lost an entry', null);
}
