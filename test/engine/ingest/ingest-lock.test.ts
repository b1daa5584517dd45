import { describeIngestLock } from '../../conformance/ingest-lock.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

describeIngestLock('the embedded store', openEmptyEmbedded);
