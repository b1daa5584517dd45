import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TrustReport } from '../../../engine/trust-report/trust-report.ts';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { renderPdf } from '../../../gateway/report/pdf/render-pdf.ts';
import { HARD_TEXTS, XSS_PAYLOADS } from './hostile-texts.ts';
import { BASE, emptyReport, everywhere, PLAIN, reportOf } from './reports.ts';

const run = promisify(execFile);

const pdfOf = (report: TrustReport) => renderPdf(composeReport(report, BASE));

/** Everything in the file, streams unpacked. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/stream\n/g)].flatMap(({ index }) => {
    const start = index + 'stream\n'.length;
    try {
      return [inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [text, ...streams].join('\n');
}

/** A text as PDF writes one beyond ASCII. */
function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1');
}

describe('a report as PDF', () => {
  it('is the same bytes each time it is made, and in another process', async () => {
    const first = await pdfOf(reportOf({ artefacts: 12, events: 9 }));
    expect(Buffer.compare(await pdfOf(reportOf({ artefacts: 12, events: 9 })), first)).toBe(0);
    const script = `
      import { createHash } from 'node:crypto';
      import { composeReport } from './gateway/report/compose-report.ts';
      import { renderPdf } from './gateway/report/pdf/render-pdf.ts';
      import { BASE, reportOf } from './test/gateway/report/reports.ts';
      const pdf = await renderPdf(composeReport(reportOf({ artefacts: 12, events: 9 }), BASE));
      console.log(createHash('sha256').update(pdf).digest('hex'));`;
    const cwd = resolve(import.meta.dirname, '../../..');
    const env = { ...process.env, TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd, env });
    expect(stdout.trim()).toBe(createHash('sha256').update(first).digest('hex'));
  });

  it('has another id for another position of the log', async () => {
    const idOf = async (report: TrustReport) => /\/ID \[<(\w+)>/.exec(String(await pdfOf(report)))?.[1];
    const report = reportOf();
    const later = { ...report, position: { ...report.position, tree_size: 1_235 } };
    expect(await idOf(later)).not.toBe(await idOf(report));
    expect(await idOf(report)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is dated by the answer, and says its title, its language and that it is tagged', async () => {
    const text = unpacked(await pdfOf(reportOf()));
    expect(text).toContain('(D:20261001120000Z)');
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(text).toContain('/DisplayDocTitle true');
    expect(text).toContain('(Trust report ans_ochods7ddgkqiujuwaguxgtrdh)');
    expect(text).toMatch(/\/Lang \(en\)/);
    expect(text).toContain('/Marked true');
  });

  it('tags tables with heads that say what they are heads of, lists, quotes, links and the code', async () => {
    const text = unpacked(await pdfOf(reportOf()));
    for (const type of [
      'H1',
      'H2',
      'H3',
      'Table',
      'Caption',
      'THead',
      'TH',
      'TD',
      'L',
      'LI',
      'BlockQuote',
      'Link',
      'Figure',
    ]) {
      expect(text).toContain(`/S /${type}\n`);
    }
    expect(text).toContain('/Scope /Row');
    expect(text).toContain('/Scope /Column');
    expect(text).toContain("/Alt (QR code of the receipt's address and hash: https://adduce.example");
    expect(text).toContain('/Contents (https://survey.example/vell)');
    expect(text).toContain('/URI (https://survey.example/vell)');
  });

  it('has a bookmark for each section', async () => {
    const text = unpacked(await pdfOf(reportOf()));
    for (const title of [
      'Answer',
      'What disagrees',
      'Artefacts',
      'Why it is believed',
      'Receipt',
      'How to verify',
    ]) {
      expect(text).toContain(`/Title (${title})`);
    }
  });

  it('states the character of a box where no font has it', async () => {
    const text = unpacked(await pdfOf(reportOf({ words: { ...PLAIN, quote: '湖' } })));
    expect(text).toContain(`/ActualText (${utf16('湖')})`);
  });

  it.each(Object.entries(HARD_TEXTS))('is made of %s in every field', async (_, hard) => {
    const pdf = await pdfOf(reportOf({ words: everywhere(hard) }));
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(pdf.subarray(-6).toString().trim()).toBe('%%EOF');
  });

  it('links to the web and within itself only, whatever stands in any field', async () => {
    for (const payload of XSS_PAYLOADS.slice(15, 28)) {
      const text = unpacked(await pdfOf(reportOf({ words: everywhere(payload) })));
      for (const [, address] of text.matchAll(/\/URI \(([^)]*)/g)) expect(address).toMatch(/^https?:/);
      expect(text).not.toMatch(/\/S \/JavaScript|\/Launch|\/OpenAction/);
    }
  }, 60_000);

  it('is made of an empty answer, and of one with hundreds of everything', { timeout: 120_000 }, async () => {
    expect((await pdfOf(emptyReport())).length).toBeGreaterThan(10_000);
    const many = {
      sentences: 200,
      claims: 60,
      counterEvidence: 200,
      artefacts: 299,
      transitions: 100,
      leftOut: 1_234,
    };
    const text = (await pdfOf(reportOf(many))).toString('latin1');
    expect(Number(/\/Type \/Pages\n.*?\/Count (\d+)/s.exec(text)?.[1])).toBeGreaterThan(30);
  });
});
