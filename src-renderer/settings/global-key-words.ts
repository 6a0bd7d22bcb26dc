import type { GlobalKey } from '#contract/model/shortcuts.ts';

/** The actions of the system-wide keys, in words. */
export const globalKeyWords: Readonly<Record<GlobalKey, string>> = {
  kill: 'Kill switch, at once',
  flatten: 'Flatten all: shows the plan',
  'cancel-all': 'Cancel all orders: shows the plan',
  show: 'Bring the window to the front',
};
