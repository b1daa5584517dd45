import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { TrustReport } from '../../../engine/trust-report/trust-report.ts';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { REPORT_POLICY, renderHtml } from '../../../gateway/report/html/render-html.ts';
import { closeContexts, launch, type OpenedPage, openPage, violations } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import { HARD_TEXTS, XSS_PAYLOADS } from './hostile-texts.ts';
import { BASE, emptyReport, everywhere, reportOf } from './reports.ts';

/** A folder for pictures of each view, for people to look at; none by default. */
const PICTURES = process.env.ADDUCE_TEST_PICTURES;

describeChromium('a report in a browser', (found) => {
  let browser: Browser;
  let server: HttpServer;
  let report: TrustReport;

  beforeAll(async () => {
    browser = await launch(found().executablePath);
    server = await serve({
      host: '127.0.0.1',
      port: 0,
      routes: [],
      fallback: async () => {
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': REPORT_POLICY,
        };
        return new Response(renderHtml(composeReport(report, BASE)), { headers });
      },
      onFault: () => undefined,
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.close(0);
  });
  afterEach(async () => {
    await closeContexts(browser);
  });

  const SHAPES: Readonly<Record<string, TrustReport>> = {
    'everything in it': reportOf({ claims: 3, artefacts: 6, counterEvidence: 3, events: 5, leftOut: 9 }),
    'a failed verdict': reportOf({ state: 'FAIL' }),
    'no answer': emptyReport(),
    'right-to-left text everywhere': reportOf({ words: everywhere(HARD_TEXTS.Hebrew ?? '') }),
    'a very long word everywhere': reportOf({ words: everywhere(HARD_TEXTS['a long word'] ?? '') }),
  };

  for (const [name, shape] of Object.entries(SHAPES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1_200, 360]) {
        it(`has no violations with ${name}, in ${colorScheme} at ${width} pixels`, async () => {
          report = shape;
          const { page, errors } = await open({ colorScheme, viewport: { width, height: 800 } });
          expect(await violations(page)).toEqual([]);
          const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect(await page.evaluate(overflow)).toBe(0);
          expect(errors).toEqual([]);
          if (PICTURES !== undefined) {
            const path = join(PICTURES, `report ${name} ${colorScheme} ${width}.png`);
            await page.screenshot({ path, fullPage: true });
          }
        });
      }
    }
  }

  it('prints on paper, in light colours and without a row that is cut', async () => {
    report = SHAPES['everything in it'] ?? report;
    const { page } = await open({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate('getComputedStyle(document.querySelector("tbody tr")).breakInside')).toBe(
      'avoid',
    );
    const path = PICTURES === undefined ? undefined : join(PICTURES, 'report printed.pdf');
    const pdf = await page.pdf({ preferCSSPageSize: true, ...(path !== undefined && { path }) });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('runs nothing that stands in any of its texts', async () => {
    const { page, errors } = await open({});
    for (const payload of [...XSS_PAYLOADS, XSS_PAYLOADS.join(' ')]) {
      report = reportOf({ words: everywhere(payload) });
      await page.goto(server.url);
      expect(await page.evaluate('window.__xss'), payload).toBeUndefined();
      const active = 'document.querySelectorAll("script, iframe, object, embed, form, base, img").length';
      expect(await page.evaluate(active), payload).toBe(0);
      const handlers =
        '[...document.querySelectorAll("*")].flatMap((one) => [...one.attributes]).filter(({ name }) => name.startsWith("on")).length';
      expect(await page.evaluate(handlers), payload).toBe(0);
      const links = '[...document.links].map(({ protocol }) => protocol)';
      for (const protocol of (await page.evaluate(links)) as string[]) expect(protocol).toMatch(/^https?:$/);
      expect(errors, payload).toEqual([]);
    }
  }, 120_000);

  function open(options: Parameters<typeof openPage>[2]): Promise<OpenedPage> {
    return openPage(browser, server.url, options);
  }
});
