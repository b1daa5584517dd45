/** Two operations at one instant, by two processes: what is true afterwards is what one of their two orders makes true. */
import { describe, expect, it } from 'vitest';
import { entry, link, openAnother, records, saved } from './records-harness.ts';

const ROUNDS = 24;
/** Promises that one operation waits for before the other begins: a statement settles some twenty. */
const STEP = 15;

type Work<T> = () => Promise<T>;

/** Both at once: in each round one of them begins a little later, so that they meet at other statements. */
function together<A, B>(round: number, first: Work<A>, second: Work<B>): Promise<[A, B]> {
  const late = STEP * Math.floor(round / 2);
  const [before, after] = round % 2 === 0 ? [late, 0] : [0, late];
  return Promise.all([startAfter(before, first), startAfter(after, second)]);
}

async function startAfter<T>(promises: number, work: Work<T>): Promise<T> {
  for (let i = 0; i < promises; i++) await null;
  return work();
}

export function describeRaces(): void {
  describe('an answer that is shared or saved while its question is deleted', () => {
    const share = () => records.addLink(link('l_1'), 'acme');
    const save = () => records.save(saved('s_1'), 'acme');

    it.each<[string, () => Promise<unknown>, () => unknown]>([
      ['shared', share, () => undefined],
      ['saved', save, () => records.addLink(link('l_1'))],
    ])('stays in its organisation: %s', async (_, write, afterwards) => {
      await using other = await openAnother();
      for (let round = 0; round < ROUNDS; round++) {
        await records.addHistory(entry(`q_${round}`));
        await together(round, write, () => other.forgetHistory('u_1', 9));
        await afterwards();
        expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual(['l_1']);
        await records.revokeLink('u_1', 'l_1');
        await records.removeSaved('u_1', 's_1', 1);
        await records.purgeSaved('u_1', 's_1');
      }
    });

    it('stays in its organisation where its only other link is revoked', async () => {
      await using other = await openAnother();
      await records.addLink(link('l_0'), 'acme');
      for (let round = 0; round < ROUNDS; round++) {
        const [before, next] = [`l_${round}`, `l_${round + 1}`];
        const share = () => records.addLink(link(next), 'acme');
        await together(round, share, () => other.revokeLink('u_1', before));
        expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual([next]);
      }
    });

    it('is in no organisation where there was no room for its link', async () => {
      for (let i = 0; i < 200; i++) await records.addLink(link(`l_${i}`, `ans_${i}`));
      expect(await records.addLink(link('one more', 'ans_new'), 'acme')).toBe(false);
      await records.revokeLink('u_1', 'l_0');
      await records.addLink(link('without', 'ans_new'));
      expect(await records.linksIn('acme', 'u_1')).toEqual([]);
    });
  });
}
