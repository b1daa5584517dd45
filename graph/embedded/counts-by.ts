/** Counts of a corpus as of a time: of what had taken effect by then. Unlike those of the present they look at every row. */

import { MAX_COUNTED } from '../listing.ts';

/** Addresses of one kind in one corpus lie between `…/kind/` and `…/kind0`: `0` is the character after `/`. */
function ofKind(column: string, kind: string): string {
  return `${column} >= 'wx://' || @corpus || '/${kind}/' AND ${column} < 'wx://' || @corpus || '/${kind}0'`;
}

const ARTEFACTS = 'FROM artefacts WHERE corpus = @corpus AND effective_at <= @until';

export const COUNTS_BY = `
  SELECT
    (SELECT count(*) ${ARTEFACTS}) AS artefacts,
    (SELECT count(DISTINCT doc_id) ${ARTEFACTS}) AS documents,
    (SELECT count(*) FROM sections WHERE ${ofKind('addr', 'sec')} AND effective_at <= @until) AS sections,
    (SELECT count(*) FROM (
      SELECT 1 FROM claims c WHERE ${ofKind('c.addr', 'claim')} AND EXISTS (
        SELECT 1 FROM occurrences o WHERE o.claim = c.addr AND o.effective_at <= @until
      ) LIMIT ${MAX_COUNTED}
    )) AS claims,
    (SELECT count(*) FROM (
      SELECT 1 FROM ledger
      WHERE ${ofKind('claim', 'claim')} AND record ->> '$.effective_at' <= @until LIMIT ${MAX_COUNTED}
    )) AS events,
    (SELECT count(*) FROM annotations
      WHERE corpus = @corpus AND record ->> '$.effective_at' <= @until) AS annotations,
    (SELECT count(*) FROM stub_closures
      WHERE corpus = @corpus AND record ->> '$.closed_at' <= @until) AS closedStubs,
    (SELECT json_group_array(json_array(licence, artefacts)) FROM (
      SELECT record ->> '$.record.licence' AS licence, count(*) AS artefacts ${ARTEFACTS}
      GROUP BY record ->> '$.record.licence'
    )) AS licences,
    (SELECT min(effective_at) ${ARTEFACTS}) AS oldestEffectiveAt,
    (SELECT max(effective_at) ${ARTEFACTS}) AS newestEffectiveAt`;
