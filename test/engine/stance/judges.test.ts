/** Conformance of stance judges: what each adapter keeps, the remote one against a real server. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Opinions } from '../../../engine/ingest/opinions.ts';
import { JudgeUnavailable, type StanceJudge } from '../../../engine/ports.ts';
import { RemoteJudge } from '../../../engine/remote/remote-judge.ts';
import { LEXICAL_JUDGE } from '../../../engine/stance/lexical-judge.ts';
import type { JudgedTexts } from '../../../engine/stance/stance.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (body: string, status = 200) =>
  listen((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
const VERDICT = { stance: 'CONTRADICT', confidence: 0.75, reasons: ['the counts differ'] };
const chat = (content: unknown) =>
  JSON.stringify({
    choices: [{ message: { content: typeof content === 'string' ? content : JSON.stringify(content) } }],
  });
const statement = (text: string, title = '') => ({ text, title, above: [], header: null });
const TEXTS: JudgedTexts = {
  claim: statement('The bridge carries trams to Boro.'),
  sentence: statement('The bridge does not carry trams to Boro.', 'Bridge'),
  sources: { samePublisher: false, days: 1 },
};
const titled = (index: number): JudgedTexts => ({
  ...TEXTS,
  sentence: { ...TEXTS.sentence, title: `Bridge ${index}` },
});
const quick = { key: null, timeoutMs: 10_000, coolDownMs: 0 };

/** A server that judges as the lexical judge does, asked over HTTP. */
const honest = (wrap: (verdict: unknown) => string, read: (body: string) => JudgedTexts) =>
  listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.end(
      wrap(
        await LEXICAL_JUDGE.judge(read(body)).then((one) => ({
          ...one,
          reasons: one.reasons.map((r) => r.feature),
        })),
      ),
    );
  });
const plainTexts = (body: string) => {
  const { claim, title, evidence } = JSON.parse(body);
  return { ...TEXTS, claim: statement(claim), sentence: statement(evidence, title) };
};

const JUDGES: Readonly<Record<string, () => Promise<StanceJudge>>> = {
  lexical: async () => LEXICAL_JUDGE,
  'remote, plain': async () =>
    new RemoteJudge({ ...quick, url: await honest((one) => JSON.stringify(one), plainTexts), model: null }),
  'remote, chat': async () =>
    new RemoteJudge({
      ...quick,
      url: `${await honest(chat, (body) => plainTexts(JSON.parse(body).messages[1].content))}/v1`,
      model: 'm',
    }),
};

