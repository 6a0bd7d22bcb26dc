// npm run coverage: writes docs/spec/coverage.md from the tables in tests/api-coverage.
import { pathToFileURL } from 'node:url';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { inRoot } from './project.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';

await runMain(async () => {
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await import(pathToFileURL(inRoot('tests', 'api-coverage', 'write.ts')).href);
  return 0;
});
