import type { PanelCase } from './panel-states.ts';

export const people: PanelCase = {
  route: 'people',
  root: '.panel:has([role="grid"][aria-label="People"])',
  states: {
    empty: ['No people', 'The platform lists nobody'],
    loading: ['Reading the people…'],
    'never-read': {
      sees: ['People unknown', 'connection refused'],
      because: 'the program does not report when reads of this list began to fail',
    },
    stale: [],
    offline: {
      sees: ['Ada Brenner', 'connection refused'],
      because: 'the program does not report when reads of this list began to fail',
    },
    failed: ['Try again'],
    'refresh-failed': [],
    full: ['Ada Brenner', 'a•••@example.com', '1 / 1', '1 of 1 without', 'not readable'],
    long: ['Ada Brenner'],
  },
};
