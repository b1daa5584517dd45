/** The look of the API's page, light and dark by the reader's own choice. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c2024, #e8e6e1); --ground: light-dark(#fdfcfa, #16181b);
  --surface: light-dark(#f3f1ec, #202327); --line: light-dark(#d8d4cb, #3a3f45); --accent: light-dark(#0b5c8c, #86c5f0);
  --muted: light-dark(#565b61, #a9adb3); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, nav, main { max-width: 62rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin-bottom: .25rem; }
section { padding: 1rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: .5rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.method { font: 600 .8rem/1 ui-monospace, monospace; border: 1px solid var(--accent); color: var(--accent);
  border-radius: 4px; padding: .15rem .4rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
pre { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow: auto;
  max-height: 28rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
th[scope="row"] { font-weight: 500; }
th[scope="row"] code { overflow-wrap: normal; }
small, i { color: var(--muted); }
nav ul { list-style: none; padding: 0; margin: 0 0 1rem; }
nav li { padding: .15rem 0; overflow-wrap: anywhere; }
.responses { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: .25rem .5rem; }
.responses dt { font-weight: 600; }
.responses dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--accent); }
`;
