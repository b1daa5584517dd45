/** A verdict that turns in front of its reader: why, in every window, by time too, and evidence that turns nothing. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createClient } from '../../gateway/client/create-client.ts';
import { claimsOf, disputeTwice } from '../bff/whole-server.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { openPage, replyLate, violations } from './browser-page.ts';
import { planetBrowser, questionOf } from './browser-planets.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const STREAM = /\/api\/trpc\/findings/;
/** More than a browser has connections to one server (HTTP/1.1). */
const WINDOWS = 7;

const ASK = /trpc\/ask/;
/** The answer of before is looked at meanwhile. */
const LATE_MS = 3_000;

/** One question for each test, so that none changes the verdict of another's answer. */
const PLANETS = ['Saturn', 'Jupiter', 'Uranus', 'Neptune'] as const;

describeChromium('a verdict that turns', (found) => {
  const world = planetBrowser(found, PLANETS);

  const banner = (page: Page) => page.getByRole('region', { name: 'Verdict' });
  const holds = (page: Page) => banner(page).and(page.locator('[data-tone="PASS"]')).waitFor();
  const fails = (page: Page) => banner(page).and(page.locator('[data-tone="FAIL"]')).waitFor();

  async function ask(page: Page, planet: string): Promise<string> {
    await page.getByLabel('Your question').fill(questionOf(planet));
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await holds(page);
    return new URL(page.url()).searchParams.get('answer') ?? '';
  }

  async function claimOf(answerId: string): Promise<string> {
    const [claim = ''] = await claimsOf(world.server, answerId);
    return claim;
  }

  /** One reader of low standing: too little to turn anything. */
  async function doubt(claim: string): Promise<void> {
    const minted = await world.server.engine.keys.mintToken({
      capabilities: ['svc.evidence'],
      standing: 300,
      ttl: 'P1D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const headers = { authorization: `Bearer ${minted.value.token}` };
    const client = createClient({ baseUrl: world.server.url, headers });
    const ref = 'https://doubt.example/a-doubt';
    await client.evidence(claim, {
      kind: 'dispute',
      evidence: [{ ref, hash: 'd'.repeat(64), kind: 'source' }],
    });
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }

  it('names who, what and when, and the belief of before and now, without a click', async () => {
    const { page, errors } = await openPage(world.browser, world.server.url);
    const claim = await claimOf(await ask(page, 'Saturn'));
    await expect.poll(() => page.title()).toMatch(/^✓ Sources hold: /);
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
    const before = await icon();
    await disputeTwice(world.server, claim);
    await fails(page);
    const flip = page.getByRole('region', { name: 'What changed' });
    await flip
      .getByText(/standing 1000\) disputes it, 1 October 2026/)
      .first()
      .waitFor();
    await flip.getByRole('listitem').nth(1).waitFor();
    expect(await flip.getByRole('listitem').count()).toBe(2);
    await flip.getByText(/one\.example/).waitFor();
    await flip.getByText(/^belief\s+\.\d\d →\s+\.\d\d$/).waitFor();
    await expect.poll(() => page.title()).toMatch(/^✕ No longer holds: /);
    await expect.poll(icon).not.toBe(before);
    await banner(page).getByRole('status').getByText('No longer holds').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'flip');
    await replyLate(page, ASK, LATE_MS);
    await flip.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.answer[aria-busy="true"]').waitFor();
    expect(await violations(page, ['.answer'])).toEqual([]);
    const comparison = page
      .getByText('Asked again, the engine gives this very answer.')
      .or(page.getByRole('region', { name: 'Then and now' }));
    expect(await comparison.count()).toBe(0);
    await comparison.waitFor();
    expect(await page.locator('.answer[aria-busy="true"]').count()).toBe(0);
    await picture(page, 'asked-again');
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('says that evidence came that is too little for another verdict, and what it does to the belief', async () => {
    const { page } = await openPage(world.browser, world.server.url);
    const claim = await claimOf(await ask(page, 'Jupiter'));
    expect(await page.getByText(/^New evidence/).count()).toBe(0);
    await doubt(claim);
    await page.getByText(/^New evidence, verdict unchanged \(\.\d\d → \.\d\d\)\.$/).waitFor();
    await holds(page);
    await picture(page, 'unchanged');
    await page.reload();
    await page.getByText(/^New evidence, verdict unchanged/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it(`reaches ${WINDOWS} windows by one stream, and goes on when the window with the stream is closed`, async () => {
    const { page: first } = await openPage(world.browser, world.server.url);
    const claim = await claimOf(await ask(first, 'Neptune'));
    const context = first.context();
    const streams: string[] = [];
    context.on('request', (request) => {
      if (STREAM.test(request.url())) streams.push(request.url());
    });
    const pages = [first];
    while (pages.length < WINDOWS) {
      const page = await context.newPage();
      await page.goto(first.url());
      await holds(page);
      pages.push(page);
    }
    expect(streams.length).toBeLessThanOrEqual(1);
    await first.close();
    const rest = pages.slice(1);
    for (const page of rest) await holds(page);
    await disputeTwice(world.server, claim);
    for (const page of rest) await fails(page);
  });

  it('turns by time alone, when its corpus has not been looked at for too long', async () => {
    world.server.clock.set('2026-10-08T11:59:58.000Z');
    const { page } = await openPage(world.browser, world.server.url);
    await ask(page, 'Uranus');
    world.server.clock.set('2026-10-08T12:00:05.000Z');
    await banner(page).and(page.locator('[data-tone="WARN"]')).waitFor();
    await banner(page).getByText('What is known here has not been looked at for a while.').waitFor();
    await expect.poll(() => page.title()).toMatch(/^! Something changed: /);
  });
});
