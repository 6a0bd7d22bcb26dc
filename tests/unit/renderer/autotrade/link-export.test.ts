import { expect, it } from 'vitest';
import { linkExport, linkExportRows } from '#renderer/autotrade/link-columns.ts';
import { csvHead, csvRow } from '#renderer/export/csv-text.ts';
import { demoLinks } from '#renderer/gallery/demo-autotrade.ts';

it('exports a row for each position left by a stopped copy, and one row if it left none', () => {
  const [link] = demoLinks;
  if (link === undefined) throw new Error('the demo has copies');
  const left = [
    { symbol: 'KO', instrument: 'stock', quantity: '-7' },
    { symbol: '@ESM6', instrument: 'future', quantity: '2' },
  ];
  const rows = linkExportRows([
    { id: '1', strategy: 'Harbor Trend', person: '', link: { ...link, positionsLeft: left } },
    { id: '2', strategy: 'Two Tides', person: '', link: { ...link, positionsLeft: [] } },
  ]);
  const columns = linkExport.filter(({ id }) => id === 'strategy' || id.startsWith('left'));
  expect([csvHead(columns), ...rows.map((row) => csvRow(columns, row))].join('')).toBe(
    [
      'Strategy,Left in the account,"Left, type","Left, quantity"',
      'Harbor Trend,KO,stock,-7',
      'Harbor Trend,@ESM6,future,2',
      'Two Tides,,,',
      '',
    ].join('\r\n'),
  );
});
