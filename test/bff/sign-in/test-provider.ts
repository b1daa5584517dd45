/** A certified identity provider in this process, over real HTTP. What it sends can be changed on the way, as an attacker would. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'adduce';
export const CLIENT_SECRET = 'a secret of the client, which only tests use';
const KEY_ID = 'one';

export interface Person {
  readonly name: string;
  readonly groups: readonly string[];
}

export interface SentToken {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  /** Signs it; null: nobody does. Absent: the provider's own. */
  readonly key?: CryptoKey | Uint8Array | null;
}

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** By subject. */
  readonly people: Map<string, Person>;
  /** Who signs in next; null: the person refuses. */
  signsIn: string | null;
  /** Changes the ID token on its way. */
  changeToken: ((token: SentToken) => SentToken) | null;
  /** Changes the userinfo on its way. */
  changeUserinfo: ((facts: Record<string, unknown>) => object) | null;
  /** Replies to the token endpoint with this status instead. */
  tokenStatus: number | null;
  /** Requests by their paths. */
  readonly requests: string[];
}

/** @param app where the page is */
export async function startProvider(app: string): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const self: TestProvider = {
    issuer,
    people: new Map(),
    signsIn: null,
    changeToken: null,
    changeUserinfo: null,
    tokenStatus: null,
    requests: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const key = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, configurationOf(self, app, key));
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    self.requests.push(`${request.method} ${pathname}`);
    if (pathname.startsWith('/interaction/')) return void decide(provider, self, request, response);
    if (pathname === '/token' && self.tokenStatus !== null) {
      response.writeHead(self.tokenStatus, { 'content-type': 'text/plain' }).end('no');
      return;
    }
    if (pathname === '/token') changeReply(response, (body) => changedTokens(self, body, privateKey));
    if (pathname === '/me') changeReply(response, async (body) => self.changeUserinfo?.(body) ?? body);
    handle(request, response);
  });
  return self;
}

function configurationOf(self: TestProvider, app: string, key: object) {
  return {
    jwks: { keys: [key] },
    cookies: { keys: ['a key of cookies that only tests use'] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${app}/auth/callback`],
        post_logout_redirect_uris: [`${app}/`],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...self.people.get(sub) }),
    }),
    loadExistingGrant: grantAll,
    renderError: (ctx: { body: unknown }, out: object) => {
      ctx.body = JSON.stringify(out);
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      Interaction: 600,
      Session: 3_600,
      Grant: 3_600,
    },
  };
}

interface Grantable {
  readonly oidc: {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly params: { readonly scope: string };
  };
}

/** Consent is not what is tested. */
async function grantAll({ oidc }: Grantable) {
  const { clientId } = oidc.client;
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(oidc.params.scope);
  await grant.save();
  return grant;
}

async function decide(
  provider: Provider,
  { signsIn }: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refused = { error: 'access_denied', error_description: 'the person went away' };
  const result = signsIn === null ? refused : { login: { accountId: signsIn } };
  await provider.interactionFinished(request, response, result);
}

/** Replaces a JSON body before it is sent. */
function changeReply(
  response: ServerResponse,
  change: (body: Record<string, unknown>) => Promise<object>,
): void {
  const end = response.end.bind(response);
  response.end = ((chunk: string | Buffer) => {
    void change(JSON.parse(String(chunk))).then((changed) => {
      const text = JSON.stringify(changed);
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    });
    return response;
  }) as typeof response.end;
}

async function changedTokens(
  { changeToken }: TestProvider,
  body: Record<string, unknown>,
  own: CryptoKey,
): Promise<object> {
  const { id_token: sent } = body;
  if (changeToken === null || typeof sent !== 'string') return body;
  const [header = {}, claims = {}] = sent
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const { key = own, ...token } = changeToken({ header, claims });
  return { ...body, id_token: await signed(token, key) };
}

async function signed({ header, claims }: SentToken, key: CryptoKey | Uint8Array | null): Promise<string> {
  if (key === null) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part(header)}.${part(claims)}.`;
  }
  const alg = String(header.alg);
  return new SignJWT(claims).setProtectedHeader({ ...header, alg }).sign(key);
}
