import type { Page } from '@playwright/test';
import type { DeskWindow } from './desk-window.ts';
import { enterSymbol } from './key-symbol.ts';
import type { WireEvent } from './wire-log.ts';

const KEY = 'Alt+b';

/** Stored hotkey settings, in which `KEY` is set to Send. */
export const sendingKey = { bracket: false, bindings: { 'buy-market': { combo: 'Alt+B', send: true } } };

/** The times of an order on its way, in milliseconds of the monotonic clock. */
export type PressedOrder = {
  readonly pressed: number;
  /** When the window's call arrived at the program. */
  readonly atProgram: number;
  /** When the first bytes of the program's request were on the wire. */
  readonly sent: number;
  /** When this request arrived at the practice service. */
  readonly atService: number;
};

/** Arms the desk, and adds a listener that notes when the key of the order was pressed. */
export async function arm(page: Page): Promise<void> {
  await enterSymbol(page, 0);
  await page.keyboard.press('Alt+a');
  await page.getByRole('button', { name: /^Armed/ }).waitFor();
  await page.evaluate(() => {
    const note = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'b') Object.assign(globalThis, { pressed: event.timeStamp });
    };
    globalThis.addEventListener('keydown', note, { capture: true });
  });
}

/** Presses the key once and waits for its order to reach the practice service. */
export async function pressOrder({ page, wire, pageStartMs }: DeskWindow): Promise<PressedOrder> {
  await page.keyboard.press(KEY);
  const events = await wire
    .until((one) => matches(one, 'practice', 'submitSignal'), 10_000)
    .catch(async (cause: unknown) => {
      const shown = await page.getByRole('dialog').allInnerTexts();
      throw new Error(`the order did not leave; the window shows ${JSON.stringify(shown)}`, { cause });
    });
  const pressed = pageStartMs + (await page.evaluate(() => (globalThis as unknown as { pressed: number }).pressed));
  const at = (thread: string, direction: string, pathEnd: string): number =>
    events.find((one) => one.direction === direction && matches(one, thread, pathEnd))?.at ?? NaN;
  return {
    pressed,
    atProgram: at('program', 'in', 'orders.submit'),
    sent: at('program', 'out', 'submitSignal'),
    atService: at('practice', 'in', 'submitSignal'),
  };
}

/** Waits until the window shows the order as submitted. Until then, another key does nothing. */
export async function waitForSubmitted(page: Page, symbol: string): Promise<void> {
  const messages = page.getByRole('log', { name: 'Messages' });
  await messages.filter({ hasText: `Submitted: Buy to open 1 ${symbol} ` }).waitFor();
}

const matches = ({ thread, path }: WireEvent, wanted: string, pathEnd: string): boolean =>
  thread === wanted && path.endsWith(pathEnd);
