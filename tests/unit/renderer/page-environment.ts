import type { Environment } from 'vitest/runtime';

/**
 * Compiles rune files as for the page and runs them in plain Node, because a store must not need a
 * DOM. Vitest's own Node environment compiles them for a server, where effects never run.
 */
const page: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

// eslint-disable-next-line no-restricted-syntax -- Vitest takes an environment from the default export only.
export default page;
