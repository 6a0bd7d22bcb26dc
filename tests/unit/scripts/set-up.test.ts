import { expect, test } from 'vitest';
import { installMatches } from '#scripts/set-up.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/windows-only': { version: '1.0.0', integrity: 'sha512-w', optional: true },
  },
};

test('an install without the packages of other operating systems matches the lockfile', () => {
  expect(installMatches(wanted, { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } })).toBe(
    true,
  );
});

test.each([
  ['nothing installed', {}],
  ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other contents', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
])('%s does not match', (_name, packages) => {
  expect(installMatches(wanted, { packages })).toBe(false);
});
