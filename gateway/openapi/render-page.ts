/** The description as a page for people: no script, nothing from elsewhere, one style that the policy names. */
import { createHash } from 'node:crypto';
import { html, Markup, prose } from '../markup.ts';
import type { ApiDocument } from './open-api.ts';
import { PAGE_STYLE } from './page-style.ts';
import { type Placed, renderOperation } from './render-operation.ts';
import { renderSchema } from './render-schema.ts';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** The value of `Content-Security-Policy`: the page's own style and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A whole HTML document. */
export function renderPage(document: ApiDocument): string {
  const { info, tags, components } = document;
  const placed = placedOf(document);
  const groups = tags.map((tag) => ({
    ...tag,
    operations: placed.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API ${info.version}</title><style>${STYLE}</style></head>
<body><header><h1>${info.title} API <small>${info.version}</small></h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<p>For programs: <a href="/openapi.json">openapi.json</a>. In the examples <code>$ADDUCE</code> is this server's address and <code>$TOKEN</code> a credential.</p></header>
<nav aria-label="Operations">${groups.map(({ name, operations }) => linksTo(name, operations))}<p><a href="#types">Types</a></p></nav>
<main>${groups.map(({ name, description, operations }) => html`<h2 id="tag-${name}">${name}</h2><p>${description}</p>${operations.map(renderOperation)}`)}
<h2>Credentials</h2>${Object.entries(components.securitySchemes).map(([name, scheme]) => html`<section id="${name}"><h3>${name}</h3><p>${prose(scheme.description)}</p></section>`)}
<h2 id="types">Types</h2>${Object.entries(components.schemas).map(([name, schema]) => html`<section id="${name}"><h3>${name}</h3><p>${prose(schema.description ?? '')}</p>${renderSchema(schema)}</section>`)}
</main></body></html>`;
  return page.text;
}

/** A style is no text of HTML: it is taken as it stands, for its hash is of that. */
const STYLE = new Markup(PAGE_STYLE);

function linksTo(name: string, operations: readonly Placed[]): Markup {
  const links = operations.map(({ method, route, operation }) => {
    return html`<li><a href="#${operation.operationId}"><code>${method} ${route}</code></a> ${operation.summary}</li>`;
  });
  return html`<p><b>${name}</b></p><ul>${links}</ul>`;
}

function placedOf({ paths }: ApiDocument): Placed[] {
  return Object.entries(paths).flatMap(([route, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), route, operation })),
  );
}
