import { describeGraphStore } from '../../conformance/graph-store.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { openPaired } from './paired-store.ts';

describePostgres('the PostgreSQL store', (server) => {
  // The others read what the embedded store serves.
  describeGraphStore('postgres, beside an embedded graph,', () => openPaired(server()), [
    'log',
    'artefacts',
    'claims',
    'ledgers',
    'annotations and stubs',
    'near-copies and shared terms',
    'answers, findings and keys',
    'pages',
    'kinds',
    'transactions',
    'leases',
    'callers',
  ]);
});
