/** What the cases of one operation act on: documents, a server with a limit, a token and a key, a store that fails. */
import { CAPABILITIES } from '../../../../engine/keys/capabilities.ts';
import type { Restrictions } from '../../../../engine/keys/token-block.ts';
import { attenuateToken } from '../../../../engine/keys/token-chain.ts';
import type { Handle, HttpConnection } from '../../../../gateway/http/connection.ts';
import type { GatewayConfig } from '../../../../gateway/operations/gateway-config.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { readName } from '../../../conformance/watched-reads.ts';
import { exchangeRaw, startServer } from '../../http/http-server.ts';
import { CORPUS, openRestFixture, QUESTION, type RestFixture } from '../rest-fixture.ts';

/** Every case comes from here, so that its call is counted. */
export const CALLER: HttpConnection = { remoteAddress: '192.0.2.7', target: null, method: null };
/** Nothing has said it. */
export const UNKNOWN_CLAIM = `c1${'a'.repeat(26)}`;
/** More than the cases of one operation call, so that every reply says what is left of it. */
const RATE_PER_MINUTE = 10_000;

export interface Scene extends AsyncDisposable {
  readonly fixture: RestFixture;
  /** The usual server, which counts calls. */
  readonly rest: Handle;
  /** Another one over the same engine. */
  serving(config: Partial<GatewayConfig>): Handle;
  /** With every capability. */
  readonly token: string;
  /** Of an organisation. */
  readonly key: string;
  readonly claim: ClaimAddr;
  /** Of an answer that `key` may read. */
  readonly answer: string;
  /** Of its evidence set. */
  readonly artefact: string;
  /** Another number each time, for what must be new. */
  next(): number;
}

/** Closed by its owner. */
export async function openScene(): Promise<Scene> {
  const fixture = await openRestFixture();
  const serving = (config: Partial<GatewayConfig>) =>
    fixture.rest({ ratePerMinute: RATE_PER_MINUTE, ...config });
  let last = 0;
  return {
    fixture,
    rest: serving({}),
    serving,
    token: await fixture.mint({ capabilities: CAPABILITIES }),
    key: await fixture.mintKey('acme'),
    claim: await fixture.claim('212'),
    ...(await answerOf(fixture, 'acme')),
    next: () => {
      last += 1;
      return last;
    },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

async function answerOf(
  { engine }: RestFixture,
  tenant: string,
): Promise<Pick<Scene, 'answer' | 'artefact'>> {
  const view = await engine.resolveCorpus(CORPUS, null);
  if (!view.ok) throw new Error(view.refusal.message);
  const request = { q: QUESTION, k: 10, mode: 'verified', maxSnapshotAge: null, view: view.value } as const;
  const asked = await engine.ask(request, tenant);
  if (!asked.ok) throw new Error(asked.refusal.message);
  const { answer_id: answer, evidence_set } = asked.value.answer;
  return { answer, artefact: evidence_set.artefact_ids[0] ?? '' };
}

/** The token with less in it, as its holder makes it. */
export function narrowed(token: string, restrictions: Restrictions): string {
  const narrow = attenuateToken(token, restrictions);
  if (narrow === null) throw new Error('the token cannot be narrowed');
  return narrow;
}

/** A server whose store fails in every method but those named. */
export function failing({ fixture }: Scene, fault: Error, but: readonly string[]): Handle {
  const stillThere: readonly PropertyKey[] = ['capabilities', 'onCommit', Symbol.asyncDispose];
  const store = new Proxy(fixture.store, {
    get: (real, name) => {
      const member: unknown = Reflect.get(real, name);
      if (stillThere.includes(name) || typeof member !== 'function') return member;
      return (...args: unknown[]) =>
        but.includes(readName(String(name), args))
          ? Reflect.apply(member, real, args)
          : Promise.reject(fault);
    },
  });
  return fixture.rest({ ratePerMinute: RATE_PER_MINUTE }, fixture.engineOver(store));
}

/** Sends the request's line over a real connection, with more headers than are taken. */
export async function sendOverlong(handle: Handle, { method, url }: Request): Promise<Response> {
  const { server } = await startServer({ fallback: handle });
  const target = url.slice(new URL(url).origin.length);
  const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
  const said = await exchangeRaw(server, head);
  const [start = '', ...lines] = said.slice(0, said.indexOf('\r\n\r\n')).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')];
  });
  const body = said.slice(said.indexOf('\r\n\r\n') + 4);
  return new Response(body, { status: Number(start.split(' ')[1]), headers });
}
