/** Tables on a sheet: rows stay whole where they can, and each page repeats the head. */
import type { Column, ReportBlock, ReportCell } from '../document.ts';
import { type SetLine, setText } from './set-text.ts';
import type { Element, Sheet } from './sheet.ts';
import { LINE, MARGIN, MEASURE, SETTINGS, type Setting } from './type.ts';
import { writeLines } from './write-lines.ts';

type Of<Kind extends ReportBlock['kind']> = Extract<ReportBlock, { readonly kind: Kind }>;

/** Between two columns. */
const GUTTER = 8;
/** Above and below the text of a row. */
const PAD = 3.5;

interface Track {
  readonly left: number;
  readonly width: number;
}

/** A cell that is set, with what it is tagged as. */
interface SetCell {
  readonly lines: readonly SetLine[];
  readonly track: Track;
  readonly element: Element;
}

export function writeTable(sheet: Sheet, { caption, columns, rows }: Of<'table'>): void {
  const tracks = tracksOf(columns);
  const table = beginTable(sheet, caption);
  const head = columns.map(({ title }, index) =>
    linesOf(sheet, [[{ text: title }]], tracks[index], SETTINGS.head),
  );
  const row = sheet.element('TR', {}, sheet.element('THead', {}, table));
  sheet.need(heightOf(head, SETTINGS.head) * 3);
  const titles = head.map((lines, index) => ({
    lines,
    track: tracks[index] ?? { left: 0, width: 0 },
    element: sheet.element('TH', { scope: 'Column' }, row),
  }));
  drawRow(sheet, titles, SETTINGS.head, () => undefined);
  const repeat = () => repeatHead(sheet, titles);
  const body = sheet.element('TBody', {}, table);
  for (const { cells, id } of rows) {
    const line = sheet.element('TR', {}, body);
    const set = cells.map((cell, index) => setCell(sheet, cell, tracks[index], line, index === 0));
    if (
      sheet.need(
        Math.min(
          heightOf(
            set.map(({ lines }) => lines),
            SETTINGS.cell,
          ),
          wholePage(),
        ),
      )
    )
      repeat();
    if (id !== undefined) sheet.destination(id);
    drawRow(sheet, set, SETTINGS.cell, repeat);
  }
  sheet.y += 8;
}

const NAMES = { width: 24 };
const VALUES = { width: 76 };

export function writeFacts(sheet: Sheet, { caption, rows }: Of<'facts'>): void {
  const tracks = tracksOf([NAMES, VALUES]);
  const table = sheet.element('Table');
  const told = sheet.element('Caption', {}, table);
  sheet.need(SETTINGS.cell.leading * 4);
  const place = { left: MARGIN.left, width: MEASURE, setting: SETTINGS.caption };
  writeLines(sheet, [{ text: caption }], { ...place, element: sheet.element('P', {}, told) });
  sheet.box(MARGIN.left, sheet.y + 1, [MEASURE, 0.5], LINE);
  for (const { name, value } of rows) {
    const row = sheet.element('TR', {}, table);
    const set = [
      setCell(sheet, [[{ text: name, style: 'muted' }]], tracks[0], row, true),
      setCell(sheet, value, tracks[1], row, false),
    ];
    sheet.need(
      Math.min(
        heightOf(
          set.map(({ lines }) => lines),
          SETTINGS.cell,
        ),
        wholePage(),
      ),
    );
    drawRow(sheet, set, SETTINGS.cell, () => undefined);
  }
  sheet.y += 8;
}

function beginTable(sheet: Sheet, caption: string): Element {
  const table = sheet.element('Table');
  sheet.y += 4;
  sheet.need(SETTINGS.cell.leading * 7);
  const place = { left: MARGIN.left, width: MEASURE, setting: SETTINGS.caption };
  const told = sheet.element('Caption', {}, table);
  writeLines(sheet, [{ text: caption }], { ...place, element: sheet.element('P', {}, told) });
  return table;
}

function tracksOf(columns: readonly Pick<Column, 'width'>[]): Track[] {
  const parts = columns.reduce((sum, { width }) => sum + width, 0);
  const unit = (MEASURE - GUTTER * (columns.length - 1)) / parts;
  let left: number = MARGIN.left;
  return columns.map(({ width }) => {
    const track = { left, width: width * unit };
    left += track.width + GUTTER;
    return track;
  });
}

function setCell(
  sheet: Sheet,
  cell: ReportCell,
  track: Track | undefined,
  row: Element,
  isHeader: boolean,
): SetCell {
  return {
    lines: linesOf(sheet, cell, track, SETTINGS.cell),
    track: track ?? { left: 0, width: 0 },
    element: isHeader ? sheet.element('TH', { scope: 'Row' }, row) : sheet.element('TD', {}, row),
  };
}

function linesOf(sheet: Sheet, cell: ReportCell, track: Track | undefined, setting: Setting): SetLine[] {
  return cell.flatMap((line) => setText(line, track?.width ?? 0, setting, sheet.fonts));
}

function heightOf(cells: readonly (readonly SetLine[])[], { leading }: Setting): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * leading + PAD * 2;
}

function wholePage(): number {
  return SETTINGS.cell.leading * 40;
}

/** Cell by cell, in reading order; a row that is longer than a page continues on the next one with all its cells. */
function drawRow(sheet: Sheet, cells: readonly SetCell[], setting: Setting, repeat: () => void): void {
  const { leading } = setting;
  const longest = Math.max(1, ...cells.map(({ lines }) => lines.length));
  for (let first = 0; first < longest; ) {
    const fitting = Math.max(1, Math.floor((sheet.room - PAD * 2) / leading));
    const end = Math.min(longest, first + fitting);
    const top = sheet.y + PAD;
    for (const { lines, track, element } of cells) {
      sheet.y = top;
      for (const line of lines.slice(first, end)) {
        sheet.draw(line, track.left, setting, element);
        sheet.y += leading;
      }
    }
    sheet.y = top + (end - first) * leading + PAD;
    first = end;
    if (first >= longest) break;
    sheet.turn();
    repeat();
  }
  sheet.box(MARGIN.left, sheet.y, [MEASURE, 0.5], LINE);
}

function repeatHead(sheet: Sheet, titles: readonly SetCell[]): void {
  const top = sheet.y + PAD;
  let bottom = top;
  for (const { lines, track } of titles) {
    sheet.y = top;
    for (const line of lines) {
      sheet.ornament(line, track.left, SETTINGS.head);
      sheet.y += SETTINGS.head.leading;
    }
    bottom = Math.max(bottom, sheet.y);
  }
  sheet.y = bottom + PAD;
  sheet.box(MARGIN.left, sheet.y, [MEASURE, 0.5], LINE);
}
