/** Running text on a sheet, over as many pages as it needs. */
import type { Line } from '../document.ts';
import { type SetLine, setText } from './set-text.ts';
import type { Element, Sheet } from './sheet.ts';
import type { Setting } from './type.ts';

export interface TextPlace {
  readonly left: number;
  readonly width: number;
  readonly setting: Setting;
  readonly element: Element;
  /** A ground behind each line. */
  readonly ground?: (sheet: Sheet) => void;
}

/** The part of the document that bookmarks go under. */
export interface Bookmarks {
  section: PDFKit.PDFOutline | null;
}

/** A line that would be alone at the end of a page moves to the next page with those that follow. */
const KEPT_TOGETHER = 2;

export function writeLines(sheet: Sheet, line: Line, place: TextPlace): void {
  drawLines(sheet, setText(line, place.width, place.setting, sheet.fonts), place);
}

export function drawLines(sheet: Sheet, lines: readonly SetLine[], place: TextPlace): void {
  const { left, setting, element, ground } = place;
  sheet.need(Math.min(KEPT_TOGETHER, lines.length) * setting.leading);
  for (const line of lines) {
    sheet.need(setting.leading);
    ground?.(sheet);
    sheet.draw(line, left, setting, element);
    sheet.y += setting.leading;
  }
}
