import type { GlobalKey } from '#contract/model/shortcuts.ts';

/** What each system-wide key does. */
export const globalKeyWords: Readonly<Record<GlobalKey, string>> = {
  kill: 'Kill switch, at once',
  flatten: 'Flatten all: shows the plan',
  'cancel-all': 'Cancel all orders: shows the plan',
  show: 'Bring the window to the front',
};
