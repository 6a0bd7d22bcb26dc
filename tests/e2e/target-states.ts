import { impossible } from './panel-state.ts';
import type { PanelCase } from './panel-states.ts';

/** What the editor of the target portfolio shows in each state. */
export const targetEditor: PanelCase = {
  route: 'trade',
  tab: 'Target',
  root: '.panel:has([role="grid"][aria-label="Target portfolio"])',
  states: {
    empty: impossible('the demo has a target list'),
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

/** What the Strategies page shows of the platform's target list in each state. */
export const targetPortfolio: PanelCase = {
  route: 'strategies',
  root: 'section[aria-label="Target portfolio"]',
  states: {
    empty: impossible('the demo has a target list'),
    loading: ['Reading…'],
    'never-read': ['Target portfolio'],
    stale: [],
    offline: [],
    failed: [],
    'refresh-failed': impossible('it is read again only after an answer of the platform'),
    full: ['Target portfolio', 'Last target list'],
    long: ['1,234,567'],
  },
};
