import { expect, it } from 'vitest';
import { stopRefusal } from '#renderer/autotrade/link-words.ts';
import { demoLinks } from '#renderer/gallery/demo-autotrade.ts';

it('offers a stop unless the platform confirmed one', () => {
  expect(demoLinks.map((link) => [link.state, stopRefusal(link)])).toEqual([
    ['linked', null],
    ['change-unknown', null],
    ['set-elsewhere', null],
    ['stopped-left', 'The copy is stopped already.'],
  ]);
});
