import type { App } from '#renderer/stores/app-context.ts';
import type { Route } from '#renderer/stores/router-store.svelte.ts';
import type { DemoOptions } from './demo-options.ts';

/** A picture: which page, in which state, and what was done before it is taken. */
export type GalleryCase = {
  readonly name: string;
  readonly route: Route;
  readonly options?: Partial<DemoOptions>;
  readonly act?: (app: App) => void;
  /** Accessible names of buttons pressed one after the other. */
  readonly press?: readonly string[];
};

const bracket = {
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  instrument: 'stock',
  kind: 'limit',
  limit: '182.50',
  profitTarget: '189',
  stopLoss: '178.20',
  duration: 'GTC',
} as const;

export const galleryCases: readonly GalleryCase[] = [
  { name: 'trade', route: 'trade', act: ({ ticket }) => ticket.change(bracket) },
  { name: 'trade-platform', route: 'trade', options: { mode: 'LIVE' }, act: ({ ticket }) => ticket.change(bracket) },
  { name: 'trade-empty', route: 'trade', options: { data: 'empty' } },
  { name: 'trade-offline', route: 'trade', options: { data: 'offline' } },
  { name: 'trade-starting', route: 'trade', options: { data: 'starting' } },
  {
    name: 'ticket-errors',
    route: 'trade',
    act: ({ ticket }) => {
      ticket.change({ ...bracket, quantity: '1.5', limit: '1,234', stopLoss: '1e2', profitTarget: '189,5' });
      ticket.attempt();
    },
  },
  {
    name: 'ticket-confirm',
    route: 'trade',
    act: ({ ticket }) => ticket.change({ ...bracket, quantity: '2k' }),
    press: ['Send order'],
  },
  { name: 'signal-unknown', route: 'trade', act: ({ signals }) => signals.show('j1') },
  { name: 'signal-rejected', route: 'trade', act: ({ signals }) => signals.show('j2') },
  { name: 'cancel', route: 'trade', press: ['Cancel all'] },
  { name: 'palette', route: 'trade', press: ['Command palette, Ctrl K'] },
  { name: 'notices', route: 'trade', options: { notices: true }, press: ['Notices, 3'] },
  { name: 'review', route: 'review' },
  { name: 'review-empty', route: 'review', options: { data: 'empty' } },
  { name: 'strategies', route: 'strategies' },
  { name: 'activity', route: 'activity' },
  { name: 'activity-empty', route: 'activity', options: { data: 'starting' } },
  { name: 'settings', route: 'settings' },
  { name: 'settings-connection', route: 'settings', press: ['Add connection'] },
];
