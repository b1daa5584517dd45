/** One operation on the page: who may call it, what it takes, how to call it from a shell, what comes back. */
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import type { ApiOperation, ApiResponse, MediaType } from './open-api.ts';
import { rulesOf, typeOf } from './render-schema.ts';

const JSON_TYPE = 'application/json';

/** An operation with its place. */
export interface Placed {
  readonly method: string;
  readonly route: string;
  readonly operation: ApiOperation;
}

export function renderOperation(placed: Placed): Markup {
  const { method, route, operation } = placed;
  const { operationId, summary, description = '', requestBody } = operation;
  const body = requestBody?.content[JSON_TYPE];
  return html`<section id="${operationId}"><h3><span class="method">${method}</span> <code>${route}</code></h3>
<p>${summary}. ${prose(description)} ${callers(operation)}</p>
${parametersOf(operation)}
${body === undefined ? NOTHING : html`<p>Body: ${typeOf(body.schema)}${requestBody?.required ? NOTHING : html`, may be left out`}.</p>`}
<pre tabindex="0" aria-label="Example of a call">${commandOf(placed)}</pre>
${responsesOf(operation)}</section>`;
}

function callers({ security }: ApiOperation): Markup {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.length === 0) return html`No credential is needed.`;
  const isOptional = names.length < security.length;
  const links = names.map((name) => html`<a href="#${name}">${name}</a>`);
  return html`${isOptional ? 'Optional credential' : 'Credential'}: ${links}.`;
}

function parametersOf({ parameters = [] }: ApiOperation): Markup {
  if (parameters.length === 0) return NOTHING;
  const rows = parameters.map(({ name, in: place, required, schema, description = '' }) => {
    return html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td><td>${typeOf(schema)}${required ? NOTHING : html` <i>optional</i>`} ${rulesOf(schema)}</td><td>${prose(description)}</td></tr>`;
  });
  return html`<div class="wide" tabindex="0" role="group" aria-label="Parameters"><table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** For a shell, with the example's values; the origin and a token are the reader's to put in. */
function commandOf({ method, route, operation }: Placed): string {
  const { parameters = [], requestBody, security } = operation;
  const given = parameters.filter(({ example }) => example !== undefined);
  const inPath = given.filter((one) => one.in === 'path');
  const path = inPath.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    route,
  );
  const inQuery = given
    .filter((one) => one.in === 'query')
    .map(({ name, example }) => [name, String(example)]);
  const query = inQuery.length === 0 ? '' : `?${new URLSearchParams(inQuery)}`;
  const isAnonymous = security.some((one) => Object.keys(one).length === 0);
  const value = exampleOf(requestBody?.content[JSON_TYPE]);
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(isAnonymous ? [] : [`-H "authorization: Bearer $TOKEN"`]),
    ...given.filter((one) => one.in === 'header').map(({ name, example }) => `-H '${name}: ${example}'`),
    ...(value === undefined
      ? []
      : [`-H 'content-type: ${JSON_TYPE}'`, `-d '${quoted(JSON.stringify(value))}'`]),
  ];
  return [`curl -s "$ADDUCE${path}${query}"`, ...options].join(' \\\n  ');
}

/** Within single quotes of a shell. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function exampleOf(media: MediaType | undefined): unknown {
  return Object.values(media?.examples ?? {})[0]?.value;
}

function responsesOf({ responses }: ApiOperation): Markup {
  const items = Object.entries(responses).map(([status, response]) => responseOf(status, response));
  return html`<dl class="responses">${items}</dl>`;
}

function responseOf(status: string, { description, headers, content }: ApiResponse): Markup {
  const media = content[JSON_TYPE];
  const value = exampleOf(media);
  const names = Object.keys(headers).map((name) => html` <code>${name}</code>`);
  const example =
    value === undefined
      ? NOTHING
      : html`<details><summary>Example of ${status}</summary><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></details>`;
  return html`<dt>${status}</dt><dd>${media === undefined ? NOTHING : typeOf(media.schema)}: ${prose(description)}<br><small>Headers:${names}</small>${example}</dd>`;
}
