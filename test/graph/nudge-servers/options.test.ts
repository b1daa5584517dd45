import { describe, expect, it } from 'vitest';
import { parseNudge } from '../../../graph/nudge/nudges.ts';
import { openNudges } from '../../../graph/nudge-servers/open.ts';
import { parseNudgeUrl } from '../../../graph/nudge-servers/options.ts';

describe('the URL of a server for nudges', () => {
  it('names the server, and the channel or the one by default', () => {
    expect(parseNudgeUrl('redis://u:p@host:6380/1?channel=a-b')).toEqual({
      server: new URL('redis://u:p@host:6380/1'),
      channel: 'a-b',
    });
    expect(parseNudgeUrl('nats://host')?.channel).toBe('adduce');
    expect(parseNudgeUrl('rediss://host')?.server.protocol).toBe('rediss:');
  });

  it.each([
    '',
    'redis',
    'http://host',
    'redis://',
    'nats://host?channel=',
    'nats://host?channel=a.b',
    'nats://host?channel=a&channel=b',
    'nats://host?chanel=a',
    `nats://host?channel=${'a'.repeat(101)}`,
  ])('is not %j', async (url) => {
    expect(parseNudgeUrl(url)).toBeNull();
    await expect(openNudges({ url, onFault: () => undefined })).rejects.toThrow(RangeError);
  });
});

describe('a nudge', () => {
  it('is a size in digits, and nothing else', () => {
    expect(parseNudge('0')).toBe(0);
    expect(parseNudge('999999999999999')).toBe(999_999_999_999_999);
    for (const message of ['', '-1', '1.5', '1e9', ' 1', '1\n', 'x', '1'.repeat(16)])
      expect(parseNudge(message), message).toBeNull();
  });
});
