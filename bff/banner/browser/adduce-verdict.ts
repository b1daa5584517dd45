/**
 * `<adduce-verdict server="https://answers.example" answer="ans_…" token="…">`: the live verdict of an answer, in words, with a
 * sign and since when. Attribute `lang` (else that of the document) chooses the language. The host page styles it by
 * `::part(verdict)` and the properties `--adduce-pass`, `--adduce-warn`, `--adduce-fail`, `--adduce-unknown`. The attribute
 * `state` is the verdict in lower case, `connection` how current it is.
 */
import { CONNECTING, followVerdict } from './follow-verdict.ts';
import type { VerdictStatus } from './verdict-status.ts';
import { verdictText } from './words.ts';

const SIGNS = { PASS: '✓', WARN: '!', FAIL: '✕', UNKNOWN: '?' } as const;

const STYLE = `
:host { display: inline-block; max-width: 100%; overflow-wrap: anywhere; font: inherit; line-height: 1.4 }
span { --colour: var(--adduce-unknown, light-dark(#4a4a4a, #c8c8c8)); color: var(--colour);
  border-inline-start: .25em solid; padding-inline-start: .5em; display: inline-block }
:host([connection="live"][state="pass"]) span { --colour: var(--adduce-pass, light-dark(#0b6b2e, #7ddc9b)) }
:host([connection="live"][state="warn"]) span { --colour: var(--adduce-warn, light-dark(#7a4b00, #f0c26b)) }
:host([connection="live"][state="fail"]) span { --colour: var(--adduce-fail, light-dark(#a31621, #ff9d9d)) }
time { opacity: .85; margin-inline-start: .4em }`;

class AdduceVerdict extends HTMLElement {
  static readonly observedAttributes = ['server', 'answer', 'token', 'lang'];
  readonly #root = this.attachShadow({ mode: 'open' });
  #status: VerdictStatus = CONNECTING;
  #leave: (() => void) | null = null;

  connectedCallback(): void {
    // A sheet and not an element: pages whose policy refuses inline styles show it too.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
    this.#follow();
  }

  disconnectedCallback(): void {
    this.#leave?.();
    this.#leave = null;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return;
    if (name === 'lang') this.#show(this.#status);
    else this.#follow();
  }

  #follow(): void {
    this.#leave?.();
    this.#leave = null;
    const [server, answer, token] = ['server', 'answer', 'token'].map((name) => this.getAttribute(name));
    if (server && answer && token) {
      this.#leave = followVerdict({ server, answer, token }, (status) => this.#show(status));
    } else this.#show({ verdict: null, connection: 'refused' });
  }

  #show(status: VerdictStatus): void {
    this.#status = status;
    const { verdict, connection } = status;
    const lang = this.lang || document.documentElement.lang || 'en';
    this.setAttribute('connection', connection);
    this.setAttribute('state', (verdict?.state ?? 'UNKNOWN').toLowerCase());
    const line = this.#root.querySelector('span') ?? this.#root.appendChild(statusLine());
    const text = `${SIGNS[verdict?.state ?? 'UNKNOWN']} ${verdictText(status, lang)}`;
    const parts: Node[] = [document.createTextNode(text)];
    if (verdict?.at) parts.push(timeOf(verdict.at, lang));
    line.replaceChildren(...parts);
  }
}

/** A change is announced when the reader of the page pauses. */
function statusLine(): HTMLSpanElement {
  const line = document.createElement('span');
  line.setAttribute('role', 'status');
  line.part.add('verdict');
  return line;
}

function timeOf(at: string, lang: string): HTMLTimeElement {
  const time = document.createElement('time');
  time.dateTime = at;
  time.textContent = new Date(at).toLocaleDateString(lang, { dateStyle: 'medium' });
  return time;
}

if (customElements.get('adduce-verdict') === undefined)
  customElements.define('adduce-verdict', AdduceVerdict);
