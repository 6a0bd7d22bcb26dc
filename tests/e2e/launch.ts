import type { Browser, Page } from '@playwright/test';

/** A running program and its window. */
export type Running = {
  readonly page: Page;
  /** Opens another window of the program. Missing for a host that has one window only. */
  openWindow?(): Promise<Page>;
  /** Ends the program as a user does. */
  close(): Promise<void>;
  /** kill −9 of the whole program. */
  kill(): Promise<void>;
};

/** The options of a start. */
export type Launch = {
  readonly browser: Browser;
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};
