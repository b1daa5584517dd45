import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../bin/cli/exit-code.ts';
import { CommandFailure } from '../../../bin/cli/failure.ts';
import { isWithin } from '../../../bin/cli/ip-blocks.ts';
import { checkBind, type Environment, locate, readSettings } from '../../../bin/cli/settings.ts';

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      dataFolder: resolve('.adduce'),
      recordsUrl: null,
      graph: { kind: 'embedded', path: resolve('.adduce') },
      nudge: null,
      enforce: 'enforce',
      stubsLifecycle: true,
      corpus: null,
      ratePerMinute: null,
      engineAuth: 'open',
      graphql: { introspection: 'on', origins: [], documentsFile: null, onlyDocuments: false },
      logKeyFile: null,
      tokenKeyFile: null,
      logNotesFile: null,
      publicUrl: null,
      tls: null,
      trustedProxies: null,
      trustPolicyFile: null,
      token: null,
      signIn: null,
      embedder: { choice: null, modelsFolder: resolve('.adduce', 'models'), remote: null },
      stanceJudge: null,
      chooser: null,
    });
  });

  it('reads how people sign in, and refuses any part without issuer and client id', () => {
    const both = { ADDUCE_OIDC_ISSUER: 'https://id.example/realm', ADDUCE_OIDC_CLIENT_ID: 'adduce' };
    const read = (env: Readonly<Record<string, string>>) => readSettings(env).signIn;
    const usual = {
      issuer: 'https://id.example/realm',
      clientId: 'adduce',
      clientSecret: null,
      clientSecretFile: null,
      scope: 'openid profile',
      claim: 'groups',
      mapping: new Map(),
    };
    expect(read(both)).toEqual(usual);
    const roles = '{"cn=editors,ou=groups": "acme:curator", "*": "harbour:reader"}';
    const more = {
      ADDUCE_OIDC_CLIENT_SECRET: 'hush',
      ADDUCE_OIDC_SCOPE: 'openid groups',
      ADDUCE_OIDC_CLAIM: 'realm_access.roles',
      ADDUCE_OIDC_ROLES: roles,
    };
    expect(read({ ...both, ...more })).toEqual({
      ...usual,
      clientSecret: 'hush',
      scope: 'openid groups',
      claim: 'realm_access.roles',
      mapping: new Map([
        ['cn=editors,ou=groups', { org_id: 'acme', role: 'curator' }],
        ['*', { org_id: 'harbour', role: 'reader' }],
      ]),
    });
    for (const [name, value] of Object.entries(more)) {
      expect(() => read({ [name]: value })).toThrow(`ADDUCE_OIDC_ISSUER is not set, ${name} is`);
    }
    expect(() => read({ ADDUCE_OIDC_ISSUER: 'https://id.example' })).toThrow(
      'ADDUCE_OIDC_CLIENT_ID is not set',
    );
    const secrets = { ADDUCE_OIDC_CLIENT_SECRET: 'hush', ADDUCE_OIDC_CLIENT_SECRET_FILE: '/secret' };
    expect(() => read({ ...both, ...secrets })).toThrow('are both set');
  });

  it.each([
    ['ADDUCE_OIDC_ISSUER', 'id.example'],
    ['ADDUCE_OIDC_ISSUER', 'http://id.example'],
    ['ADDUCE_OIDC_ISSUER', 'http://127.0.0.1.evil.example'],
    ['ADDUCE_OIDC_ISSUER', 'https://user:password@id.example'],
    ['ADDUCE_OIDC_ISSUER', 'https://id.example/?tenant=1'],
    ['ADDUCE_OIDC_SCOPE', 'profile'],
    ['ADDUCE_OIDC_SCOPE', 'openid  profile'],
    ['ADDUCE_OIDC_CLAIM', 'two words'],
    ['ADDUCE_OIDC_ROLES', 'editors=acme:curator'],
    ['ADDUCE_OIDC_ROLES', '{"editors": "acme"}'],
    ['ADDUCE_OIDC_ROLES', '{"editors": "acme:owner"}'],
    ['ADDUCE_OIDC_ROLES', '{"editors": "a/b:reader"}'],
    ['ADDUCE_OIDC_ROLES', '{"": "acme:reader"}'],
    ['ADDUCE_OIDC_ROLES', '["acme:reader"]'],
    [
      'ADDUCE_OIDC_ROLES',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`g${i}`, 'acme:reader']))),
    ],
  ])('refuses %s of %s', (name, value) => {
    const others = { ADDUCE_OIDC_ISSUER: 'https://id.example', ADDUCE_OIDC_CLIENT_ID: 'adduce' };
    expect(() => readSettings({ ...others, [name]: value })).toThrow(`${name} is `);
  });

  it('does not repeat a secret of sign-in that is wrong', () => {
    const env = { ADDUCE_OIDC_ISSUER: 'https://id.example', ADDUCE_OIDC_CLIENT_ID: 'adduce' };
    const failing = () => readSettings({ ...env, ADDUCE_OIDC_CLIENT_SECRET: 'geheim\u00e4' });
    expect(failing).toThrow('ADDUCE_OIDC_CLIENT_SECRET is wrong');
    expect(failing).not.toThrow('geheim');
  });

  it('reads where a stance judge is, and refuses a model or a key without an address', () => {
    const url = 'https://judge.example/v1';
    const read = (env: Readonly<Record<string, string>>) => readSettings(env).stanceJudge;
    expect(read({ ADDUCE_STANCE_JUDGE_URL: url })).toEqual({ url, model: null, key: null });
    expect(
      read({
        ADDUCE_STANCE_JUDGE_URL: url,
        ADDUCE_STANCE_JUDGE_MODEL: 'm',
        ADDUCE_STANCE_JUDGE_KEY: 'k',
      }),
    ).toEqual({ url, model: 'm', key: 'k' });
    expect(() => read({ ADDUCE_STANCE_JUDGE_MODEL: 'm' })).toThrow('ADDUCE_STANCE_JUDGE_URL');
    expect(() => read({ ADDUCE_STANCE_JUDGE_KEY: 'k' })).toThrow('ADDUCE_STANCE_JUDGE_URL');
    expect(() => read({ ADDUCE_STANCE_JUDGE_URL: 'judge.example' })).toThrow('ADDUCE_STANCE_JUDGE_URL');
  });

  it('reads where a chooser is, and refuses any of its variables without address and model', () => {
    const url = 'https://chooser.example/v1';
    const read = (env: Readonly<Record<string, string>>) => readSettings(env).chooser;
    const both = { ADDUCE_CHOOSER_URL: url, ADDUCE_CHOOSER_MODEL: 'm' };
    expect(read(both)).toEqual({ url, model: 'm', key: null });
    expect(read({ ...both, ADDUCE_CHOOSER_KEY: 'k' })).toEqual({ url, model: 'm', key: 'k' });
    expect(() => read({ ADDUCE_CHOOSER_URL: url })).toThrow('ADDUCE_CHOOSER_MODEL is not set');
    expect(() => read({ ADDUCE_CHOOSER_MODEL: 'm' })).toThrow('ADDUCE_CHOOSER_URL is not set');
    expect(() => read({ ADDUCE_CHOOSER_KEY: 'k' })).toThrow('ADDUCE_CHOOSER_URL is not set');
    expect(() => read({ ...both, ADDUCE_CHOOSER_URL: 'ftp://user:secret@chooser.example' })).toThrow(
      /^ADDUCE_CHOOSER_URL is wrong: it accepts/,
    );
    expect(() => read({ ...both, ADDUCE_CHOOSER_KEY: 'two words' })).toThrow(/^ADDUCE_CHOOSER_KEY is wrong/);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readSettings({ ADDUCE_PORT: '', ADDUCE_CORPUS: '', ADDUCE_RATE: '' })).toEqual(readSettings({}));
  });

  it.each<[name: string, wrong: string]>([
    ['ADDUCE_HOST', 'not a host'],
    ['ADDUCE_HOST', '-leading.example'],
    ['ADDUCE_PORT', '65536'],
    ['ADDUCE_PORT', '-1'],
    ['ADDUCE_PORT', '4000.5'],
    ['ADDUCE_PORT', '0x10'],
    ['ADDUCE_PORT', ' 80'],
    ['ADDUCE_LOG', 'embedded'],
    ['ADDUCE_LOG', 'mysql://127.0.0.1/adduce'],
    ['ADDUCE_LOG', 'postgres://'],
    ['ADDUCE_NUDGE', 'localhost:6379'],
    ['ADDUCE_NUDGE', 'amqp://localhost'],
    ['ADDUCE_NUDGE', 'redis://localhost?chanel=a'],
    ['ADDUCE_GRAPH', 'sqlite'],
    ['ADDUCE_GRAPH', 'http://localhost:7474'],
    ['ADDUCE_GRAPH', 'bolt://'],
    ['RCX_ENFORCE', 'on'],
    ['SVC_STUBS_LIFECYCLE', 'yes'],
    ['ADDUCE_CORPUS', 'Upper'],
    ['ADDUCE_CORPUS', `${'a'.repeat(64)}`],
    ['ADDUCE_RATE', '0'],
    ['ADDUCE_RATE', '1000001'],
    ['ADDUCE_RATE', 'unlimited'],
    ['ADDUCE_ENGINE_AUTH', 'Open'],
    ['ADDUCE_GRAPHQL_INTROSPECTION', 'true'],
    ['ADDUCE_GRAPHQL_ORIGINS', '*'],
    ['ADDUCE_GRAPHQL_ORIGINS', 'https://explore.example/'],
    ['ADDUCE_GRAPHQL_ORIGINS', 'https://explore.example,'],
    ['ADDUCE_GRAPHQL_ONLY_DOCUMENTS', 'yes'],
    ['ADDUCE_PUBLIC_URL', 'http://adduce.example'],
    ['ADDUCE_TRUSTED_PROXIES', '10.0.0.1,'],
    ['ADDUCE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['ADDUCE_TRUSTED_PROXIES', '10.0.0.0/-1'],
    ['ADDUCE_TRUSTED_PROXIES', '2001:db8::/129'],
    ['ADDUCE_TRUSTED_PROXIES', 'proxy.example'],
    ['ADDUCE_TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
    ['ADDUCE_TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['ADDUCE_TRUSTED_PROXIES', '*'],
    ['ADDUCE_TOKEN', 'adk_secret'],
    ['ADDUCE_EMBEDDER', 'word2vec'],
    ['ADDUCE_EMBEDDER_URL', 'file:///etc/passwd'],
    ['ADDUCE_EMBEDDER_MODEL', 'm'.repeat(129)],
    ['ADDUCE_EMBEDDER_KEY', 'two\nlines'],
  ])('names %s when it is %j, and what it accepts, in one line', (name, wrong) => {
    const failure = failureOf({ [name]: wrong });
    expect(failure.exit).toBe(EXIT.usage);
    expect(failure.message).toMatch(new RegExp(`^${name} is .+: it accepts [^\\n]+$`));
  });

  it.each<[env: Environment, member: object]>([
    [{ ADDUCE_PORT: '0' }, { port: 0 }],
    [{ ADDUCE_PORT: '65535' }, { port: 65_535 }],
    [{ ADDUCE_RATE: '1' }, { ratePerMinute: 1 }],
    [{ ADDUCE_RATE: '1000000' }, { ratePerMinute: 1_000_000 }],
    [{ ADDUCE_RATE: 'off' }, { ratePerMinute: null }],
    [{ ADDUCE_HOST: '0.0.0.0' }, { ratePerMinute: 600 }],
    [{ ADDUCE_HOST: '0.0.0.0', ADDUCE_RATE: 'off' }, { ratePerMinute: null }],
    [{ ADDUCE_PUBLIC_URL: 'https://adduce.example' }, { ratePerMinute: 600 }],
    [{ ADDUCE_TLS_CERT: 'a.pem', ADDUCE_TLS_KEY: 'b.pem' }, { tls: { certFile: 'a.pem', keyFile: 'b.pem' } }],
    [{ ADDUCE_CORPUS: 'a'.repeat(63) }, { corpus: 'a'.repeat(63) }],
    [{ SVC_STUBS_LIFECYCLE: 'on' }, { stubsLifecycle: true }],
    [{ SVC_STUBS_LIFECYCLE: '0' }, { stubsLifecycle: false }],
    [{ SVC_STUBS_LIFECYCLE: 'off' }, { stubsLifecycle: false }],
    [{ ADDUCE_HOST: '::1' }, { host: '::1', engineAuth: 'open' }],
    [{ ADDUCE_HOST: '127.8.8.8' }, { engineAuth: 'open' }],
    [{ ADDUCE_HOST: '0.0.0.0' }, { engineAuth: 'required' }],
    [{ ADDUCE_HOST: 'adduce.example' }, { engineAuth: 'required' }],
    [{ ADDUCE_HOST: '0.0.0.0', ADDUCE_ENGINE_AUTH: 'open' }, { engineAuth: 'open' }],
  ])('reads %j', (env, member) => {
    expect(readSettings(env)).toMatchObject(member);
  });

  it.each<[text: string, inside: string[], outside: string[]]>([
    ['10.0.0.1', ['10.0.0.1'], ['10.0.0.2', '::1', 'nonsense', '']],
    ['10.0.0.0/8, 192.0.2.0/24', ['10.255.255.255', '192.0.2.255'], ['11.0.0.0', '192.0.3.0']],
    ['10.9.9.9/8', ['10.0.0.1'], ['11.0.0.1']],
    ['2001:db8::/32,::1', ['2001:db8:ffff::1', '::1'], ['2001:db9::1', '127.0.0.1']],
    ['192.0.2.7/32', ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
    ['0.0.0.0/0', ['192.0.2.7'], ['2001:db8::1']],
  ])('trusts in the proxies of %s', (text, inside, outside) => {
    const { trustedProxies } = readSettings({ ADDUCE_TRUSTED_PROXIES: text });
    if (trustedProxies === null) throw new Error('no proxy is trusted');
    for (const address of inside) expect(isWithin(trustedProxies, address), address).toBe(true);
    for (const address of outside) expect(isWithin(trustedProxies, address), address).toBe(false);
  });

  it('reads an endpoint for vectors, whose key is optional', () => {
    const env = { ADDUCE_EMBEDDER_URL: 'http://127.0.0.1:1/v1', ADDUCE_EMBEDDER_MODEL: 'any' };
    const remote = { url: 'http://127.0.0.1:1/v1', model: 'any', key: null };
    expect(readSettings(env).embedder.remote).toEqual(remote);
    expect(readSettings({ ...env, ADDUCE_EMBEDDER_KEY: 'k' }).embedder.remote).toEqual({
      ...remote,
      key: 'k',
    });
  });

  it.each([
    ['ADDUCE_EMBEDDER_KEY', 'secret key'],
    ['ADDUCE_EMBEDDER_URL', 'ftp://user:secret@host'],
  ])('does not repeat a wrong %s, which may be a secret', (name, wrong) => {
    expect(failureOf({ [name]: wrong }).message).not.toContain('secret');
  });

  it.each([
    ['ADDUCE_EMBEDDER_URL', 'ADDUCE_EMBEDDER_MODEL', 'any'],
    ['ADDUCE_EMBEDDER_MODEL', 'ADDUCE_EMBEDDER_URL', 'https://host.example/v1'],
  ])('asks for %s where %s is set alone', (missing, set, value) => {
    expect(failureOf({ [set]: value }).message).toMatch(new RegExp(`^${missing} is not set`));
  });

  it.each([
    ['ADDUCE_TLS_CERT', 'ADDUCE_TLS_KEY'],
    ['ADDUCE_TLS_KEY', 'ADDUCE_TLS_CERT'],
  ])('asks for %s where %s is set alone', (missing, set) => {
    expect(failureOf({ [set]: 'a.pem' }).message).toMatch(new RegExp(`^${missing} is not set`));
  });

  it('does not repeat a token that is wrong', () => {
    expect(failureOf({ ADDUCE_TOKEN: 'adk_secret' }).message).not.toContain('adk_secret');
  });

  it('asks for a password where the graph is on a server', () => {
    const env = { ADDUCE_GRAPH: 'bolt://127.0.0.1:7687' };
    expect(failureOf(env).message).toMatch(/^ADDUCE_GRAPH_PASSWORD /);
    expect(readSettings({ ...env, ADDUCE_GRAPH_PASSWORD: 'p' }).graph).toEqual({
      kind: 'neo4j',
      url: 'bolt://127.0.0.1:7687',
      user: 'neo4j',
      password: 'p',
    });
  });

  it('puts the log in PostgreSQL beside the graph store that is set, and repeats no wrong URL', () => {
    const url = 'postgres://ann:secret@127.0.0.1:5432/adduce';
    expect(readSettings({ ADDUCE_LOG: url, ADDUCE_DATA: '/data' }).graph).toEqual({
      kind: 'shared',
      url,
      graph: { kind: 'embedded', path: '/data' },
    });
    const neo4j = { ADDUCE_GRAPH: 'bolt://127.0.0.1:7687', ADDUCE_GRAPH_PASSWORD: 'p' };
    expect(readSettings({ ADDUCE_LOG: url, ...neo4j }).graph).toMatchObject({
      kind: 'shared',
      graph: { kind: 'neo4j', url: 'bolt://127.0.0.1:7687' },
    });
    expect(failureOf({ ADDUCE_LOG: url, ADDUCE_GRAPH: 'bolt://127.0.0.1:7687' }).message).toMatch(
      /^ADDUCE_GRAPH_PASSWORD /,
    );
    const wrong = failureOf({ ADDUCE_LOG: 'postgre://ann:secret@127.0.0.1/adduce' }).message;
    expect(wrong).toBe(
      'ADDUCE_LOG is wrong: it accepts a postgres:// URL such as postgres://user:password@host:5432/database',
    );
  });

  it('gives settings or names a variable, whatever the values are', () => {
    const names = [
      'ADDUCE_HOST',
      'ADDUCE_PORT',
      'ADDUCE_LOG',
      'ADDUCE_GRAPH',
      'ADDUCE_CORPUS',
      'ADDUCE_RATE',
      'ADDUCE_TRUSTED_PROXIES',
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, value) => {
        try {
          readSettings({ [name]: value });
        } catch (error) {
          expect(error).toBeInstanceOf(CommandFailure);
          expect((error as CommandFailure).message).toMatch(/^(ADDUCE|RCX)_[A-Z_]+ is /);
        }
      }),
    );
  });
});

