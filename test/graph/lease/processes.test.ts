import { describe } from 'vitest';
import { describeLeaseProcesses } from '../../conformance/lease-processes.ts';
import { openForTest, testFolder } from '../embedded/folder.ts';

describe('processes with a lease on an embedded store', () => {
  describeLeaseProcesses(async () => {
    const path = await testFolder();
    return { args: ['embedded', path], store: await openForTest({ path }) };
  });
});
