import type { DemoState } from '#renderer/gallery/demo-options.ts';

/**
 * The states of the data of a panel. `never-read`: nothing was read, and no request is answered.
 * `offline`: no request is answered, and there are rows of an earlier reading. `failed`: the
 * program cannot read its stored data. `refresh-failed`: the stored data was read once, and the
 * next attempt failed.
 */
export const panelStates = [
  'empty',
  'loading',
  'never-read',
  'stale',
  'offline',
  'failed',
  'refresh-failed',
  'full',
  'long',
] as const satisfies readonly DemoState[];
export type PanelState = (typeof panelStates)[number];

/** Texts that the trader must see. */
export type Seen = readonly string[];
/** Why the panel cannot be in the state. */
export type Impossible = { readonly cannot: string };
/**
 * What the panel shows instead of the rows of an earlier reading and of the reason and the time of
 * a failure, and why.
 */
export type Instead = { readonly sees: Seen; readonly because: string };

export const cannot = (reason: string): Impossible => ({ cannot: reason });

/** For data of this computer that is always available. It has no reading, age or connection. */
export const ownState = {
  loading: cannot('it is known as soon as the window is open'),
  'never-read': cannot('it is not read from the platform'),
  stale: cannot('it is not read from the platform'),
  offline: cannot('it is not read from the platform'),
  'refresh-failed': cannot('it is not read again'),
} as const;
/** For data of this computer that is read from a file. */
export const ownFile = {
  'never-read': cannot('it is not read from the platform'),
  stale: cannot('it is not read from the platform'),
  offline: cannot('it is not read from the platform'),
} as const;
