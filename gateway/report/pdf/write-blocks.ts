/** Everything of a report but its tables, on a sheet. */
import type { Line, ReportBlock } from '../document.ts';
import { setText } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { LINE, MARGIN, MEASURE, SETTINGS, SURFACE, TONES } from './type.ts';
import { type Bookmarks, drawLines, writeLines } from './write-lines.ts';

type Of<Kind extends ReportBlock['kind']> = Extract<ReportBlock, { readonly kind: Kind }>;

/** A heading stays on one page with at least so much of its section. */
const WITH_HEADING = 54;
const BOOKMARK_LENGTH = 80;

export function writeHeading(sheet: Sheet, { level, text, id }: Of<'heading'>, bookmarks: Bookmarks): void {
  const setting = level === 2 ? SETTINGS.heading2 : SETTINGS.heading3;
  const lines = setText([{ text }], MEASURE, setting, sheet.fonts);
  const above = level === 2 ? 18 : 10;
  if (!sheet.need(above + lines.length * setting.leading + WITH_HEADING)) sheet.y += above;
  if (level === 2) {
    sheet.box(MARGIN.left, sheet.y, [MEASURE, 0.75], LINE);
    sheet.y += 7;
  }
  const title = [...text].slice(0, BOOKMARK_LENGTH).join('');
  if (level === 2 || bookmarks.section === null) bookmarks.section = sheet.bookmark(title);
  else sheet.bookmark(title, bookmarks.section);
  sheet.destination(id);
  drawLines(sheet, lines, {
    left: MARGIN.left,
    width: MEASURE,
    setting,
    element: sheet.element(level === 2 ? 'H2' : 'H3'),
  });
  sheet.y += 4;
}

export function writeParagraph(sheet: Sheet, { line, tone }: Of<'paragraph'>): void {
  if (tone === 'sentence') sheet.y += 5;
  const place = { left: MARGIN.left, width: MEASURE, setting: SETTINGS[tone ?? 'body'] };
  writeLines(sheet, line, { ...place, element: sheet.element('P') });
  sheet.y += 5;
}

const BAR = 4;
const INDENT = 14;

export function writeVerdict(sheet: Sheet, { state, word, lines }: Of<'verdict'>): void {
  const { ink, ground } = TONES[state];
  const width = MEASURE - INDENT * 2;
  const strip = (height: number) => (at: Sheet) => {
    at.box(MARGIN.left, at.y, [MEASURE, height + 0.3], ground);
    at.box(MARGIN.left, at.y, [BAR, height + 0.3], ink);
  };
  const space = (height: number) => {
    strip(height)(sheet);
    sheet.y += height;
  };
  const heading = { ...SETTINGS.heading2, color: ink };
  sheet.need(80);
  space(9);
  writeLines(sheet, [{ text: word }], {
    left: MARGIN.left + INDENT,
    width,
    setting: heading,
    element: sheet.element('P'),
    ground: strip(heading.leading),
  });
  for (const line of lines) {
    space(3);
    writeLines(sheet, line, {
      left: MARGIN.left + INDENT,
      width,
      setting: SETTINGS.body,
      element: sheet.element('P'),
      ground: strip(SETTINGS.body.leading),
    });
  }
  space(9);
  sheet.y += 6;
}

export function writeQuote(sheet: Sheet, { quote, source }: Of<'quote'>): void {
  const left = MARGIN.left + INDENT;
  const width = MEASURE - INDENT;
  const bar = (height: number) => (at: Sheet) => {
    at.box(MARGIN.left + 2, at.y, [2, height + 0.3], LINE);
  };
  const { lang, ...said } = quote;
  const element = sheet.element('BlockQuote');
  const spoken = sheet.element('P', { lang }, element);
  sheet.need(SETTINGS.quote.leading * 3);
  const setting = SETTINGS.quote;
  writeLines(sheet, [said], { left, width, setting, element: spoken, ground: bar(setting.leading) });
  const note = SETTINGS.note;
  const told = sheet.element('P', {}, element);
  writeLines(sheet, source, { left, width, setting: note, element: told, ground: bar(note.leading) });
  sheet.y += 8;
}

const LABEL = 18;

export function writeSteps(sheet: Sheet, { items }: Of<'steps'>): void {
  const list = sheet.element('L');
  for (const [index, { line, command }] of items.entries()) {
    const item = sheet.element('LI', {}, list);
    const setting = SETTINGS.body;
    sheet.need(setting.leading * (command === undefined ? 2 : 4));
    const label = setText([{ text: `${index + 1}.` }], LABEL, setting, sheet.fonts);
    sheet.draw(label[0] ?? [], MARGIN.left, setting, sheet.element('Lbl', {}, item));
    const body = sheet.element('LBody', {}, item);
    const left = MARGIN.left + LABEL;
    const width = MEASURE - LABEL;
    writeLines(sheet, line, { left, width, setting, element: sheet.element('P', {}, body) });
    if (command !== undefined) writeShaded(sheet, command, left, sheet.element('P', {}, body));
    sheet.y += 6;
  }
}

export function writeCode(sheet: Sheet, { label, text }: Of<'code'>): void {
  const setting = SETTINGS.note;
  sheet.y += 4;
  sheet.need(60);
  const place = { left: MARGIN.left, width: MEASURE, setting };
  writeLines(sheet, [{ text: `${label}:` }], { ...place, element: sheet.element('P') });
  writeShaded(sheet, text.trimEnd(), MARGIN.left, sheet.element('P'));
  sheet.y += 6;
}

/** Lines of code on a coloured ground. */
function writeShaded(sheet: Sheet, text: string, left: number, element: ReturnType<Sheet['element']>): void {
  const setting = SETTINGS.code;
  const width = MEASURE - (left - MARGIN.left);
  const ground = (at: Sheet) => at.box(left, at.y, [width, setting.leading + 0.3], SURFACE);
  const pad = () => {
    sheet.box(left, sheet.y, [width, 4.3], SURFACE);
    sheet.y += 4;
  };
  sheet.y += 3;
  sheet.need(setting.leading * 2);
  pad();
  for (const one of text.split('\n')) {
    const line: Line = [{ text: one, style: 'code' }];
    writeLines(sheet, line, { left: left + 6, width: width - 12, setting, element, ground });
  }
  pad();
}

/** Of a code's side, in points: large enough for a hand-held scanner. */
const QR_SIDE = 108;

export function writeQr(sheet: Sheet, { modules, alt, caption }: Of<'qr'>): void {
  sheet.need(QR_SIDE + 30);
  sheet.y += 4;
  const places = modules.flatMap((row, y) =>
    row.flatMap((isDark, x): [number, number][] => (isDark ? [[x, y]] : [])),
  );
  sheet.squares(places, QR_SIDE / modules.length, MARGIN.left, alt);
  sheet.y += QR_SIDE + 4;
  const place = { left: MARGIN.left, width: MEASURE, setting: SETTINGS.note };
  writeLines(sheet, caption, { ...place, element: sheet.element('P') });
  sheet.y += 4;
}
