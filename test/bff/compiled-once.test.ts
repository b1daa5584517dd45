import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compiledOnce } from '../../bff/records/compiled-once.ts';

/** Statements that are held. */
const BOUND = 256;

let database: Database.Database;
beforeEach(() => {
  database = new Database(':memory:');
});
afterEach(() => database.close());

it('compiles a statement once, and again where as many others came between', () => {
  const prepare = vi.spyOn(database, 'prepare');
  const once = compiledOnce(database);
  for (let times = 0; times < 3; times += 1)
    expect(once.prepare('select 1 as one').all([])).toEqual([{ one: 1 }]);
  expect(prepare).toHaveBeenCalledTimes(1);
  for (let other = 0; other < BOUND - 1; other += 1) once.prepare(`select ${other} as other`);
  once.prepare('select 1 as one');
  expect(prepare).toHaveBeenCalledTimes(BOUND);
  for (let other = 0; other < BOUND; other += 1) once.prepare(`select ${other} as another`);
  once.prepare('select 1 as one');
  expect(prepare).toHaveBeenCalledTimes(2 * BOUND + 1);
});

it('reads what a table is after it has changed, and nothing once it is closed', () => {
  const once = compiledOnce(database);
  database.exec('create table moons (name text)');
  database.exec("insert into moons values ('Titan')");
  expect(once.prepare('select * from moons').all([])).toEqual([{ name: 'Titan' }]);
  database.exec('alter table moons add column planet text');
  expect(once.prepare('select * from moons').all([])).toEqual([{ name: 'Titan', planet: null }]);
  once.close();
  expect(() => once.prepare('select * from moons').all([])).toThrow(/not open/);
});
