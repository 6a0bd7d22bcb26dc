import type { Browser, Page } from '@playwright/test';

/** A running program and its window. */
export type Running = {
  readonly page: Page;
  /** Ends it as a user does. */
  close(): Promise<void>;
  /** kill −9 of the whole program. */
  kill(): Promise<void>;
};

/** What a host is started with. */
export type Launch = {
  readonly browser: Browser;
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};
