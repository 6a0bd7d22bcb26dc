import { expect, it } from 'vitest';
import { endpointNames } from '#core/platform/endpoints.ts';
import { commandWords } from '#renderer/format/command-words.ts';

it('every command that the program sends is named in words', () => {
  expect(endpointNames().filter((command) => commandWords(command) === command)).toEqual([]);
});
