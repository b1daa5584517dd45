/** A report as one HTML file: no script, nothing from elsewhere, one style that its policy names. */
import { createHash } from 'node:crypto';
import { html, Markup, NOTHING } from '../../markup.ts';
import type {
  Line,
  QrModules,
  ReportBlock,
  ReportCell,
  ReportDocument,
  ReportRow,
  TextRun,
} from '../document.ts';
import { REPORT_STYLE } from './report-style.ts';

const STYLE_HASH = createHash('sha256').update(REPORT_STYLE).digest('base64');

/**
 * The value of `Content-Security-Policy`, which the file carries too, for a reader who opens it from a disk. It uses
 * no directive that is valid only in a header; the icon of no bytes keeps browsers from asking for one.
 */
export const REPORT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The style is not escaped: the policy names the hash of its exact text. */
const STYLE = new Markup(REPORT_STYLE);

/** A whole HTML document. */
export function renderHtml({ title, question, intro, footer, blocks }: ReportDocument): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style></head>
<body><header><p class="kicker">Trust report</p>
<h1 dir="auto">${question}</h1>
<p class="intro">${lineOf(intro)}</p></header>
<main>
${blocks.map(blockOf)}</main>
<footer><p>${footer}</p></footer></body></html>
`;
  return page.text;
}

function blockOf(block: ReportBlock): Markup {
  switch (block.kind) {
    case 'heading':
      return headingOf(block);
    case 'paragraph':
      return html`<p${block.tone === undefined ? NOTHING : html` class="${block.tone}"`}>${lineOf(block.line)}</p>\n`;
    case 'verdict':
      return html`<section class="verdict ${block.state}" aria-label="Verdict"><p class="word">${block.word}</p>${block.lines.map((line) => html`<p>${lineOf(line)}</p>`)}</section>\n`;
    case 'quote':
      return html`<figure><blockquote${langOf(block.quote)} dir="auto">${block.quote.text}</blockquote><figcaption class="source">${lineOf(block.source)}</figcaption></figure>\n`;
    case 'table':
      return tableOf(block);
    case 'facts':
      return html`<table class="facts"><caption>${block.caption}</caption><tbody>${block.rows.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${cellOf(value)}</td></tr>`)}</tbody></table>\n`;
    case 'steps':
      return html`<ol>${block.items.map(({ line, command }) => html`<li>${lineOf(line)}${command === undefined ? NOTHING : html`<pre>${command}</pre>`}</li>`)}</ol>\n`;
    case 'code':
      return html`<p>${block.label}:</p><pre>${block.text}</pre>\n`;
    case 'qr':
      return html`<figure class="scan">${drawn(block.modules, block.alt)}<figcaption class="source">${lineOf(block.caption)}</figcaption></figure>\n`;
  }
}

function headingOf({ level, text, id }: Extract<ReportBlock, { kind: 'heading' }>): Markup {
  return level === 2 ? html`<h2 id="${id}">${text}</h2>\n` : html`<h3 id="${id}" dir="auto">${text}</h3>\n`;
}

function tableOf({ caption, columns, rows }: Extract<ReportBlock, { kind: 'table' }>): Markup {
  const head = columns.map(({ title }) => html`<th scope="col">${title}</th>`);
  return html`<div class="wide" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${rows.map(rowOf)}</tbody></table></div>\n`;
}

function rowOf({ cells: [first = [], ...rest], id }: ReportRow): Markup {
  const place = id === undefined ? NOTHING : html` id="${id}"`;
  const head = html`<th scope="row"${widthOf(first)}>${cellOf(first)}</th>`;
  return html`<tr${place}>${head}${rest.map((cell) => html`<td${widthOf(cell)}>${cellOf(cell)}</td>`)}</tr>`;
}

/** A date, a number or an id of a licence is not broken. */
const SHORT = 14;

function widthOf(cell: ReportCell): Markup {
  const [only] = cell;
  const length = (only ?? []).reduce((sum, { text }) => sum + text.length, 0);
  return cell.length === 1 && length <= SHORT ? html` class="short"` : NOTHING;
}

function cellOf(cell: ReportCell): Markup {
  const [only] = cell;
  if (cell.length === 1 && only !== undefined) return lineOf(only);
  return html`${cell.map((line) => html`<p>${lineOf(line)}</p>`)}`;
}

function lineOf(line: Line): Markup {
  return html`${line.map(spanOf)}`;
}

/** Isolates a document's text from the text around it, whatever its direction. */
function spanOf(span: TextRun): Markup {
  const { text, style, href } = span;
  if (href !== undefined) return html`<a href="${href}"${langOf(span)}>${text}</a>`;
  if (style === 'code') return html`<code>${text}</code>`;
  if (style === 'strong') return html`<b${langOf(span)}><bdi>${text}</bdi></b>`;
  if (style === 'muted') return html`<i>${text}</i>`;
  return html`${text}`;
}

function langOf({ lang }: TextRun): Markup {
  return lang === undefined ? NOTHING : html` lang="${lang}"`;
}

/** As one path of unit squares. */
function drawn(modules: QrModules, alt: string): Markup {
  const squares = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const size = modules.length;
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${alt}" shape-rendering="crispEdges"><path d="${squares.join('')}"/></svg>`;
}
