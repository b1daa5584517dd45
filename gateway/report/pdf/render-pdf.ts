/**
 * A report as PDF, tagged for screen readers (PDF/UA-1). The same document gives the same bytes: no clock, no
 * randomness, fonts from the program's own packages.
 */
import type { ReportBlock, ReportDocument } from '../document.ts';
import { loadFonts } from './fonts.ts';
import { setText } from './set-text.ts';
import { Sheet } from './sheet.ts';
import { MARGIN, MEASURE, SETTINGS } from './type.ts';
import {
  writeCode,
  writeHeading,
  writeParagraph,
  writeQr,
  writeQuote,
  writeSteps,
  writeVerdict,
} from './write-blocks.ts';
import { type Bookmarks, writeLines } from './write-lines.ts';
import { writeFacts, writeTable } from './write-table.ts';

export async function renderPdf(document: ReportDocument): Promise<Buffer> {
  const sheet = new Sheet(document, await loadFonts());
  const bookmarks: Bookmarks = { section: null };
  writeTop(sheet, document);
  for (const block of document.blocks) write(sheet, block, bookmarks);
  return sheet.finish(
    (page, pages) =>
      setText(
        [{ text: `${document.footer} · page ${page} of ${pages}` }],
        MEASURE,
        SETTINGS.foot,
        sheet.fonts,
      )[0] ?? [],
    SETTINGS.foot,
  );
}

function writeTop(sheet: Sheet, { question, intro }: ReportDocument): void {
  const at = { left: MARGIN.left, width: MEASURE };
  writeLines(sheet, [{ text: 'TRUST REPORT' }], {
    ...at,
    setting: SETTINGS.kicker,
    element: sheet.element('P'),
  });
  sheet.bookmark('Trust report');
  writeLines(sheet, [{ text: question }], { ...at, setting: SETTINGS.title, element: sheet.element('H1') });
  sheet.y += 4;
  writeLines(sheet, intro, { ...at, setting: SETTINGS.note, element: sheet.element('P') });
  sheet.y += 8;
}

function write(sheet: Sheet, block: ReportBlock, bookmarks: Bookmarks): void {
  switch (block.kind) {
    case 'heading':
      writeHeading(sheet, block, bookmarks);
      break;
    case 'paragraph':
      writeParagraph(sheet, block);
      break;
    case 'verdict':
      writeVerdict(sheet, block);
      break;
    case 'quote':
      writeQuote(sheet, block);
      break;
    case 'table':
      writeTable(sheet, block);
      break;
    case 'facts':
      writeFacts(sheet, block);
      break;
    case 'steps':
      writeSteps(sheet, block);
      break;
    case 'code':
      writeCode(sheet, block);
      break;
    case 'qr':
      writeQr(sheet, block);
      break;
  }
}
