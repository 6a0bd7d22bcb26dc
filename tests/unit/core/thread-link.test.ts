import { expect, test } from 'vitest';
import { ThreadLink } from '#core/thread-link.ts';

/** A thread that answers each question with its text, and never answers `wait`. */
const workerUrl = new URL(
  `data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, question }) => {
    if (question !== 'wait') parentPort.postMessage({ id, answer: question });
  });`,
);

test('a question that is asked while the thread stops is answered by the next thread', async () => {
  const link = new ThreadLink<string, string>({ entry: workerUrl, lostAnswer: () => 'lost', failed: () => undefined });
  const before = link.ask('wait');
  const stopped = link.stop();
  const after = link.ask('after');
  await stopped;
  expect(await before).toBe('lost');
  expect(await after).toBe('after');
  await link.stop();
});
