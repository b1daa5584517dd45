/** What SQLite does for a statement: its plan, and how many rows it looks at. */
import Sqlite from 'better-sqlite3';
import { addLooks } from '../../../graph/caller.ts';
import { asCompiled, Connection, type SqlParams } from '../../../graph/embedded/connection.ts';

/** Writes down each of its statements, and how it is gone about, before it runs it. */
export class Explained extends Connection {
  readonly statements: string[] = [];
  readonly plan: string[] = [];

  override row<R>(sql: string, params: SqlParams = {}): R | undefined {
    this.#explain(sql, params);
    return super.row<R>(sql, params);
  }

  override rows<R>(sql: string, params: SqlParams = {}): R[] {
    this.#explain(sql, params);
    return super.rows<R>(sql, params);
  }

  #explain(sql: string, params: SqlParams): void {
    this.statements.push(asCompiled(sql));
    const steps = super.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    this.plan.push(...steps.map(({ detail }) => detail));
  }
}

/**
 * Counts the rows of tables that each of its statements looks at. In front of each table is a view of the same name, which
 * SQLite takes for the table with one more condition: that condition counts.
 */
export class Counting extends Connection {
  readonly #counted: Sqlite.Database;
  /** Of each statement. */
  readonly looks: number[] = [];
  #looked = 0;

  constructor(file: string, tables: readonly string[]) {
    super(file, 0);
    this.#counted = new Sqlite(file);
    this.#counted.function('looked', () => {
      this.#looked += 1;
      return 1;
    });
    this.#counted.function('going', () => 1);
    for (const table of tables) {
      const sql = `CREATE TEMP VIEW ${table} AS SELECT rowid, * FROM main.${table} WHERE looked() = 1`;
      this.#counted.exec(sql);
    }
  }

  override row<R>(sql: string, params: SqlParams = {}): R | undefined {
    return this.rows<R>(sql, params)[0];
  }

  override rows<R>(sql: string, params: SqlParams = {}): R[] {
    this.#looked = 0;
    // As in `Connection`: the SQL names the columns of R.
    const rows = this.#counted.prepare(sql).all(params) as R[];
    this.looks.push(this.#looked);
    addLooks(rows.length);
    return rows;
  }

  override close(): void {
    this.#counted.close();
    super.close();
  }
}
