/**
 * A process of its own that works while it has the lease: adds a line `<name> <epoch>` to the note `work` in one transaction
 * after another, and prints `held`, then `worked` for each, `lost` when a transaction is refused or its keeper has found the lease
 * lost. Arguments: name, kind of the store, and what opens it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { type Fence, LeaseLost, type LeaseStore, readLease } from '../../../graph/lease/lease.ts';
import { LeaseKeeper } from '../../../graph/lease/lease-keeper.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { openPostgres } from '../../../graph/postgres/open.ts';

/** Long enough for a test to notice a transaction and to stop this process before the next one, on a busy machine. */
const PAUSE_MS = 500;

const [name = '', kind = '', url = '', user = '', password = ''] = process.argv.slice(2);

async function open(): Promise<LeaseStore> {
  if (kind === 'neo4j') return openNeo4j({ url, user, password });
  return kind === 'postgres' ? openPostgres({ url, schema: user }) : openEmbedded({ path: url });
}

const store = await open();

async function work(fence: Fence, signal: AbortSignal): Promise<void> {
  console.log('held');
  while (!signal.aborted) {
    try {
      await store.transact(async (tx) => {
        await fence(tx);
        const { epoch } = await readLease(tx, 'work');
        const before = (await tx.note('work')) ?? '';
        await tx.saveNote('work', `${before}${name} ${epoch}\n`);
      });
      console.log('worked');
    } catch (fault) {
      if (!(fault instanceof LeaseLost)) throw fault;
      break;
    }
    await sleep(PAUSE_MS);
  }
  console.log('lost');
}

const keeper = new LeaseKeeper({
  store,
  holder: name,
  work: { name: 'work', run: work },
  onFault: (fault) => console.log(String(fault)),
});
await keeper.start();
console.log('started');
setInterval(() => undefined, 60_000);
