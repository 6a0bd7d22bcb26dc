import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { makeCaller, Child } from '../practice-child.ts';

/** Does each step that no order can do without, and returns its milliseconds. */
export type BareSteps = {
  socket(): Promise<number>;
  commit(): number;
  post(): Promise<number>;
  close(): Promise<void>;
};

/** A body about as large as what is written for an order. */
const body = JSON.stringify({ order: 'x'.repeat(900) });

export async function openBareSteps(browser: Browser, folder: string): Promise<BareSteps> {
  const child = await Child.start(['tests/bench/desk/bare-server.ts']);
  const address = `http://127.0.0.1:${child.line}/`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await openSocket(page);
  const database = openDatabase(join(folder, 'bare.db'));
  const insert = database.prepare('INSERT INTO orders (body) VALUES (?)');
  const call = makeCaller(address);
  return {
    socket: () => page.evaluate(roundTrip, body),
    commit: () => {
      const started = performance.now();
      database.exec('BEGIN IMMEDIATE');
      insert.run(body);
      database.exec('COMMIT');
      return performance.now() - started;
    },
    post: async () => {
      const started = performance.now();
      await call(body);
      return performance.now() - started;
    },
    close: async () => {
      database.close();
      await context.close();
      await child.stop();
    },
  };
}

/** Opened like the journal: WAL, and every commit is on disk before it returns. */
function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE orders (body TEXT NOT NULL)');
  return database;
}

const openSocket = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const socket = new WebSocket(`ws://${location.host}/`);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    Object.assign(globalThis, { bareSocket: socket });
  });

/** Runs in the page. */
async function roundTrip(text: string): Promise<number> {
  const { bareSocket } = globalThis as unknown as { readonly bareSocket: WebSocket };
  const started = performance.now();
  const answered = new Promise((resolve) => bareSocket.addEventListener('message', resolve, { once: true }));
  bareSocket.send(text);
  await answered;
  return performance.now() - started;
}
