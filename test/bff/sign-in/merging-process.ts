/**
 * A process that moves what visitors had to their accounts, as a gateway does from its start, until its input ends.
 * Arguments: the data folder, the URL of the records (empty: a file there), and the instant that its clock shows.
 */
import { openRecords } from '../../../bff/records/open-records.ts';
import { openSignIn } from '../../../bff/sign-in/open-sign-in.ts';

const [dataFolder = '', recordsUrl = '', at = ''] = process.argv.slice(2);
const closing = new AbortController();
const records = await openRecords({ dataFolder, recordsUrl: recordsUrl === '' ? null : recordsUrl });
// No provider listens there: moving needs none.
const provider = { issuer: 'http://127.0.0.1:9', clientId: 'adduce', clientSecret: null, scope: 'openid' };
const opened = openSignIn({
  signIn: { ...provider, claim: 'groups', mapping: new Map() },
  org: 'local',
  records,
  now: () => Number(at),
  closing: closing.signal,
});
process.stdin.resume().on('end', async () => {
  closing.abort();
  await opened?.merging.close();
  await records[Symbol.asyncDispose]();
});
