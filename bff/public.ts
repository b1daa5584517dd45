/**
 * What anybody may read by a link, without a session: a shared answer with its receipt, and the verdicts of banners. These
 * paths set no cookie and read none.
 */
import { z } from 'zod';
import { RECEIPT_FILES, receiptQuery } from '../gateway/wire/receipt.ts';
import type { BffContext } from './bff-context.ts';
import { parseInput } from './input.ts';
import type { PublicRequest } from './public-request.ts';
import { bannerEvents, readVerdicts } from './public-verdicts.ts';
import { refuse } from './refusal.ts';
import { fileReply, json, refusalResponse } from './reply.ts';
import { readSharedAnswer, sharedReceipt } from './shared-answer.ts';

const PREFIX = '/api/public/';
const ANSWER = /^\/api\/public\/answers\/([\w.-]{1,400})(\/receipt)?$/;
const VERDICTS = '/api/public/verdicts';
const EVENTS = '/api/public/verdicts/events';

/** Pages of every site may read the verdicts: a request carries nothing of its reader. */
const ANY_SITE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Tokens of one request: the banners of a page. */
const MAX_TOKENS = 50;
const tokens = z.array(z.string().min(1).max(400)).min(1).max(MAX_TOKENS);

export function isPublic(pathname: string): boolean {
  return pathname.startsWith(PREFIX);
}

/** Every failure is a reply. */
export async function servePublic(bff: BffContext, given: PublicRequest): Promise<Response> {
  const url = new URL(given.request.url);
  const isVerdicts = url.pathname === VERDICTS || url.pathname === EVENTS;
  const response = await reply(bff, given, url).catch((error: unknown) => refusalResponse(error, bff));
  if (isVerdicts) {
    for (const [name, value] of Object.entries(ANY_SITE)) response.headers.set(name, value);
  }
  return response;
}

async function reply(bff: BffContext, given: PublicRequest, url: URL): Promise<Response> {
  const { method } = given.request;
  if (method !== 'GET' && method !== 'HEAD') {
    throw refuse(405, 'MethodNotAllowed', 'invalid:method', 'This address takes GET, HEAD.');
  }
  if (url.pathname === VERDICTS) {
    await bff.limits.linkRead(given.network);
    return json(200, await readVerdicts(bff, tokensOf(url)));
  }
  if (url.pathname === EVENTS) return bannerEvents(bff, given, tokensOf(url));
  const [, token, receipt] = ANSWER.exec(url.pathname) ?? [];
  if (token === undefined)
    throw refuse(404, 'NotFound', 'missing:route', 'There is nothing at this address.');
  await bff.limits.linkRead(given.network);
  if (receipt === undefined) return json(200, await readSharedAnswer(bff, given, token));
  const { download = 'json' } = parseInput(receiptQuery, Object.fromEntries(url.searchParams), 'query');
  const file = await sharedReceipt(bff, given, token);
  const bytes = await bff.receiptFile(file.receipt, download);
  const type = RECEIPT_FILES[download].type.replace(/;.*/, '');
  return fileReply({ type, bytes, name: `${file.answerId}.receipt.${download}` });
}

function tokensOf({ searchParams }: URL): readonly string[] {
  return [...new Set(parseInput(tokens, searchParams.getAll('token'), 'query'))];
}
