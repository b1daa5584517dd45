import type { LedgerPage } from '../../../engine/ledger/read-ledger.ts';
import { plainLine } from '../../../engine/plain-line.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { type ClaimChoice, resolveClaim } from '../claim-argument.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { granted } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import { tableLines } from '../table.ts';

/** `adduce ledger CLAIM`: its entries, oldest first, and the belief that follows from them. */
export async function ledger({ settings, output }: CommandContext, choice: ClaimChoice): Promise<ExitCode> {
  await using opened = await openEngine(settings);
  const { addr, view } = await resolveClaim(opened.engine, choice);
  const page = granted(await opened.engine.readLedger({ claim: addr, view, after: null }));
  const [claim] = await opened.engine.claims([addr], view.asOf);
  output.result({ claim: addr, ...ledgerDocument(page) }, [
    output.tone('bold', plainLine(claim?.claim.core.text ?? addr)),
    beliefText(page),
    '',
    ...tableLines([['at', 'kind', 'standing', 'actor', 'evidence'], ...page.entries.map(row)]),
  ]);
  return EXIT.ok;
}

/** The members of GET /v1/claims/{addr}/ledger that recompute the belief. */
function ledgerDocument({ entries, belief, asOf }: LedgerPage): Record<string, unknown> {
  return {
    ledger: entries,
    ...(belief.fold !== null && { belief: belief.fold.belief }),
    as_of: asOf,
    observed: belief.context.observed,
    successors: belief.context.successors,
  };
}

function beliefText({ belief: { fold }, asOf }: LedgerPage): string {
  if (fold === null) return `no evidence by ${asOf}`;
  return `${fold.belief.state}, confidence ${fold.belief.effective_confidence} as of ${asOf}`;
}

function row({ effective_at, kind, standing, actor, evidence }: LedgerEntry): string[] {
  return [effective_at, kind, String(standing), actor, plainLine(evidence.map(({ ref }) => ref).join(' '))];
}
