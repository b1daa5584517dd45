/** Statements that save many nodes or relations at once; running one again changes nothing. */
import type { BoltParams } from './bolt-values.ts';
import type { StatementSink } from './pipeline.ts';
import { keyOf, type Label } from './schema.ts';

/** Rows of one statement. */
export const MAX_ROWS = 1_000;

/** The relation's type, with the label at either end. Arrows point as in the graph: from, to. */
export interface RelationType {
  readonly from: Label;
  readonly type: string;
  readonly to: Label;
}

/** Keys of the nodes at a relation's ends. */
export interface RelationEnds {
  readonly from: string | number;
  readonly to: string;
}

export interface Upserts {
  /** Each row is all properties of one node, its key among them. */
  nodes(label: Label, rows: readonly BoltParams[]): Promise<void>;
  relations(relation: RelationType, pairs: readonly RelationEnds[]): Promise<void>;
  /** Runs a statement that begins with `UNWIND $rows AS row`, in batches. */
  rows(cypher: string, rows: readonly BoltParams[]): Promise<void>;
}

export function upserts(sink: StatementSink): Upserts {
  const inBatches = async (cypher: string, rows: readonly BoltParams[]): Promise<void> => {
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      await sink.run(cypher, { rows: rows.slice(start, start + MAX_ROWS) });
    }
  };
  return {
    nodes: (label, rows) => inBatches(saveNodes(label), rows),
    relations: (relation, pairs) =>
      inBatches(
        saveRelations(relation),
        pairs.map(({ from, to }) => ({ from, to })),
      ),
    rows: inBatches,
  };
}

function saveNodes(label: Label): string {
  const key = keyOf(label);
  return `UNWIND $rows AS row MERGE (n:${label} {${key}: row.${key}}) SET n = row`;
}

function saveRelations({ from, type, to }: RelationType): string {
  return `
    UNWIND $rows AS row
    MERGE (a:${from} {${keyOf(from)}: row.from})
    MERGE (b:${to} {${keyOf(to)}: row.to})
    MERGE (a)-[:${type}]->(b)`;
}
