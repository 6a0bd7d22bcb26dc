import Big from 'big.js';
import type { RosterEntry } from '#contract/model/people.ts';
import { centsText, moneyText } from '#renderer/format/money-text.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { rosterStateText } from './roster-columns.ts';
import { trialText, yearlyFee } from './subscription-words.ts';

/** The typed capital; `value` is null while it is blank or not an amount. */
export function readCapital(text: string): { readonly value: string | null; readonly error: string | null } {
  const read = readDecimal(text);
  if (read.state === 'refused') return { value: null, error: read.reason };
  if (read.state === 'blank') return { value: null, error: null };
  return new Big(read.value).gt(0) ? { value: read.value, error: null } : { value: null, error: 'Type more than 0.' };
}

type ComparedRow = { readonly label: string; readonly cells: readonly string[] };

/** The terms of strategies side by side. `now` in unix seconds. */
export function comparisonRows(
  entries: readonly RosterEntry[],
  { capital, now }: { readonly capital: string | null; readonly now: number },
): readonly ComparedRow[] {
  const row = (label: string, cell: (entry: RosterEntry) => string): ComparedRow => ({
    label,
    cells: entries.map(cell),
  });
  return [
    row('Monthly fee', ({ monthlyFee }) => centsText(monthlyFee)),
    row('Fee a year', ({ monthlyFee }) => centsText(yearlyFee(monthlyFee))),
    row('Fee a year, share of my capital', ({ monthlyFee }) => shareText(yearlyFee(monthlyFee), capital)),
    row('Free trial', ({ freeTrialDays }) => trialText(freeTrialDays)),
    row('Minimum capital', (entry) => portfolioText(entry, capital)),
    row('Starting capital', ({ startingCapital }) => moneyText(startingCapital)),
    row('Age', ({ createdText }) => ageText(createdText, now)),
    row('Instruments', ({ instruments }) => instruments.join(', ') || '–'),
    row('State', rosterStateText),
    row('Owner', ({ owner }) => owner || 'unknown'),
  ];
}

function shareText(fee: string | null, capital: string | null): string {
  if (fee === null || capital === null) return '–';
  return `${new Big(fee).times(100).div(capital).toFixed(2)} %`;
}

function portfolioText({ minimumPortfolio }: RosterEntry, capital: string | null): string {
  const text = moneyText(minimumPortfolio);
  const isAbove = minimumPortfolio !== null && capital !== null && new Big(minimumPortfolio).gt(capital);
  return isAbove ? `${text}, more than my capital` : text;
}

/** The age of a strategy in years, from its date of creation as the platform writes it. */
function ageText(createdText: string, now: number): string {
  const created = Date.parse(`${createdText.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(created)) return '–';
  const years = (now * 1000 - created) / (365.25 * 86_400_000);
  return `${Math.max(0, years).toFixed(1)} years`;
}
