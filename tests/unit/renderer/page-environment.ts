import type { Environment } from 'vitest/runtime';

/**
 * Rune files compiled as for the page (in Vitest's own Node environment they are compiled for a server, where no effect
 * ever runs), run in plain Node: a store that needs a DOM is no store.
 */
const page: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

// eslint-disable-next-line no-restricted-syntax -- Vitest takes an environment from the default export only.
export default page;