describe('locate', () => {
  it('takes a postgres URL for a log whose graph is that of the environment', () => {
    const url = 'postgres://127.0.0.1/adduce';
    const graph = { kind: 'embedded', path: resolve('elsewhere') };
    expect(locate({ ADDUCE_GRAPH: 'embedded' }, url, resolve('elsewhere'))).toEqual({
      kind: 'shared',
      url,
      graph,
    });
  });

  it('takes embedded:PATH and a folder for the same store', () => {
    const store = { kind: 'embedded', path: resolve('elsewhere') };
    expect(locate({}, 'embedded:elsewhere', '/data')).toEqual(store);
    expect(locate({}, 'elsewhere', '/data')).toEqual(store);
  });

  it('takes embedded alone for the store of the data folder', () => {
    expect(locate({}, 'embedded', '/data')).toEqual({ kind: 'embedded', path: '/data' });
  });
});

describe('checkBind', () => {
  it('refuses an address that others reach without https in front of it', () => {
    expect(() => checkBind(readSettings({ ADDUCE_HOST: '0.0.0.0' }))).toThrow(/ADDUCE_PUBLIC_URL/);
    expect(() => checkBind(readSettings({ ADDUCE_HOST: '192.168.1.7' }))).toThrow(/ADDUCE_PUBLIC_URL/);
  });

  it('accepts a server with its own certificate', () => {
    const tls = { ADDUCE_HOST: '0.0.0.0', ADDUCE_TLS_CERT: 'a.pem', ADDUCE_TLS_KEY: 'b.pem' };
    expect(() => checkBind(readSettings(tls))).not.toThrow();
  });

  it('accepts loopback, and a proxy with https', () => {
    const behind = { ADDUCE_HOST: '0.0.0.0', ADDUCE_PUBLIC_URL: 'https://adduce.example' };
    expect(() => checkBind(readSettings(behind))).not.toThrow();
    expect(() => checkBind(readSettings({ ADDUCE_HOST: 'localhost' }))).not.toThrow();
  });
});

function failureOf(env: Environment): CommandFailure {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof CommandFailure) return error;
    throw error;
  }
  throw new Error('these settings were accepted');
}
