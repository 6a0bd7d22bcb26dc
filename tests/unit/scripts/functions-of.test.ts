import ts from 'typescript';
import { expect, test } from 'vitest';
import { functionsOf } from '#scripts/functions-of.mjs';

test('functions of both scripts of a component have their line numbers in the file', () => {
  const text = [
    '<script lang="ts" module>',
    '  export function first() {}',
    '</script>',
    '',
    '<script',
    '  lang="ts"',
    '>',
    '  function second() {',
    '    return 1;',
    '  }',
    '</script>',
    '<p>text</p>',
  ].join('\n');
  expect(functionsOf(ts, 'Two.svelte', text)).toEqual([
    { what: 'Two.svelte:2', lines: 1 },
    { what: 'Two.svelte:8', lines: 3 },
  ]);
});

test('functions of a module have their lengths and line numbers', () => {
  expect(functionsOf(ts, 'one.ts', 'const a = 1;\nconst add = (b: number) =>\n  a + b;\n')).toEqual([
    { what: 'one.ts:2', lines: 2 },
  ]);
});
