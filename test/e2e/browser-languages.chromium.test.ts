/** The page in German, Spanish, long accented English and from right to left: words, announcements, addresses, and room for them. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { german } from '../../bff/web/catalogues/de/german.ts';
import { spanish } from '../../bff/web/catalogues/es/spanish.ts';
import { claimsOf, disputeTwice } from '../bff/whole-server.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { textsInNoCatalogue } from './browser-catalogues.ts';
import { openPage, violations } from './browser-page.ts';
import { planetBrowser, publish, questionOf } from './browser-planets.ts';

/** A folder for pictures of each state, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;
const WIDTHS = [360, 800, 1200] as const;
const PLANETS = ['Saturn', 'Jupiter', 'Uranus'] as const;
const { Saturn, Jupiter, Uranus } = {
  Saturn: questionOf('Saturn'),
  Jupiter: questionOf('Jupiter'),
  Uranus: questionOf('Uranus'),
};
const WORDS = { de: german.areas, es: spanish.areas } as const;
/** Each view is opened at three widths. */
const SLOW = { timeout: 600_000 };

describeChromium('the language of the page', (found) => {
  const lookTiming = { look: 100, again: 0, pace: 0 };
  const world = planetBrowser(found, PLANETS, { bff: { lookTiming } });

  const html = async (page: Page) => {
    const root = page.locator('html');
    return [await root.getAttribute('lang'), await root.getAttribute('dir')];
  };
  const chooser = (page: Page) => page.locator('.language select');
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const loaded = (page: Page) => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    return files;
  };
  const languageFiles = (files: readonly string[]) =>
    files.filter((file) => /\/(?:german|spanish|pseudo|sentences)-/.test(file));

  /** Within the window, as a link of the page does: it reads no list again. */
  async function visit(page: Page, path: string): Promise<void> {
    await page.evaluate((to) => window.history.pushState(null, '', to), path);
  }

  async function openAnswer(page: Page, q: string): Promise<void> {
    await visit(page, `/?q=${encodeURIComponent(q)}`);
    await page.getByRole('heading', { level: 1, name: q }).waitFor();
    await page.locator('.banner[data-currency="current"]').waitFor();
  }

  it.each([
    ['en-US', 'en', 'Your question'],
    ['de-AT', 'de', 'Ihre Frage'],
    ['es-MX', 'es', 'Su pregunta'],
    ['fr-FR', 'en', 'Your question'],
  ])('of a browser in %s is %s', async (locale, lang, label) => {
    const { page, errors } = await openPage(world.browser, world.server.url, { locale });
    await page.getByLabel(label).waitFor();
    expect(await html(page)).toEqual([lang, 'ltr']);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('comes when it is chosen, and is kept by the browser for good', async () => {
    const { page } = await openPage(world.browser, 'about:blank');
    const files = loaded(page);
    await page.goto(world.server.url);
    await page.getByLabel('Your question').waitFor();
    await page.waitForLoadState('networkidle');
    expect(languageFiles(files)).toEqual([]);
    const response = page.waitForResponse(/\/assets\/german-/);
    await chooser(page).selectOption('de');
    await page.getByLabel('Ihre Frage').waitFor();
    expect((await (await response).allHeaders())['cache-control']).toMatch(/immutable/);
    expect(languageFiles(files).filter((file) => /spanish|pseudo/.test(file))).toEqual([]);
    await page.reload();
    await page.getByLabel('Ihre Frage').waitFor();
    const other = await page.context().newPage();
    await other.goto(world.server.url);
    await other.getByLabel('Ihre Frage').waitFor();
  });

  it('stays as it was where its words cannot be loaded, which the page says', async () => {
    const { page } = await openPage(world.browser, world.server.url);
    await page.route(/\/assets\/spanish-/, (route) => route.abort());
    await chooser(page).selectOption('es');
    await page.getByRole('alert').getByText('Its words could not be loaded.').waitFor();
    await page.getByLabel('Your question').waitFor();
    expect(await html(page)).toEqual(['en', 'ltr']);
    expect(await chooser(page).inputValue()).toBe('en');
  });

  it('is chosen by an address for its tab, until the reader chooses another', async () => {
    const { page } = await openPage(world.browser, `${world.server.url}/?lang=es&view=check`);
    await page.getByRole('heading', { level: 1, name: WORDS.es.receipt.check }).waitFor();
    await page.locator('.brand').click();
    await page.getByLabel('Su pregunta').waitFor();
    await page.reload();
    await page.getByLabel('Su pregunta').waitFor();
    const other = await page.context().newPage();
    await other.goto(world.server.url);
    await other.getByLabel('Your question').waitFor();
    await page.goto(`${world.server.url}/?view=check&lang=es`);
    await chooser(page).selectOption('de');
    await page.getByRole('heading', { level: 1, name: WORDS.de.receipt.check }).waitFor();
    expect(new URL(page.url()).search).toBe('?view=check');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: WORDS.de.receipt.check }).waitFor();
  });

  it('changes every word on the screen and nothing else: address, fields and focus stay', async () => {
    const { page, errors } = await openPage(world.browser, world.server.url);
    await page.getByLabel('Your question').waitFor();
    await openAnswer(page, Saturn);
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByLabel('Your question').fill('Half a question');
    await page.locator('.save summary').click();
    const title = page.locator('.save input[name="title"]');
    await title.fill('Mine');
    const address = page.url();
    const asked = loaded(page);
    await chooser(page).focus();
    await chooser(page).selectOption('de');
    await page.getByRole('tab', { name: 'Warum', selected: true }).waitFor();
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Ihre Frage').inputValue()).toBe('Half a question');
    expect(await title.inputValue()).toBe('Mine');
    expect(await page.evaluate(() => document.activeElement?.closest('.language') !== null)).toBe(true);
    await expect.poll(() => page.title()).toBe(`✓ ${WORDS.de.verdict['state.PASS']}: ${Saturn} · Adduce`);
    const banner = page.getByRole('region', { name: 'Urteil' });
    expect(await banner.getByRole('status').innerText()).toContain('Die Quellen tragen');
    expect(await banner.innerText()).toMatch(/Glaubwürdigkeit 0,\d\d/);
    expect(asked.filter((file) => file.startsWith('/api'))).toEqual([]);
    // What the documents say keeps its words.
    expect(await page.locator('.said').innerText()).toContain('Saturn has 60 known moons.');
    await page.goBack();
    await page.goForward();
    await page.getByRole('tab', { name: 'Warum', selected: true }).waitFor();
    expect(errors).toEqual([]);
  });

  it('is that of announcements, titles and reasons when a verdict changes', async () => {
    const { page } = await openPage(world.browser, world.server.url, { locale: 'es' });
    await page.getByLabel('Su pregunta').waitFor();
    await openAnswer(page, Jupiter);
    const [claim = ''] = await claimsOf(world.server, new URL(page.url()).searchParams.get('answer') ?? '');
    await disputeTwice(world.server, claim);
    const status = page.getByRole('region', { name: 'Veredicto' }).getByRole('status');
    await status.getByText('Ya no se sostiene').waitFor();
    await page
      .getByRole('region', { name: 'Qué ha cambiado' })
      .getByText(/hace \d+ \w/)
      .waitFor();
    await expect.poll(() => page.title()).toBe(`✕ Ya no se sostiene: ${Jupiter} · Adduce`);
    expect(await page.locator('.flip').innerText()).toMatch(/credibilidad\s+0,\d\d →\s+0,\d\d/);
    expect(await violations(page)).toEqual([]);
  });

  it('is not that of what documents say, whose own language is marked', async () => {
    await publish(world.server, ['Neptune has 72 known moons.'], { lang: 'en-AU' });
    const { page } = await openPage(world.browser, world.server.url, { locale: 'de' });
    await page.getByLabel('Ihre Frage').waitFor();
    const langOf = (part: string) => page.locator(part).first().getAttribute('lang');
    const isSpoken = async () => {
      await page.locator('.said .sentence').getByText('Neptune has 72 known moons.').waitFor();
      expect(await langOf('.said .sentence[dir="auto"]')).toBe('en-AU');
      await page.locator('.document').waitFor();
      expect(await langOf('.document [dir="auto"]')).toBe('en-AU');
      // Its name is the page's own.
      expect(await langOf('.document')).toBe(null);
      expect(await langOf('.source-head [dir="auto"]')).toBe('en-AU');
      await page.locator('.said .pill').first().hover();
      expect(await langOf('.hover-card q')).toBe('en-AU');
      await page.mouse.move(0, 0);
      await page.locator('.hover-card').waitFor({ state: 'detached' });
    };
    await openAnswer(page, questionOf('Neptune'));
    await visit(page, `${await page.evaluate('location.pathname + location.search')}&panel=evidence`);
    await isSpoken();
    // Opened again, an answer comes from its receipt, which has no languages.
    await page.reload();
    await isSpoken();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Per Link teilen' }).click();
    const address = await page.locator('.share input').inputValue();
    await page.goto(address);
    await page.locator('.source blockquote').waitFor();
    expect(await langOf('.source blockquote')).toBe('en-AU');
    expect(await langOf('.sentence')).toBe('en-AU');
    expect(await violations(page)).toEqual([]);
  });

  it('is that of refusals of the server', async () => {
    const { page } = await openPage(world.browser, `${world.server.url}/?corpus=nowhere&q=x`, {
      locale: 'de',
    });
    await page.getByText('Hier gibt es keinen Korpus dieses Namens.').waitFor();
    await page.getByText('Wählen Sie einen der Korpora, die dieser Server aufführt.').waitFor();
  });

  it('is that of the list of keys, and of an answer that is shared', async () => {
    const { page } = await openPage(world.browser, world.server.url, { locale: 'de' });
    await page.getByLabel('Ihre Frage').waitFor();
    await page.locator('.brand').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tasten' }).getByText('eine Frage stellen').waitFor();
    await page.keyboard.press('Escape');
    await openAnswer(page, Uranus);
    await page.getByRole('button', { name: 'Per Link teilen' }).click();
    const address = await page.locator('.share input').inputValue();
    const { page: stranger } = await openPage(world.browser, address, { locale: 'es' });
    await stranger.getByText('Una respuesta compartida con usted').waitFor();
    await stranger
      .getByText(/^\d+ de \d+ pasos verificados en este navegador; ninguno ha fallado\.$/)
      .waitFor();
    expect(await violations(stranger)).toEqual([]);
    await chooser(stranger).selectOption('de');
    await stranger.getByText('Eine Antwort, die mit Ihnen geteilt wurde').waitFor();
  });

  describe.each(['de', 'es', 'en-XA', 'ar-XB'])('%s', (tag) => {
    /** A reader with a history, saved answers and an inbox. */
    async function reader(): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
      const opened = await openPage(world.browser, `${world.server.url}/?lang=${tag}`);
      const { page } = opened;
      await page.locator('.home').waitFor();
      await openAnswer(page, Uranus);
      await page.locator('.watch-question button').first().click();
      await page.locator('.watch-question button[aria-pressed="true"]').waitFor();
      await page.locator('.save summary').click();
      await page.locator('.save button[type="submit"]').click();
      await page.locator('.rail .list li .quiet').first().waitFor();
      return opened;
    }

    const VIEWS = {
      home: async (page: Page) => {
        await visit(page, '/');
        await page.locator('.home').waitFor();
      },
      answer: (page: Page) => openPanel(page, 'evidence', '.document, .panel blockquote'),
      against: (page: Page) => openPanel(page, 'against', '.tab-panel p'),
      why: (page: Page) => openPanel(page, 'why', '.believed'),
      proof: (page: Page) => openPanel(page, 'proof', '.steps li'),
      contribute: async (page: Page) => {
        await visit(page, `${await page.evaluate('location.pathname + location.search')}&contribute=dispute`);
        await page.locator('.contribute .problem').waitFor();
      },
      'no-answer': async (page: Page) => {
        await visit(page, `/?q=${encodeURIComponent('Who painted the zeppelin?')}`);
        await page.locator('.no-answer').waitFor();
      },
      inbox: async (page: Page) => {
        await visit(page, '/?view=turned&list=all');
        await page.locator('.inbox').waitFor();
      },
      questions: async (page: Page) => {
        await visit(page, '/?view=turned&list=questions');
        await page.locator('.turned-entries > li').first().waitFor();
      },
      library: async (page: Page) => {
        await visit(page, '/library');
        await page.locator('.library [data-saved] input').check();
        await page.locator('.library-deeds').waitFor();
      },
      check: async (page: Page) => {
        await visit(page, '/?view=check');
        await page.locator('.check textarea').waitFor();
      },
      add: async (page: Page) => {
        await visit(page, '/?view=add');
        await page.locator('.add-documents .problem, .add-form').first().waitFor();
      },
      turn: async (page: Page) => {
        await visit(page, '/?view=turn');
        await page.locator('.turn p').first().waitFor();
      },
      explore: async (page: Page) => {
        await visit(page, '/explore');
        await page.locator('.explore-found a').first().waitFor();
      },
      graph: async (page: Page) => {
        await page.locator('.explore-found a').first().click();
        await page.locator('.details h2').waitFor();
        await page.locator('.filters summary').click();
      },
      table: async (page: Page) => {
        await visit(page, `${await page.evaluate('location.pathname + location.search')}&as=table`);
        await page.locator('.twin table').first().waitFor();
        await page.locator('.what-if summary').click();
      },
    } as const;

    async function openPanel(page: Page, panel: string, part: string): Promise<void> {
      await openAnswer(page, Uranus);
      await visit(page, `${await page.evaluate('location.pathname + location.search')}&panel=${panel}`);
      await page.locator(part).first().waitFor();
    }

    /** Controls of the header that lie on each other, and a question without room. */
    const crowded = (page: Page) =>
      page.evaluate(() => {
        const parts = [...document.querySelectorAll('.top > *:not(dialog)')].map((part) =>
          part.getBoundingClientRect(),
        );
        const apart = (a: DOMRect, b: DOMRect) =>
          a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        const field = document.querySelector('.top input')?.getBoundingClientRect().width ?? Infinity;
        return field < 120 || parts.some((a, at) => parts.slice(at + 1).some((b) => !apart(a, b)));
      });

    it('has room for its words, breaks no rule of axe, and leaves no word out', SLOW, async () => {
      const { page, errors } = await reader();
      const faults: Record<string, unknown> = {};
      for (const [name, open] of Object.entries(VIEWS)) {
        await open(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await overflow(page);
          if (wide > 0) faults[`${name} at ${width}`] = wide;
          if (await crowded(page)) faults[`header of ${name} at ${width}`] = true;
          if (PICTURES !== undefined)
            await page.screenshot({ path: join(PICTURES, `${tag}-${name}-${width}.png`), fullPage: true });
        }
        // What lengthens a text here stands behind it, so that a name no longer begins with what is shown.
        const broken = tag === 'en-XA' ? [] : await violations(page);
        if (broken.length > 0) faults[name] = broken;
        const left = tag === 'en-XA' ? await textsInNoCatalogue(page) : [];
        if (left.length > 0) faults[`texts of ${name}`] = left;
      }
      expect(faults).toEqual({});
      expect(await html(page)).toEqual([tag, tag === 'ar-XB' ? 'rtl' : 'ltr']);
      expect(errors).toEqual([]);
    });
  });

  it('is that of the inbox when a watched question has another answer', async () => {
    const { page } = await openPage(world.browser, world.server.url, { locale: 'de' });
    await page.getByLabel('Ihre Frage').waitFor();
    await openAnswer(page, Uranus);
    await page.getByRole('button', { name: 'Diese Frage beobachten' }).click();
    await page.locator('.watch-question button[aria-pressed="true"]').waitFor();
    await publish(world.server, ['Uranus has 29 known moons.'], { day: '2026-10-02' });
    await page.getByText('1 Änderung nicht gesehen').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Gewendet' }).first().click();
    await page.getByText('Die Antwort hat sich geändert').waitFor();
    await page.getByRole('button', { name: `Als gesehen markieren: ${Uranus}` }).waitFor();
    await expect.poll(() => page.title()).toBe('Gewendet 1 · Adduce');
    expect(await overflow(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
});
