import { describeCutMerges } from '../../conformance/records-cut.ts';
import { sqliteDatabase } from '../sqlite-database.ts';

describeCutMerges(sqliteDatabase);
