/** Measures of a report on paper: in points, A4 upright. */

export const PAGE = { width: 595.28, height: 841.89 } as const;
export const MARGIN = { left: 54, right: 54, top: 56, bottom: 64 } as const;
export const MEASURE = PAGE.width - MARGIN.left - MARGIN.right;
/** Below it stands the foot of the page. */
export const BOTTOM = PAGE.height - MARGIN.bottom;

/** How a text is set. */
export interface Setting {
  readonly size: number;
  /** From one base line to the next. */
  readonly leading: number;
  readonly color: string;
  /** The weight of text that has no style of its own. */
  readonly weight?: 'strong';
}

const INK = '#1d2126';
export const MUTED = '#565e68';
export const ACCENT = '#245b8f';
export const LINE = '#cfccc6';
export const SURFACE = '#f5f3ef';

export const SETTINGS = {
  kicker: { size: 8.5, leading: 12, color: MUTED, weight: 'strong' },
  title: { size: 20, leading: 24, color: INK, weight: 'strong' },
  heading2: { size: 13.5, leading: 17, color: INK, weight: 'strong' },
  heading3: { size: 10.5, leading: 14, color: INK, weight: 'strong' },
  body: { size: 9.75, leading: 13.5, color: INK },
  lead: { size: 12.5, leading: 17, color: INK },
  sentence: { size: 11, leading: 15, color: INK },
  quote: { size: 10.5, leading: 14.5, color: INK },
  note: { size: 9, leading: 12.5, color: MUTED },
  caption: { size: 9.25, leading: 12.5, color: INK, weight: 'strong' },
  head: { size: 8.5, leading: 11.5, color: MUTED, weight: 'strong' },
  cell: { size: 8.75, leading: 11.75, color: INK },
  code: { size: 8, leading: 11.5, color: INK },
  foot: { size: 8, leading: 11, color: MUTED },
} as const satisfies Readonly<Record<string, Setting>>;

/** A verdict's colours; its word is always printed too. */
export const TONES = {
  PASS: { ink: '#1b5e3a', ground: '#eaf4ee' },
  WARN: { ink: '#704500', ground: '#fcf2db' },
  FAIL: { ink: '#951b1b', ground: '#fcecea' },
  UNKNOWN: { ink: '#4b535c', ground: '#eef0f2' },
} as const;
