/** The service over HTTP, as any program calls it; replies are held to the published shapes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnswerResponse, answerResponse, contradictionResponse } from '../../gateway/wire/answers.ts';
import { errorResponse, type WireError } from '../../gateway/wire/error.ts';
import { evidenceResponse } from '../../gateway/wire/evidence.ts';

export type JsonReply = { readonly status: number; readonly headers: Headers; readonly body: unknown };

const TIMEOUT_MS = 20_000;
const MAX_TRIES = 10;

export async function call(url: string, init: RequestInit = {}): Promise<JsonReply> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<JsonReply> {
  return call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export interface Question {
  readonly q: string;
  readonly as_of?: string;
  readonly mode?: 'light' | 'verified' | 'audit';
}

export function askRaw(url: string, question: Question, corpus?: string, key?: string): Promise<JsonReply> {
  const query = corpus === undefined ? '' : `?corpus=${corpus}`;
  return postJson(`${url}/v1/answers${query}`, question, key === undefined ? {} : bearer(key));
}

/** The answer of a question that is not refused. */
export async function ask(
  url: string,
  question: Question,
  corpus?: string,
  key?: string,
): Promise<AnswerResponse> {
  const { status, body } = await askRaw(url, question, corpus, key);
  if (status !== 200) throw new Error(`${question.q}: ${status} ${JSON.stringify(errorOf(body))}`);
  return answerResponse.parse(body);
}

/** Both sides, of a question whose answer is contradicted. */
export async function askContradicted(url: string, question: Question, corpus: string) {
  const { status, body } = await askRaw(url, question, corpus);
  if (status !== 409) throw new Error(`${question.q}: ${status}`);
  return contradictionResponse.parse(body);
}

export function bearer(credential: string): { readonly authorization: string } {
  return { authorization: `Bearer ${credential}` };
}

export function errorOf(body: unknown): WireError {
  return errorResponse.parse(body).error;
}

export interface Evidence {
  readonly kind: 'corroborate' | 'dispute';
  readonly ref: string;
  readonly hash: string;
}

/** Appends one reproduction; gives its ledger entry. */
export async function appendEvidence(url: string, claim: string, token: string, evidence: Evidence) {
  return appended(evidence, await postEvidence(url, claim, token, evidence));
}

/** As `appendEvidence`, by a client that comes again when a busy store says so: the same event is written once. */
export async function appendPatiently(url: string, claim: string, token: string, evidence: Evidence) {
  let reply = await postEvidence(url, claim, token, evidence);
  for (let tries = 1; reply.status === 503 && tries < MAX_TRIES; tries += 1) {
    await sleep(1_000 * Number(reply.headers.get('retry-after')));
    reply = await postEvidence(url, claim, token, evidence);
  }
  return appended(evidence, reply);
}

function postEvidence(url: string, claim: string, token: string, { kind, ref, hash }: Evidence) {
  const body = { kind, evidence: [{ ref, hash, kind: 'reproduction' }] };
  return postJson(`${url}/v1/claims/${encodeURIComponent(claim)}/evidence`, body, bearer(token));
}

function appended({ kind }: Evidence, reply: JsonReply) {
  if (reply.status !== 201) throw new Error(`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return evidenceResponse.parse(reply.body).entry;
}
