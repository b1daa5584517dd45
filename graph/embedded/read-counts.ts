/** Counts. Those of a corpus walk indexes and read no record but one per licence. */
import type { FindingsState } from '../log/entry.ts';
import type { CorpusCounts, ListReader } from '../store/lists.ts';
import { type Connection, parseJson, type SqlParams } from './connection.ts';
import { readCountsBy } from './counts-by.ts';

type CountReader = Pick<ListReader, 'counts' | 'countsBy' | 'findingsCounts'>;

/** Groups as JSON: pairs of name and count, since a JSON object's key would end at a NUL. */
type CountsRow = Omit<CorpusCounts, Grouped> & Readonly<Record<Grouped, string>>;
type Grouped = 'licences' | 'eventKinds';

export function countReader(connection: Connection): CountReader {
  return {
    counts: async (corpus) => readCounts(connection, COUNTS, { corpus }),
    countsBy: (corpus, until) => readCountsBy(connection, corpus, until),
    findingsCounts: async (tenant, before = Number.MAX_SAFE_INTEGER) => {
      const rows = connection.rows<{ state: FindingsState; answers: number }>(FINDINGS, {
        tenant,
        before,
      });
      return Object.fromEntries(rows.map(({ state, answers }) => [state, answers]));
    },
  };
}

function readCounts(connection: Connection, sql: string, params: SqlParams): CorpusCounts {
  // Scalar subqueries always give one row.
  const row = connection.row<CountsRow>(sql, params) as CountsRow;
  return { ...row, licences: groupsIn(row.licences), eventKinds: groupsIn(row.eventKinds) };
}

function groupsIn(pairs: string): Record<string, number> {
  return Object.fromEntries(parseJson(pairs) as [string, number][]);
}

/** Addresses of one kind in one corpus lie between `…/kind/` and `…/kind0`: `0` is the character after `/`. */
function ofKind(table: string, column: string, kind: string): string {
  const from = `'wx://' || @corpus || '/${kind}/'`;
  const to = `'wx://' || @corpus || '/${kind}0'`;
  return `(SELECT count(*) FROM ${table} WHERE ${column} >= ${from} AND ${column} < ${to})`;
}

const COUNTS = `
  SELECT
    (SELECT count(*) FROM artefacts WHERE corpus = @corpus) AS artefacts,
    (SELECT count(DISTINCT doc_id) FROM artefacts WHERE corpus = @corpus) AS documents,
    ${ofKind('sections', 'addr', 'sec')} AS sections,
    ${ofKind('claims', 'addr', 'claim')} AS claims,
    ${ofKind('ledger', 'claim', 'claim')} AS events,
    (SELECT json_group_array(json_array(kind, events)) FROM (
      SELECT kind, count(*) AS events FROM ledger WHERE corpus = @corpus GROUP BY kind
    )) AS eventKinds,
    (SELECT count(*) FROM annotations WHERE corpus = @corpus) AS annotations,
    (SELECT count(*) FROM stub_closures WHERE corpus = @corpus) AS closedStubs,
    (SELECT json_group_array(json_array(licence, artefacts)) FROM (
      SELECT licence, count(*) AS artefacts FROM artefacts WHERE corpus = @corpus GROUP BY licence
    )) AS licences,
    (SELECT min(effective_at) FROM artefacts WHERE corpus = @corpus) AS oldestEffectiveAt,
    (SELECT max(effective_at) FROM artefacts WHERE corpus = @corpus) AS newestEffectiveAt`;

const FINDINGS = `
  SELECT f.state, count(*) AS answers FROM findings f
  WHERE f.tenant = @tenant AND f.seq < @before
    AND NOT EXISTS (
      SELECT 1 FROM findings later
      WHERE later.answer = f.answer AND later.seq > f.seq AND later.seq < @before
    )
  GROUP BY state`;
