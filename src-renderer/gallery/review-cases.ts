import { emptyContent } from '#renderer/trades/note-draft.svelte.ts';
import { noConditions } from '#renderer/trades/trade-query.ts';
import type { GalleryCase } from './gallery-case.ts';

const performanceCase = (name: string, more: Partial<GalleryCase> = {}): GalleryCase => ({
  name,
  route: 'review',
  tab: 'Performance',
  ...more,
});

/** The panels of the Review page in their states. */
export const reviewCases: readonly GalleryCase[] = [
  { name: 'review', route: 'review' },
  { name: 'review-empty', route: 'review', options: { data: 'empty' } },
  { name: 'review-compare', route: 'review', press: ['Compare…'] },
  { name: 'review-dates', route: 'review', press: ['Dates…'] },
  { name: 'review-trades', route: 'review', press: ['Trades'] },
  { name: 'review-trade', route: 'review', press: ['Component orders'] },
  { name: 'review-trade-option', route: 'review', options: { holdsOptions: true }, press: ['Component orders'] },
  {
    name: 'review-filter',
    route: 'review',
    prepare: ({ preferences }) =>
      preferences.setView('filters.trades', JSON.stringify({ 'Late ones': { ...noConditions, tags: ['late'] } })),
    press: ['Filter…'],
  },
  { name: 'review-day', route: 'review', tab: 'Day' },
  {
    name: 'review-note-conflict',
    route: 'review',
    prepare: ({ preferences }) =>
      preferences.setView(
        'note.91000001.2026-03-02',
        JSON.stringify({ ...emptyContent, text: 'Two of three by plan. The chase cost 0.6 R.', base: 0 }),
      ),
    tab: 'Day',
  },
  performanceCase('performance'),
  performanceCase('performance-figure', { press: ['Sharpe ratio 2.31'] }),
  performanceCase('performance-months', { press: ['Months'] }),
  performanceCase('performance-splits', { press: ['Breakdown'] }),
  performanceCase('performance-distribution', { press: ['Distribution'] }),
  performanceCase('performance-rolling', { press: ['Rolling'] }),
  performanceCase('performance-platform', { press: ['Platform'] }),
  performanceCase('performance-select', { press: ['Selection…'] }),
  performanceCase('performance-drill', { press: ['Months', 'Feb 2026: −1.11 %'] }),
  performanceCase('performance-empty', { options: { data: 'starting' } }),
  performanceCase('performance-offline', { options: { data: 'offline' } }),
  { name: 'bundle', route: 'review', options: { bundle: 'open' } },
  { name: 'bundle-performance', route: 'review', tab: 'Performance', options: { bundle: 'open' } },
  { name: 'bundle-trade', route: 'trade', options: { bundle: 'open' } },
  { name: 'bundle-make', route: 'review', prepare: ({ bundle }) => bundle.setDialog('make') },
  {
    name: 'bundle-making',
    route: 'review',
    options: { bundle: 'making' },
    prepare: ({ bundle }) => bundle.setDialog('make'),
  },
  { name: 'bundle-open', route: 'review', prepare: ({ bundle }) => bundle.setDialog('open') },
  { name: 'history', route: 'review', tab: 'Time machine' },
  { name: 'history-empty', route: 'review', tab: 'Time machine', options: { data: 'empty' } },
];
