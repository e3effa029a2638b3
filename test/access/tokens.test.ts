/** Tokens and the Authorization header, as tables. Contract 6.1. */
import { describe, expect, it } from 'vitest';
import { type FindUser, identify } from '../../src/access/identify.js';
import {
  type Credentials,
  hashToken,
  newToken,
  readAuthorization,
} from '../../src/access/tokens.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const headers: [string, string | undefined, Credentials | null | 'unreadable'][] = [
  ['no header', undefined, null],
  ['an empty header', '', null],
  ['blanks', '  \t ', null],
  ['Bearer', 'Bearer abc', { token: 'abc', name: null }],
  ['bearer in lower case', 'bearer abc', { token: 'abc', name: null }],
  ['BEARER in upper case', 'BEARER abc', { token: 'abc', name: null }],
  ['spaces around it', '  Bearer   abc  ', { token: 'abc', name: null }],
  ['Bearer without a token', 'Bearer', 'unreadable'],
  ['Bearer and a space', 'Bearer ', 'unreadable'],
  ['two tokens', 'Bearer abc def', 'unreadable'],
  ['Basic', basic('ann:abc'), { token: 'abc', name: 'ann' }],
  ['basic in lower case', basic('ann:abc').replace('B', 'b'), { token: 'abc', name: 'ann' }],
  ['a password with colons', basic('ann:a:b:c'), { token: 'a:b:c', name: 'ann' }],
  ['an empty name', basic(':abc'), { token: 'abc', name: '' }],
  ['an empty password', basic('ann:'), { token: '', name: 'ann' }],
  ['a name beyond ASCII', basic('Zoë:abc'), { token: 'abc', name: 'Zoë' }],
  ['Basic without a colon', basic('annabc'), 'unreadable'],
  ['Basic that is not base64', 'Basic ???', 'unreadable'],
  ['Digest', 'Digest username="ann"', 'unreadable'],
  ['Token', 'Token abc', 'unreadable'],
  ['a token without a scheme', 'abc', 'unreadable'],
  ['a scheme that starts with Bearer', 'Bearerx abc', 'unreadable'],
];

describe('6.1 reading the Authorization header', () => {
  it.each(headers)('%s', (_name, header, expected) => {
    expect(readAuthorization(header)).toEqual(expected);
  });

  it('a very long header is read quickly', () => {
    const start = performance.now();
    readAuthorization(`Bearer ${' '.repeat(15_000)}x ${' '.repeat(15_000)}`);
    readAuthorization(`${' '.repeat(30_000)}x`);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

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
  const usersOf =
    (stored: typeof ann | null): FindUser =>
    async (hash) =>
      stored && hash === stored.token_hash ? stored : null;
  const caller = { id: 7, name: 'ann', role: 'editor' };
  const table: [string, string | undefined, typeof ann | null, unknown][] = [
    ['no header: anonymous', undefined, ann, null],
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
});
