import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretCutter } from '#core/platform/cut-secrets.ts';

const cutOf = (secret: string, text: string): string => {
  const cutter = new SecretCutter([secret]);
  return Buffer.from(cutter.cut(Buffer.from(text))).toString();
};

const escapeAll = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

const encodings: readonly (readonly [string, (secret: string) => string])[] = [
  ['plain', (secret) => secret],
  ['percent-encoded', encodeURIComponent],
  ['form-encoded', (secret) => new URLSearchParams({ key: secret }).toString()],
  ['base64', (secret) => Buffer.from(secret).toString('base64')],
  ['base64 inside other text', (secret) => Buffer.from(`{"apikey":"${secret}"}`).toString('base64')],
  ['URL-safe base64', (secret) => Buffer.from(`a${secret}`).toString('base64url')],
  ['hex', (secret) => Buffer.from(secret).toString('hex')],
  ['upper-case hex', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['JSON-escaped', (secret) => JSON.stringify(secret).slice(1, -1)],
  ['JSON with every character escaped', escapeAll],
  ['JSON with escaped slashes', (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
];

describe('cutting a secret out of an answer', () => {
  it.each(encodings)('finds a key written as %s', (_name, write) => {
    const letters = 'abcXYZ0189 +/=-_.:"\\é€'.split('');
    const secrets = fc
      .array(fc.constantFrom(...letters), { minLength: 8, maxLength: 40 })
      .map((list) => list.join(''))
      .filter((secret) => !/^\d+$/.test(secret));
    fc.assert(
      fc.property(secrets, fc.nat(70_000), (secret, before) => {
        const body = `${' '.repeat(before)}{"a":"x ${write(secret)} y","b":1.5}`;
        const cut = cutOf(secret, body);
        expect(cut).toContain('[key]');
        expect(cut).not.toContain(write(secret));
        expect(cut.startsWith(' '.repeat(before))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('changes no other byte, and returns the given bytes when they contain no secret', () => {
    const cutter = new SecretCutter(['CANARY-key-1']);
    const clean = Buffer.from('{"ok":1,"x":"CANARY-key-2 100% \\u00e9"}');
    expect(cutter.cut(clean)).toBe(clean);
    expect(cutOf('CANARY-key-1', '{"a":"CANARY-key-1","b":"CANARY-key-1é"}')).toBe('{"a":"[key]","b":"[key]é"}');
  });

  it('does not change numbers when the key has digits only', () => {
    const text = '{"id":12345678,"long":"912345678","price":"12345678.5","words":"key 12345678 is wrong"}';
    const cut = cutOf('12345678', text);
    expect(JSON.parse(cut)).toMatchObject({ id: 12345678, long: '912345678', words: 'key [key] is wrong' });
  });

  it.each(encodings.filter(([, write]) => !write('12345678').endsWith('12345678')))(
    'finds a key of digits written as %s, also beside other digits',
    (_name, write) => {
      for (const neighbor of ['', '9', ' ', 'x'])
        expect(cutOf('12345678', `{"a":"${neighbor}${write('12345678')}${neighbor}"}`)).toContain('[key]');
    },
  );

  it('cuts a key of digits out of 40,000 rows within two seconds', () => {
    const secondsFor = (rows: number): number => {
      const body = JSON.stringify(Array.from({ length: rows }, (_, at) => ({ a: 'wrong key 12345678', at })));
      const before = performance.now();
      expect(cutOf('12345678', body)).not.toContain('12345678');
      return (performance.now() - before) / 1_000;
    };
    secondsFor(1_000);
    expect(secondsFor(40_000)).toBeLessThan(2);
  });

  it('returns bytes that can be transferred to another thread', () => {
    const cutter = new SecretCutter(['CANARY-key-1']);
    const cut = cutter.cut(Buffer.from('{"a":"CANARY-key-1"}'));
    expect(structuredClone(cut, { transfer: [cut.buffer] })).toHaveLength('{"a":"[key]"}'.length);
  });

  it('cuts every one of several secrets', () => {
    const cutter = new SecretCutter(['CANARY-key-1', '', 'broker-password']);
    const body = Buffer.from('{"error":"broker-password","key":"CANARY-key-1"}');
    expect(Buffer.from(cutter.cut(body)).toString()).toBe('{"error":"[key]","key":"[key]"}');
  });
});
