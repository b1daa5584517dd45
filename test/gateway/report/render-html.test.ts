import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import type { TrustReport } from '../../../engine/trust-report/trust-report.ts';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { REPORT_POLICY, renderHtml } from '../../../gateway/report/html/render-html.ts';
import { printable } from '../../../gateway/report/printable.ts';
import { VERIFIER_SHA256 } from '../../../gateway/verifier-digest.ts';
import { HARD_TEXTS, XSS_PAYLOADS } from './hostile-texts.ts';
import { BASE, emptyReport, everywhere, PLAIN, reportOf, type Words } from './reports.ts';

function pageOf(report: TrustReport): Document {
  return parseHTML(renderHtml(composeReport(report, BASE))).document;
}

/** The links, handlers and scripts of a page: none but links to the web and within the page may be. */
function dangers(page: Document): string[] {
  return [...page.querySelectorAll('*')].flatMap((element) => {
    const bad = [...element.attributes].filter(
      ({ name, value }) =>
        name.startsWith('on') ||
        (['href', 'src', 'action', 'data', 'srcdoc', 'formaction'].includes(name) &&
          !/^(https?:|#|data:,$)/.test(value)),
    );
    const isActive = /^(script|iframe|object|embed|form|base|img|button)$/i.test(element.tagName);
    return [...(isActive ? [element.tagName] : []), ...bad.map(({ name, value }) => `${name}=${value}`)];
  });
}

describe('a report as HTML', () => {
  it('is one file with a title, a language, a viewport and no script', () => {
    const page = pageOf(reportOf());
    expect(page.documentElement.getAttribute('lang')).toBe('en');
    expect(page.title).toBe('Trust report ans_ochods7ddgkqiujuwaguxgtrdh');
    expect(page.querySelector('h1')?.textContent).toBe(PLAIN.question);
    expect(dangers(page)).toEqual([]);
  });

  it('carries the policy of its header, which names the style by its hash and lets nothing else in', () => {
    const page = pageOf(reportOf());
    const meta = page.querySelector('meta[http-equiv="Content-Security-Policy"]');
    expect(meta?.getAttribute('content')).toBe(REPORT_POLICY);
    const style = page.querySelector('style')?.textContent ?? '';
    expect(REPORT_POLICY).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(REPORT_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /);
    expect(page.querySelectorAll('[style]')).toHaveLength(0);
  });

  it('has a caption and scopes in each table', () => {
    const tables = [...pageOf(reportOf()).querySelectorAll('table')];
    expect(tables.length).toBeGreaterThan(5);
    for (const table of tables) {
      expect(table.querySelector('caption')?.textContent).not.toBe('');
      for (const head of table.querySelectorAll('th'))
        expect(head.getAttribute('scope')).toMatch(/^(row|col)$/);
    }
  });

  it('has headings that skip no level, and places that each exist once', () => {
    const page = pageOf(reportOf({ artefacts: 5 }));
    const levels = [...page.querySelectorAll('h1, h2, h3')].map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.slice(1).entries())
      expect(level).toBeLessThanOrEqual((levels[index] ?? 0) + 1);
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of page.querySelectorAll('a[href^="#"]')) {
      expect(ids).toContain(link.getAttribute('href')?.slice(1));
    }
  });

  it('says everything that was asked of it: verdict, history, quotes, evidence on both sides, licences, belief, receipt', () => {
    const text = pageOf(reportOf()).body.textContent ?? '';
    for (const part of [
      'Warning',
      'A newer artefact gives another value.',
      '“Lake Vell is 212 metres deep.”',
      'Says another value, score 0.87.',
      'The answer is covered without it.',
      'CC-BY-4.0',
      '0.93',
      'contested, confidence 0.5217',
      'The smallest single event: a proposal of a successor by an actor who has not spoken on it yet',
      `/verify.mjs && echo '${VERIFIER_SHA256}  verify.mjs' | sha256sum --check`,
      'node verify.mjs receipt.json --key log.key',
      'ab'.repeat(32),
      '1,234',
      'Withdrawn and erased 2026-09-01 by publisher:survey.example, log entry 1,200: It was measured wrongly.',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('tells the first observation from the last, and from which day freshness counts', () => {
    const text = pageOf(reportOf()).body.textContent ?? '';
    expect(text).toContain('first 2026-05-02');
    expect(text).toContain('last 2026-09-20');
    expect(text).toContain('It is counted from that day to 2026-10-02.');
    expect(text).toContain('Covers 1 claim.');
  });

  it('dates a withdrawal by the day it was said, not by that from which it holds', () => {
    const text = pageOf(reportOf()).body.textContent ?? '';
    expect(text).toContain('Withdrawn and erased 2026-09-01');
    expect(text).not.toContain('Withdrawn and erased 2026-05-02');
  });

  it('draws a code that reads as the address of the receipt with its hash', () => {
    const svg = pageOf(reportOf()).querySelector('svg');
    const size = Number(svg?.getAttribute('viewBox')?.split(' ')[2]);
    const scale = 4;
    const data = new Uint8Array(size * size * scale * scale * 4).fill(255);
    for (const [, x = '', y = ''] of (svg?.querySelector('path')?.getAttribute('d') ?? '').matchAll(
      /M(\d+) (\d+)h/g,
    )) {
      for (let row = 0; row < scale; row += 1) {
        for (let column = 0; column < scale; column += 1) {
          const at = ((Number(y) * scale + row) * size * scale + Number(x) * scale + column) * 4;
          data.fill(0, at, at + 3);
        }
      }
    }
    const read = decodeQR({ width: size * scale, height: size * scale, data });
    expect(read).toBe(`${BASE}/v1/answers/ans_ochods7ddgkqiujuwaguxgtrdh/receipt#blake3:${'ab'.repeat(32)}`);
    expect(svg?.getAttribute('aria-label')).toContain(read);
  });

  it('is given without a code where the address is longer than a scanner reads', () => {
    const html = renderHtml(composeReport(reportOf(), `https://adduce.example/${'x'.repeat(1_000)}`));
    expect(html).not.toContain('<svg');
    expect(html).toContain('/receipt');
  });

  it.each(['PASS', 'WARN', 'FAIL', 'UNKNOWN'] as const)(
    'says %s in words, and not by colour alone',
    (state) => {
      const verdict = pageOf(reportOf({ state })).querySelector('[aria-label="Verdict"]');
      const words = { PASS: 'Verified', WARN: 'Warning', FAIL: 'Failed', UNKNOWN: 'Not checked' };
      expect(verdict?.textContent).toContain(words[state]);
    },
  );

  it('says of an empty answer that nothing supports it, and shows no empty part', () => {
    const page = pageOf(emptyReport());
    expect(page.body.textContent).toContain(
      'No artefact of this corpus supports an answer, so none is given.',
    );
    expect([...page.querySelectorAll('h2')].map(({ id }) => id)).toEqual([
      'answer',
      'history',
      'receipt',
      'verify',
      'position',
    ]);
  });

  it('states how many items it does not list', () => {
    const text = pageOf(reportOf({ leftOut: 12 })).body.textContent ?? '';
    for (const what of ['sentences', 'places that disagree', 'artefacts', 'claims']) {
      expect(text).toContain(`+12 more ${what}`);
    }
    expect(text).toContain('12 earlier changes are not listed.');
    expect(text).toContain('7 earlier entries are not listed.');
  });

  it('shows an address that no link may lead to as text', () => {
    const page = pageOf(reportOf({ words: { ...PLAIN, url: 'wx://lakes/article/vell' } }));
    expect(page.body.textContent).toContain('wx://lakes/article/vell');
    expect(page.querySelectorAll('a[href^="wx"]')).toHaveLength(0);
  });

  it('marks quotes and titles of another language', () => {
    const page = pageOf(reportOf({ words: { ...PLAIN, lang: 'cs', title: 'Jezera' } }));
    expect(page.querySelector('blockquote')?.getAttribute('lang')).toBe('cs');
    expect(page.querySelector('b[lang="cs"]')?.textContent).toBe('Jezera');
    const odd = pageOf(reportOf({ words: { ...PLAIN, lang: '"><script>' } }));
    expect(odd.querySelectorAll('[lang]')).toHaveLength(1);
  });

  it.each(Object.entries(HARD_TEXTS))('shows %s everywhere, whole or named', (_, hard) => {
    const text = pageOf(reportOf({ words: everywhere(hard) })).body.textContent ?? '';
    expect(text).toContain(printable(hard));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe('text of strangers in the HTML', () => {
  const FIELDS = Object.keys(PLAIN) as (keyof Words)[];

  it('is tried with forty payloads', () => {
    expect(new Set(XSS_PAYLOADS).size).toBe(40);
  });

  it.each(XSS_PAYLOADS)('is no script, handler or link of one in any field: %j', (payload) => {
    for (const field of FIELDS) {
      const page = pageOf(reportOf({ words: { ...PLAIN, [field]: payload } }));
      expect(dangers(page), field).toEqual([]);
    }
    const page = pageOf(reportOf({ words: everywhere(payload), artefacts: 3, events: 4 }));
    expect(dangers(page)).toEqual([]);
    expect(page.querySelectorAll('style')).toHaveLength(1);
    expect(page.body.textContent).toContain(printable(payload));
    expect(dangers(pageOf(emptyReport(everywhere(payload))))).toEqual([]);
  });
});
