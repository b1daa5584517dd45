/** The look of a report: for a screen, light and dark by the reader's own choice, and for paper. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1d2126, #e6e8ea); --ground: light-dark(#fdfcfa, #14171a);
  --surface: light-dark(#f5f3ef, #1b1f24); --muted: light-dark(#565e68, #a3abb4); --line: light-dark(#dedbd5, #333a42);
  --accent: light-dark(#245b8f, #8cbcec); --PASS: light-dark(#1b5e3a, #93d6af); --PASS-ground: light-dark(#eaf4ee, #17291f);
  --WARN: light-dark(#704500, #f2c56b); --WARN-ground: light-dark(#fcf2db, #2c2413);
  --FAIL: light-dark(#951b1b, #f5a29b); --FAIL-ground: light-dark(#fcecea, #331c1a);
  --UNKNOWN: light-dark(#4b535c, #b6bdc6); --UNKNOWN-ground: light-dark(#eef0f2, #23282e); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 "Source Sans 3", system-ui, sans-serif;
  overflow-wrap: anywhere; }
header, main, footer { max-width: 54rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
footer { padding-block: 1.5rem 3rem; color: var(--muted); font-size: .875rem; }
.kicker { margin: 0; color: var(--muted); font-size: .8125rem; letter-spacing: .08em; text-transform: uppercase; }
h1 { margin: .25rem 0 .5rem; font-size: 1.875rem; line-height: 1.2; font-weight: 650; }
h2 { margin: 2.75rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--line); font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.0625rem; line-height: 1.35; }
h1, h2, h3, p, li, td, th, caption, blockquote, pre { unicode-bidi: plaintext; }
p { margin: .5rem 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible, :target { outline: 2px solid var(--accent); outline-offset: 2px; }
.lead { font-size: 1.1875rem; }
.sentence { margin-top: 1.25rem; font-size: 1.0625rem; }
.note, .intro, .source { color: var(--muted); font-size: .9375rem; }
b { font-weight: 650; }
i { font-style: normal; color: var(--muted); }
code, pre { font-family: "DejaVu Sans Mono", ui-monospace, monospace; font-size: .8125em; }
pre { margin: .5rem 0; padding: .625rem .75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; }
.verdict { margin: 1.5rem 0; padding: 1rem 1.25rem; border-left: 5px solid; border-radius: 0 6px 6px 0; }
.verdict p { color: var(--ink); }
.verdict .word { margin: 0; font-size: 1.25rem; font-weight: 650; color: inherit; }
.PASS { color: var(--PASS); background: var(--PASS-ground); border-color: var(--PASS); }
.WARN { color: var(--WARN); background: var(--WARN-ground); border-color: var(--WARN); }
.FAIL { color: var(--FAIL); background: var(--FAIL-ground); border-color: var(--FAIL); }
.UNKNOWN { color: var(--UNKNOWN); background: var(--UNKNOWN-ground); border-color: var(--UNKNOWN); }
figure { margin: .75rem 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); }
figure.scan { padding: 0; border: 0; }
blockquote { margin: 0; font-size: 1.0625rem; }
figcaption { margin-top: .125rem; }
svg { display: block; width: 11rem; height: 11rem; background: #fff; border-radius: 6px; }
.wide { overflow-x: auto; }
table { width: 100%; margin: .5rem 0 1rem; border-collapse: collapse; font-size: .9375rem; }
caption { padding: .25rem 0; text-align: left; font-weight: 600; }
.facts caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: .4375rem .75rem .4375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  font-variant-numeric: tabular-nums; }
.wide table { min-width: 42rem; }
.wide th, .wide td { overflow-wrap: break-word; }
.wide a, .wide code { overflow-wrap: anywhere; }
.short { white-space: nowrap; }
thead th { border-bottom-color: var(--muted); color: var(--muted); font-weight: 600; font-size: .875rem; }
tbody th { font-weight: 500; }
.facts th { width: 11rem; color: var(--muted); }
td p, th p { margin: 0 0 .125rem; }
ol { padding-left: 1.5rem; }
li { margin: .75rem 0; }
@media print {
  @page { size: A4; margin: 18mm 16mm; }
  :root { color-scheme: light; }
  body { background: #fff; font-size: 10pt; }
  header, main, footer { max-width: none; padding: 0; }
  h1, h2, h3, caption { break-after: avoid; }
  tr, figure, .verdict, .facts, li, pre { break-inside: avoid; }
  thead { display: table-header-group; }
  .wide { overflow: visible; }
  .wide table { min-width: 0; }
  .wide td, .wide tbody th { overflow-wrap: anywhere; }
  thead, tbody tr:first-child { break-before: avoid; }
  .verdict, svg { print-color-adjust: exact; }
  a { color: inherit; }
}
`;
