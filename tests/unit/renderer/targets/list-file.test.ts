import { expect, it } from 'vitest';
import { readListFile } from '#renderer/targets/list-file.ts';

it('reads a file with a list, or says why it cannot be read', async () => {
  expect(await readListFile(new File(['KO,5'], 'list.csv'))).toEqual({ text: 'KO,5' });
  const unreadableFile = { size: 4, text: () => Promise.reject(new DOMException('Not found', 'NotFoundError')) };
  expect(await readListFile(unreadableFile)).toEqual({ failure: 'The file cannot be read.' });
  const largeFile = { size: 1024 * 1024 + 1, text: () => Promise.resolve('KO,5') };
  expect(await readListFile(largeFile)).toEqual({ failure: 'The file is larger than 1 MB.' });
});
