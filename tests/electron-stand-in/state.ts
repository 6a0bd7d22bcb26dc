// State shared by the parts of the stand-in: the connection to the page's side, whether the app is
// ready, and its events.
import { EventEmitter } from 'node:events';
import { ConnectionToPage } from './page-connection.ts';

export const connection = new ConnectionToPage();
export const appEvents = new EventEmitter();
/** Paths, names, the theme and command-line switches, as the main process set them. */
export const settings = new Map<string, string>();

let ready = false;
let markReady: () => void = () => undefined;
export const whenReady = new Promise<void>((resolve) => {
  markReady = resolve;
});
export const isReady = (): boolean => ready;

/** Called when the main entry has run. */
export function makeAppReady(): void {
  ready = true;
  markReady();
  appEvents.emit('ready');
}

export const requireNotReady = (what: string): void => {
  if (ready) throw new Error(`${what} must be called before the app is ready`);
};
export const requireReady = (what: string): void => {
  if (!ready) throw new Error(`${what} can only be used after the app is ready`);
};

/** An event whose default action a listener may prevent. */
export function preventable<Facts extends Record<string, unknown>>(facts: Facts) {
  const event = { ...facts, defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}

/**
 * `on` of one of Electron's emitters, for every overload. It returns nothing: the program chains no
 * calls.
 */
export const onOf =
  (events: EventEmitter) =>
  (name: string, listener: (...args: never[]) => void): never => {
    events.on(name, listener as (...args: unknown[]) => void);
    return undefined as never;
  };
