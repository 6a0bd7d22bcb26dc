import { expect, test } from 'vitest';
import { checkAddress } from '#core/profiles/address.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  https://api.example.com/  ', 'https://api.example.com'],
  ['https://api.example.com:8443/base/', 'https://api.example.com:8443/base'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://127.8.9.1:4000', 'http://127.8.9.1:4000'],
  ['https://localhost:4000', 'https://localhost:4000'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
])('%s is read as %s', (typed, address) => {
  expect(checkAddress(typed)).toEqual({ ok: true, address });
});

test.each([
  ['http://api.example.com', 'insecure-address'],
  // Names of other computers that begin like the name of this one.
  ['http://127.0.0.1.example.com', 'insecure-address'],
  ['http://localhost.example.com', 'insecure-address'],
  // Addresses that are not loopback addresses.
  ['http://0.0.0.0:80', 'insecure-address'],
  ['http://10.0.0.1', 'insecure-address'],
  ['ftp://api.example.com', 'bad-address'],
  ['api.example.com', 'bad-address'],
  ['', 'bad-address'],
  ['https://', 'bad-address'],
  ['javascript:alert(1)', 'bad-address'],
  ['https://user:secret@api.example.com', 'bad-address'],
  ['https://api.example.com?apikey=1', 'bad-address'],
  ['https://api.example.com#x', 'bad-address'],
])('%s is refused as %s', (typed, code) => {
  const check = checkAddress(typed);
  expect(check.ok ? 'accepted' : check.problem.code).toBe(code);
});
