/** Tokens and the Authorization header, as tables. Contract 6.1. */
import { describe, expect, it } from 'vitest';
import { type FindUser, hashToken, identify, newToken } from '../../src/access/tokens.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('6.1 tokens', () => {
  it('have 256 bits, differ from each other and fit in a header', () => {
    const tokens = new Set(Array.from({ length: 200 }, newToken));
    expect(tokens.size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^mq_[\w-]{43}$/);
  });

  it('are stored as SHA-256 in hex', () => {
    expect(hashToken('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('6.1 who a header stands for', () => {
  const ann = { id: 7, name: 'ann', role: 'editor', token_hash: hashToken('abc') };
  const colons = { ...ann, token_hash: hashToken('a:b:c') };
  const usersOf =
    (stored: typeof ann | null): FindUser =>
    async (hash) =>
      stored && hash === stored.token_hash ? stored : null;
  const caller = { id: 7, name: 'ann', role: 'editor' };
  const table: [string, string | undefined, typeof ann | null, unknown][] = [
    ['no header: anonymous', undefined, ann, null],
    ['an empty header', '', ann, null],
    ['blanks', '  \t ', ann, null],
    ['bearer in lower case', 'bearer abc', ann, caller],
    ['BEARER in upper case', 'BEARER abc', ann, caller],
    ['spaces around it', '  Bearer   abc  ', ann, caller],
    ['Bearer without a token', 'Bearer', ann, 'unknown'],
    ['Bearer and a space', 'Bearer ', ann, 'unknown'],
    ['two tokens', 'Bearer abc def', ann, 'unknown'],
    ['basic in lower case', basic('ann:abc').replace('B', 'b'), ann, caller],
    ['a password with colons', basic('ann:a:b:c'), colons, caller],
    ['a name beyond ASCII', basic('Zoë:abc'), { ...ann, name: 'Zoë' }, { ...caller, name: 'Zoë' }],
    ['Basic without a colon', basic('annabc'), ann, 'unknown'],
    ['Basic that is not base64', 'Basic ???', ann, 'unknown'],
    ['a token without a scheme', 'abc', ann, 'unknown'],
    ['a scheme that starts with Bearer', 'Bearerx abc', ann, 'unknown'],
    ['Bearer of a user', 'Bearer abc', ann, caller],
    ['Basic of a user', basic('ann:abc'), ann, caller],
    ['Basic under another name', basic('bob:abc'), ann, 'unknown'],
    ['Basic with the name in another case', basic('Ann:abc'), ann, 'unknown'],
    ['Basic without a name', basic(':abc'), ann, 'unknown'],
    ['an unknown token', 'Bearer abd', ann, 'unknown'],
    ['the hash instead of the token', `Bearer ${ann.token_hash}`, ann, 'unknown'],
    ['an empty password', basic('ann:'), ann, 'unknown'],
    ['no such user', 'Bearer abc', null, 'unknown'],
    ['an unknown role', 'Bearer abc', { ...ann, role: 'god' }, 'unknown'],
    ['another scheme', 'Digest abc', ann, 'unknown'],
  ];
  it.each(table)('%s', async (_name, header, found, expected) => {
    expect(await identify(usersOf(found), header)).toEqual(expected);
  });

  it('a very long header is read quickly', async () => {
    const start = performance.now();
    await identify(usersOf(ann), `Bearer ${' '.repeat(15_000)}x ${' '.repeat(15_000)}`);
    await identify(usersOf(ann), `${' '.repeat(30_000)}x`);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
