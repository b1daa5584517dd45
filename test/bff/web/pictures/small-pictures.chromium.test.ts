/** What small pictures tell apart, and what they let pass. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from '../../../e2e/browser-page.ts';
import { describeChromium } from '../../../setup/describe-engine.ts';
import { compareSmall } from './small-pictures.ts';

const SIZE = { width: 400, height: 300 };
const LINE = 'How many moons does Saturn have?';

describeChromium('small pictures', (found) => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launch(found().executablePath);
    page = await (await browser.newContext({ viewport: SIZE })).newPage();
  });
  afterAll(() => browser.close());

  async function shot(html: string): Promise<Buffer> {
    await page.setContent(`<body style="margin: 0; font: 16px/24px serif">${html}`);
    return page.screenshot();
  }

  /** Which part of the second differs from the first. */
  async function differing(before: string, now: string): Promise<number> {
    const { sheet } = await compareSmall(page, [await shot(before)], null);
    const compared = await compareSmall(page, [await shot(now)], Buffer.from(sheet, 'base64'));
    return compared.differing[0] ?? Number.NaN;
  }

  it('are the same of the same page', async () => {
    expect(await differing(`<p>${LINE}</p>`, `<p>${LINE}</p>`)).toBe(0);
  });

  it('let other letters pass that take the same room', async () => {
    const other = LINE.replace('Saturn', 'Uranus').replace('moons', 'noons');
    expect(await differing(`<p>${LINE}</p>`, `<p>${other}</p>`)).toBeLessThan(0.0075);
  });

  it.each([
    ['is missing', '<div></div>'],
    ['has moved by its own height', '<div style="height: 24px"></div><p>'],
    ['has another colour', '<p style="background: black; color: white">'],
  ])('tell a paragraph that %s', async (_, begin) => {
    const lines = `${LINE} `.repeat(6);
    const isMissing = begin.endsWith('</div>');
    expect(await differing(`<p>${lines}</p>`, isMissing ? begin : `${begin}${lines}</p>`)).toBeGreaterThan(
      0.02,
    );
  });

  it('differ as a whole from a reference that is not there, or has no room for them', async () => {
    const taken = [await shot(LINE), await shot(LINE)];
    expect((await compareSmall(page, taken, null)).differing).toEqual([1, 1]);
    const { sheet } = await compareSmall(page, taken.slice(1), null);
    expect((await compareSmall(page, taken, Buffer.from(sheet, 'base64'))).differing).toEqual([0, 1]);
  });
});
