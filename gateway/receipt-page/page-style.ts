/** The page's style: readable on screen and paper, light and dark, without a request. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c1c1c; --ground: #ffffff; --faint: #565656; --line: #c8c8c8; --ok: #0b6b2e; --bad: #a8071a; --open: #7a4d00; }
@media (prefers-color-scheme: dark) { :root { --text: #ececec; --ground: #161616; --faint: #b0b0b0; --line: #4a4a4a; --ok: #6fd08c; --bad: #ff9a94; --open: #edb95e; } }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
#verdict { font-weight: 600; }
#verdict.ok, li.ok > strong { color: var(--ok); }
#verdict.failed, li.failed > strong { color: var(--bad); }
#verdict.open, li.open > strong { color: var(--open); }
li.open > strong { border-bottom: 2px dashed; }
#steps { padding-left: 1.6rem; overflow-wrap: anywhere; font-size: .9rem; }
code { overflow-wrap: anywhere; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
blockquote p { margin: 0; }
.source { color: var(--faint); font-size: .85rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; font-size: .9rem; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem; }
form[hidden] { display: none; }
textarea { flex: 1 1 18rem; font: inherit; padding: .3rem .5rem; color: inherit; background: var(--ground); border: 1px solid var(--faint); }
button { font: inherit; padding: .3rem .8rem; }
`;
