import { cannot } from './panel-state.ts';
import type { PanelCase } from './panel-states.ts';

/** The editor of the target portfolio, in the words of each state. */
export const targetEditor: PanelCase = {
  route: 'trade',
  tab: 'Target',
  root: '.panel:has([role="grid"][aria-label="Target portfolio"])',
  states: {
    empty: cannot('the demo has a target list'),
    loading: ['Loading…'],
    'never-read': ['Unknown'],
    stale: [],
    offline: [],
    failed: [],
    'refresh-failed': [],
    full: ['AAPL', 'JPM', 'left out'],
    long: ['GOOGL2620C1182.5'],
  },
};

/** The list of the platform on the Strategies page. */
export const targetPortfolio: PanelCase = {
  route: 'strategies',
  root: 'section[aria-label="Target portfolio"]',
  states: {
    empty: cannot('the demo has a target list'),
    loading: ['Reading…'],
    'never-read': ['Target portfolio'],
    stale: [],
    offline: [],
    failed: [],
    'refresh-failed': cannot('it is read again only after an answer of the platform'),
    full: ['Target portfolio', 'Last target list'],
    long: ['1,234,567'],
  },
};
