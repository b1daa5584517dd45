import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adduce, adduceJson } from './cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PATIENCE_MS = 120_000;
const CAPITAL = 'What is the capital of Kazakhstan?';

const event = z.union([
  z.object({ type: z.literal('document'), title: z.string(), observed_at: z.string() }),
  z.object({ type: z.literal('answer'), q: z.string(), summary: z.string(), state: z.string() }),
  z.object({
    type: z.literal('transition'),
    q: z.string(),
    from: z.string(),
    to: z.string(),
    reasons: z.array(z.object({ code: z.string() })).transform((all) => all.map(({ code }) => code)),
  }),
]);

describe('adduce demo', { timeout: PATIENCE_MS }, () => {
  it('replays the corpus in date order, and a watched answer goes from PASS to WARN to FAIL', async () => {
    const { code, document } = await adduceJson(['demo', '--replay'], {});
    expect(code).toBe(0);
    const events = z.array(event).parse(document.events);
    const days = events.flatMap((one) => (one.type === 'document' ? [one.observed_at] : []));
    expect(days).toEqual(days.toSorted());
    const capital = events.filter((one) => one.type !== 'document' && one.q === CAPITAL);
    expect(capital.slice(0, 4)).toMatchObject([
      { type: 'answer', summary: expect.stringContaining('Astana'), state: 'PASS' },
      { type: 'transition', from: 'PASS', to: 'WARN', reasons: ['newer_rival'] },
      { type: 'answer', summary: expect.stringContaining('Nur-Sultan') },
      { type: 'transition', from: 'WARN', to: 'FAIL' },
    ]);
  });

  it('keeps the store in a folder that is named, once', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    expect((await adduce(['demo', '--data', data], {})).stdout).toContain('How many moons does Saturn have?');
    const asked = await adduceJson(['ask', CAPITAL], { ADDUCE_DATA: data });
    expect(asked).toMatchObject({ code: 0, document: { summary: expect.stringContaining('Astana') } });
    const again = await adduce(['demo', '--data', data], {});
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/--data .* already/);
  });

  it('refuses a pace that is none', async () => {
    for (const pace of ['fast', '-1', '60001']) {
      expect((await adduce(['demo', '--replay', '--pace', pace], {})).code, pace).toBe(2);
    }
  });
});
