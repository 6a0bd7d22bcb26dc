import { startPractice } from '#practice/service.ts';

/**
 * The practice service as a process that reports its memory. The answer to 'memory' is the number
 * of its resident bytes, after a garbage collection if Node was started with --expose-gc. The first
 * message is the ready line.
 */
const [dataDir = ''] = process.argv.slice(2);
const service = await startPractice({ dataDir, port: 0, seed: 1, clock: 'manual', hours: 'always' });
const post = (message: unknown): void => void process.send?.(message);
process.on('message', (asked) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  post({ memory: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit(0));
post({ ready: service.ready });
