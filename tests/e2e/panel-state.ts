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
export type VisibleTexts = readonly string[];
/** Why the panel cannot be in the state. */
export type ImpossibleState = { readonly impossibleBecause: string };
/**
 * The texts of a panel that lacks a part of what other panels show in this state: the rows of an
 * earlier reading, the reason of a failure, or its time. `because` says why.
 */
export type OtherTexts = { readonly sees: VisibleTexts; readonly because: string };

export const impossible = (reason: string): ImpossibleState => ({ impossibleBecause: reason });

/**
 * The states that are impossible for data that is on this computer and always available. Such data
 * has no reading, age or connection.
 */
export const localDataStates = {
  loading: impossible('it is known as soon as the window is open'),
  'never-read': impossible('it is not read from the platform'),
  stale: impossible('it is not read from the platform'),
  offline: impossible('it is not read from the platform'),
  'refresh-failed': impossible('it is not read again'),
} as const;
/** The states that are impossible for data that is read from a file of this computer. */
export const localFileStates = {
  'never-read': impossible('it is not read from the platform'),
  stale: impossible('it is not read from the platform'),
  offline: impossible('it is not read from the platform'),
} as const;
