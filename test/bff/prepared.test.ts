import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepared } from '../../bff/records/prepared.ts';
import type { Tables } from '../../bff/records/tables.ts';

let db: Kysely<Tables>;
beforeEach(() => {
  db = openTable();
});
afterEach(() => db.destroy());

function openTable(): Kysely<Tables> {
  const database = new Database(':memory:');
  database.exec('create table checkpoints (origin text primary key, note text, keys text, updated_at int)');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

interface Origin {
  readonly origin: string;
}

describe('a prepared statement', () => {
  it('is built once for a database and its transactions, and gets its values each time', async () => {
    let built = 0;
    const add = prepared(['origin', 'at'], (on, { origin, at }: Origin & { readonly at: number }) => {
      built += 1;
      return on.insertInto('checkpoints').values({ origin, note: 'note', keys: '', updated_at: at });
    });
    const read = prepared(['origin'], (on, { origin }: Origin) =>
      on
        .selectFrom('checkpoints')
        .select('updated_at')
        .where('origin', '=', origin)
        .where('note', '=', 'note'),
    );
    expect((await add(db, { origin: 'one', at: 1 })).numAffectedRows).toBe(1n);
    await db.transaction().execute(async (trx) => {
      await add(trx, { origin: 'two', at: 2 });
      expect((await read(trx, { origin: 'two' })).rows).toEqual([{ updated_at: 2 }]);
    });
    expect((await read(db, { origin: 'one' })).rows).toEqual([{ updated_at: 1 }]);
    expect((await read(db, { origin: 'three' })).rows).toEqual([]);
    expect(built).toBe(1);
  });

  it('takes a value for a value, whatever it says', async () => {
    const read = prepared(['origin'], (on, { origin }: Origin) =>
      on.selectFrom('checkpoints').select('origin').where('origin', '=', origin),
    );
    expect((await read(db, { origin: "' or 1 = 1 --" })).rows).toEqual([]);
  });

  it('is undone with the transaction that ran it', async () => {
    const add = prepared(['origin'], (on, { origin }: Origin) =>
      on.insertInto('checkpoints').values({ origin, note: '', keys: '', updated_at: 0 }),
    );
    const failed = db.transaction().execute(async (trx) => {
      await add(trx, { origin: 'one' });
      throw new Error('after it');
    });
    await expect(failed).rejects.toThrow('after it');
    expect(await db.selectFrom('checkpoints').selectAll().execute()).toEqual([]);
  });

  it('is another one for another database', async () => {
    const other = openTable();
    const count = prepared([], (on, _: object) =>
      on.selectFrom('checkpoints').select((eb) => eb.fn.countAll<number>().as('n')),
    );
    await other
      .insertInto('checkpoints')
      .values({ origin: 'one', note: '', keys: '', updated_at: 0 })
      .execute();
    expect((await count(db, {})).rows).toEqual([{ n: 0 }]);
    expect((await count(other, {})).rows).toEqual([{ n: 1 }]);
    await other.destroy();
  });
});
