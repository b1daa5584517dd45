import { expect, it } from 'vitest';
import { dataFolder, ingestMoons, startWholeServer } from '../bff/whole-server.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import {
  ask,
  coloured,
  fail,
  history,
  live,
  look,
  open,
  serveLive,
  service,
  TIMING,
} from './browser-live.ts';
import { banner, browser, server, startAgain, webFolder } from './browser-moons.ts';
import { openPage } from './browser-page.ts';

/** Longer than an engine takes to end, and the page to notice; half of what a wait may take. */
const DEGRADED_MS = 30_000;

describeChromium('what a page shows as current', (found) => {
  serveLive(found);

  it('offline it is grey at once and says so, also to a question, and recovers by itself', async () => {
    const page = await open();
    await ask(page);
    await live(page);
    await page.context().setOffline(true);
    await banner(page).getByText('Offline. Last known: Sources hold').waitFor();
    await banner(page)
      .getByText(/^Offline, last checked \d\d:\d\d/)
      .waitFor();
    await service(page)
      .getByText(/^You are offline:/)
      .waitFor();
    expect(await coloured(page)).toBe(0);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('alert').getByText('You are offline: nothing was sent.').waitFor();
    await look(page, 'offline');
    await page.waitForTimeout(3 * TIMING.beat);
    expect(await coloured(page)).toBe(0);
    await page.context().setOffline(false);
    await live(page);
    expect(await service(page).innerText()).toBe('');
  });

  it('a page that lost its server says so in its own words', async () => {
    const page = await open();
    await ask(page);
    await live(page);
    const port = Number(new URL(server.url).port);
    await server[Symbol.asyncDispose]();
    await banner(page).getByText('Not current. Last known: Sources hold').waitFor();
    await service(page)
      .getByText(/^This page has had no connection to its server since \d\d:\d\d/)
      .waitFor();
    expect(await coloured(page)).toBe(0);
    await look(page, 'lost');
    await startAgain(port);
    await live(page);
    expect(await service(page).innerText()).toBe('');
  });

  it('what a lost stream said is not current anywhere on the page', async () => {
    const page = await open();
    await ask(page);
    await live(page);
    const port = Number(new URL(server.url).port);
    await server[Symbol.asyncDispose]();
    await history(page).getByText('Not current. Last known: Sources hold').waitFor();
    // Another place watches other answers: it asks for what the stream has said.
    await page.getByRole('link', { name: 'Adduce' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(3 * TIMING.beat);
    expect(await coloured(page)).toBe(0);
    await startAgain(port);
    await history(page).locator('[data-tone="PASS"]').waitFor();
  });

  it('without its engine it is grey, speaks of degraded service by itself, and recovers by itself', async () => {
    await using engineFolder = await dataFolder();
    let engine = await startWholeServer({ folder: engineFolder.path });
    const port = Number(new URL(engine.url).port);
    await ingestMoons(engine.engine);
    await using frontFolder = await dataFolder();
    await using front = await startWholeServer({
      folder: frontFolder.path,
      bff: {
        webFolder,
        watchTiming: { ...TIMING, degraded: DEGRADED_MS },
        engineUrl: engine.url,
        apiKey: engine.key,
        engineFetch: (request) => fetch(request),
      },
    });
    const { page } = await openPage(browser, front.url);
    await ask(page);
    await live(page);
    await engine[Symbol.asyncDispose]();
    await banner(page).getByText('Not current. Last known: Sources hold').waitFor();
    expect(await service(page).innerText()).toBe('');
    expect(await coloured(page)).toBe(0);
    await service(page)
      .getByText(/^Service is degraded: the engine has been out of reach since \d\d:\d\d\./)
      .waitFor();
    expect(await coloured(page)).toBe(0);
    await look(page, 'degraded');
    engine = await startWholeServer({ folder: engineFolder.path, port });
    await live(page);
    expect(await service(page).innerText()).toBe('');
    await fail(page, engine);
    await banner(page).and(page.locator('[data-tone="FAIL"]')).waitFor();
    await page.close();
    await engine[Symbol.asyncDispose]();
  });
});