describe.each(Object.entries(JUDGES))('the %s judge', (_, open) => {
  test('has an id and a version for the log', async () => {
    const { id, version } = await open();
    expect(`${id}/${version}`).toMatch(/^[\w./:-]{3,200}$/);
  });

  test('finds a contradiction and names its reasons', async () => {
    const verdict = await (await open()).judge(TEXTS);
    expect(verdict.stance).toBe('CONTRADICT');
    expect(verdict.confidence).toBeGreaterThan(0.5);
    expect(verdict.reasons[0]?.feature).toBe('denial');
  });

  test('has no opinion of empty texts and of long ones without words', async () => {
    const judge = await open();
    for (const text of ['', '\u0000', '. '.repeat(50_000)]) {
      expect(
        await judge.judge({ ...TEXTS, claim: statement(text), sentence: statement(text, text) }),
      ).toMatchObject({
        stance: 'NONE',
      });
    }
  });

  test('gives the same verdict to those who ask together', async () => {
    const judge = await open();
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => judge.judge(TEXTS)));
    expect(new Set(verdicts.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});

describe('a judge behind an endpoint', () => {
  const judging = (url: string, model: string | null = null, timeoutMs = quick.timeoutMs) =>
    new RemoteJudge({ ...quick, url, model, timeoutMs }).judge(TEXTS);

  test.each([
    ['a fault', '{}', 500],
    ['a refusal', '{}', 401],
    ['no JSON', 'CONTRADICT', 200],
    ['no verdict', '{"stance":"MAYBE","confidence":1}', 200],
    ['no confidence', '{"stance":"NONE"}', 200],
    ['a confidence out of bounds', '{"stance":"NONE","confidence":2}', 200],
    ['null', 'null', 200],
    ['a list', '[]', 200],
    ['too much', JSON.stringify({ ...VERDICT, reasons: ['x'.repeat(70_000)] }), 200],
  ])('is unavailable where it answers with %s', async (_, body, status) => {
    await expect(judging(await answering(body, status))).rejects.toThrow(JudgeUnavailable);
  });

  test.each([
    ['no choices', '{}'],
    ['no message', '{"choices":[{}]}'],
    ['prose', chat('They contradict each other.')],
  ])('is unavailable where a chat holds %s', async (_, body) => {
    await expect(judging(await answering(body), 'm')).rejects.toThrow(JudgeUnavailable);
  });

  test('is unavailable where it is silent, redirects, or has no server', async () => {
    await expect(judging(await listen(() => undefined), null, 300)).rejects.toThrow(JudgeUnavailable);
    const elsewhere = await answering(JSON.stringify(VERDICT));
    const moved = await listen((_, response) => response.writeHead(307, { location: elsewhere }).end());
    await expect(judging(moved)).rejects.toThrow(JudgeUnavailable);
    await expect(judging('http://127.0.0.1:1')).rejects.toThrow(JudgeUnavailable);
  });

  test.each([null, 'm'])('is released by the caller as model %s, and then asked again', async (model) => {
    let asked = 0;
    const closed = Promise.withResolvers<void>();
    const gone = new AbortController();
    const url = await listen((_, response) => {
      asked += 1;
      if (asked > 1) response.end(model === null ? JSON.stringify(VERDICT) : chat(VERDICT));
      else {
        response.once('close', closed.resolve);
        gone.abort(new Error('the caller has gone'));
      }
    });
    const judge = new RemoteJudge({ key: null, timeoutMs: 60_000, coolDownMs: 60_000, url, model });
    await expect(judge.judge(TEXTS, gone.signal)).rejects.toThrow('the caller has gone');
    await closed.promise;
    await expect(judge.judge(TEXTS, gone.signal)).rejects.toThrow('the caller has gone');
    expect(asked).toBe(1);
    expect((await judge.judge(TEXTS)).stance).toBe('CONTRADICT');
  });

  test('is not asked again at once after a failure', async () => {
    let asked = 0;
    const url = await listen((_, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    const judge = new RemoteJudge({ ...quick, url, model: null, coolDownMs: 60_000 });
    for (let round = 0; round < 3; round += 1)
      await expect(judge.judge(TEXTS)).rejects.toThrow(JudgeUnavailable);
    expect(asked).toBe(1);
  });

  test.each([
    ['a refusal', 400, '{}'],
    ['a refusal of what is too long', 413, '{}'],
    ['prose', 200, 'They contradict each other.'],
    ['no verdict', 200, '{"stance":"MAYBE","confidence":1}'],
    ['too much', 200, 'x'.repeat(70_000)],
  ])('goes on with other texts after %s that one document provokes', async (_, status, body) => {
    const url = await listen(async (request, response) => {
      const isEvil = Buffer.concat(await request.toArray()).includes('evil');
      response.writeHead(isEvil ? status : 200).end(isEvil ? body : JSON.stringify(VERDICT));
    });
    const judge = new RemoteJudge({ ...quick, url, model: null, coolDownMs: 60_000 });
    await expect(judge.judge({ ...TEXTS, sentence: statement('evil') })).rejects.toThrow(JudgeUnavailable);
    expect(await judge.judge(TEXTS)).toMatchObject({ stance: 'CONTRADICT' });
  });

  test.each([429, 500, 503])('rests after %i', async (status) => {
    let asked = 0;
    const url = await listen((_, response) => {
      asked += 1;
      response.writeHead(status).end();
    });
    const judge = new RemoteJudge({ ...quick, url, model: null, coolDownMs: 60_000 });
    await expect(judge.judge(TEXTS)).rejects.toThrow(`answered ${status}`);
    await expect(judge.judge(TEXTS)).rejects.toThrow('just now');
    expect(asked).toBe(1);
  });

  test('rests after it was silent', async () => {
    const url = await listen(() => undefined);
    const judge = new RemoteJudge({ ...quick, url, model: null, timeoutMs: 200, coolDownMs: 60_000 });
    await expect(judge.judge(TEXTS)).rejects.toThrow(JudgeUnavailable);
    await expect(judge.judge(TEXTS)).rejects.toThrow('just now');
  });

  test('gets the key, and the texts cut to a bound', async () => {
    const seen: { authorization: string | undefined; length: number }[] = [];
    const url = await listen(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      seen.push({ authorization: request.headers.authorization, length: body.length });
      response.end(JSON.stringify(VERDICT));
    });
    const judge = new RemoteJudge({ ...quick, url, model: null, key: 'secret' });
    await judge.judge({ ...TEXTS, sentence: statement('x'.repeat(100_000)) });
    expect(seen[0]?.authorization).toBe('Bearer secret');
    expect(seen[0]?.length).toBeLessThan(5_000);
    expect(judge.id).not.toContain('secret');
  });
});

describe('opinions', () => {
  test('are those of the judge that was asked, once each, four at a time', async () => {
    let [asked, most] = [0, 0];
    const waiting: ServerResponse[] = [];
    const answerAll = () => {
      for (const response of waiting.splice(0))
        response.end(JSON.stringify({ stance: 'NONE', confidence: 0.9 }));
    };
    const url = await listen((_, response) => {
      asked += 1;
      most = Math.max(most, waiting.push(response));
      // A fifth would come meanwhile.
      if (waiting.length === 4) setTimeout(answerAll, 20);
    });
    const opinions = new Opinions(new RemoteJudge({ ...quick, url, model: null }), () => undefined);
    const many = Array.from({ length: 12 }, (_, index) => titled(index));
    await opinions.ask(many);
    await opinions.ask(many);
    expect([asked, most]).toEqual([12, 4]);
    expect(opinions.of(many[3] ?? TEXTS)[0]).toMatchObject({ verdict: { stance: 'NONE' } });
    expect(opinions.of(many[3] ?? TEXTS)[0]?.judge).toMatch(/^remote\//);
  });

  const saying = (stance: string): Promise<string> => answering(JSON.stringify({ stance, confidence: 0.9 }));
  const AGREEING = { ...TEXTS, sentence: statement('The bridge carries trams to Boro.', 'Bridge') };
  test.each([
    ['NONE', TEXTS, ['NONE', 'CONTRADICT']],
    ['SUPPORT', TEXTS, ['SUPPORT', 'CONTRADICT']],
    ['CONTRADICT', TEXTS, ['CONTRADICT']],
    ['NONE', AGREEING, ['NONE']],
    ['CONTRADICT', AGREEING, ['CONTRADICT']],
  ])('keep a lexical contradiction beside %s, and contradict once', async (said, texts, stances) => {
    const judge = new RemoteJudge({ ...quick, url: await saying(said), model: null });
    const opinions = new Opinions(judge, () => undefined);
    await opinions.ask([texts]);
    expect(opinions.of(texts).map(({ verdict }) => verdict.stance)).toEqual(stances);
  });

  test('are lexical where the judge cannot be asked, and the fault is reported', async () => {
    const faults: string[] = [];
    const judge = new RemoteJudge({ ...quick, url: await answering('{}', 503), model: null });
    const opinions = new Opinions(judge, ({ message }) => faults.push(message));
    await opinions.ask([TEXTS]);
    expect(opinions.of(TEXTS)).toMatchObject([{ judge: 'lexical/4', verdict: { stance: 'CONTRADICT' } }]);
    expect(faults).toEqual([expect.stringContaining('answered 503')]);
  });

  test('tell of a judge that is down once, and again only after it has answered', async () => {
    const faults: string[] = [];
    let down = true;
    const judge: StanceJudge = {
      id: 'x',
      version: '1',
      judge: () =>
        down
          ? Promise.reject(new JudgeUnavailable('x is down'))
          : Promise.resolve({ stance: 'NONE', confidence: 1, reasons: [] }),
    };
    const opinions = new Opinions(judge, ({ message }) => faults.push(message));
    const many = Array.from({ length: 30 }, (_, index) => titled(index));
    await opinions.ask(many);
    await opinions.ask(many);
    expect(faults).toEqual(['x is down']);
    down = false;
    await opinions.ask(many.slice(0, 1));
    down = true;
    await opinions.ask(many);
    expect(faults).toEqual(['x is down', 'x is down']);
  });

  test('end with the caller that waits for them, ask no more, and count that as no fault of the judge', async () => {
    let asked = 0;
    const gone = new AbortController();
    const url = await listen(() => {
      asked += 1;
      // A fifth would come meanwhile.
      if (asked === 4) setTimeout(() => gone.abort(new DOMException('late', 'TimeoutError')), 100);
    });
    const faults: unknown[] = [];
    const judge = new RemoteJudge({ key: null, timeoutMs: 60_000, coolDownMs: 60_000, url, model: null });
    const opinions = new Opinions(judge, (fault) => faults.push(fault));
    const many = Array.from({ length: 30 }, (_, index) => titled(index));
    const began = performance.now();
    await expect(opinions.ask(many, gone.signal)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - began).toBeLessThan(30_000);
    expect([asked, faults]).toEqual([4, []]);
  });

  test('do not hide a fault of the program', async () => {
    const broken: StanceJudge = {
      id: 'x',
      version: '1',
      judge: () => Promise.reject(new RangeError('broken')),
    };
    await expect(new Opinions(broken, () => undefined).ask([TEXTS])).rejects.toThrow(RangeError);
  });
});
