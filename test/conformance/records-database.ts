/** The database behind the records of a test: as another program sees it, and where other processes find it. */
import type { Kysely } from 'kysely';
import type { openRecords } from '../../bff/records/open-records.ts';
import type { Tables } from '../../bff/records/tables.ts';
import type { EmptyRecords } from './records-harness.ts';

export interface RecordsDatabase extends EmptyRecords {
  /** By which any process opens the records. */
  readonly where: Parameters<typeof openRecords>[0];
  /** Of the tables on PostgreSQL. */
  readonly schema?: string;
  /** A connection of its own, whose tables are those that there are. */
  connect(): Promise<Kysely<Tables>>;
}
