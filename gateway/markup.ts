/** HTML as values: text becomes markup in one place, which escapes it. */

/** Text that is HTML already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Markup[];

/** A template whose values are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, string, at) => text + textOf(parts[at - 1] ?? '') + string));
}

export const NOTHING = new Markup('');

/** Words with `code` between grave accents, as descriptions have them. */
export function prose(text: string): Markup {
  const pieces = text
    .split('`')
    .map((piece, at) => (at % 2 === 0 ? html`${piece}` : html`<code>${piece}</code>`));
  return html`${pieces}`;
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
