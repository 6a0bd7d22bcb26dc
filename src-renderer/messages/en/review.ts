import type { ReviewMessages, SampleOf } from '#contract/messages/review.ts';
import type { WordsOf } from '../catalog.ts';

export const review: WordsOf<ReviewMessages> = {
  'figure.out-of-range': () => 'Not defined: the numbers are too large or too small.',
  'figure.small-sample': ({ of, limit }) => `Fewer than ${limit} ${samples[of]}.`,
  'figure.left-out': ({ count, missing }) => `${count} left out: ${missingParts[missing]}.`,
  'figure.no-point': ({ curve }) => `No point of the ${curve} in this period.`,
  'figure.single-point': ({ curve }) => `A single point of the ${curve} in this period.`,
  'figure.curve-not-positive': ({ curve, day }) => `The ${curve} was not above zero on ${day}.`,
  'figure.returns-constant': ({ curve }) => `The daily returns of the ${curve} do not vary.`,
  'figure.single-return': () => 'A single return has no deviation.',
  'figure.no-return-below-rate': () => 'No return below the risk-free rate.',
  'figure.no-benchmark': () => 'No benchmark in this period.',
  'figure.under-two-points': () => 'Fewer than two points of the equity in this period.',
  'figure.start-not-positive': () => 'The equity at the start was not above zero.',
  'figure.end-not-positive': () => 'The equity at the end was not above zero.',
  'figure.extrapolated': () => 'Less than a year of equity: the annual rate is extrapolated.',
  'figure.under-days': ({ days }) => `Less than ${days} days of equity: too short for an annual rate.`,
  'figure.no-point-in-span': () => 'No equity point in this span.',
  'figure.starts-on': ({ day }) => `Starts on ${day}.`,
  'figure.includes-since': ({ day }) => `Includes the time since ${day}, the last earlier day with a point.`,
  'figure.not-recovered': () => 'Not recovered yet.',
  'figure.counted-to-last-point': () => 'Not recovered yet: counted to the last point.',
  'figure.never-positive': () => 'The equity was never above zero.',
  'figure.no-drawdown': () => 'The equity never fell below a peak.',
  'figure.no-closed-trade': () => 'No closed trade in this selection.',
  'figure.no-win': () => 'Not defined: no winning trade.',
  'figure.no-loss': () => 'Not defined: no losing trade.',
  'figure.no-profitable-symbol': () => 'Not defined: no symbol has a net profit.',
  'figure.symbols-at-zero': () => 'Not defined: every symbol has a net result of zero.',
  'figure.no-timed-trade': ({ of }) => `No ${samples[of]} with an opening and a closing time.`,
  'figure.no-exposure': () => 'No time has passed in this period, or no trade has an opening time.',
  'figure.no-stop': () => 'No closed trade with a stop entered here.',
  'figure.whole-quantity': () => 'R uses all of the quantity opened, also what was added after the stop was set.',
  'figure.as-last-read': () => 'As last read, not as of the end of the period.',
  'figure.no-prices': () => 'Not available: the platform gives no prices between opening and closing.',
  'review.no-such-day': ({ day }) => `There is no day ${day} in the calendar.`,
  'review.period-reversed': () => 'The period ends before it starts.',
  'review.nothing-read': () => 'This strategy was not read yet at that time.',
  'review.not-readable': ({ of }) => `The stored ${of} could not be read. The file was not changed; try again.`,
};

const samples: Readonly<Record<SampleOf, string>> = {
  'daily-returns': 'daily returns',
  'common-returns': 'daily returns on days that both curves have',
  'closed-trades': 'closed trades',
  'winning-trades': 'winning trades',
  'losing-trades': 'losing trades',
  'trades-with-stop': 'trades with a stop entered here',
};

const missingParts = {
  'both-times': 'opening or closing time missing',
  'closing-time': 'closing time missing',
  profit: 'profit missing',
  'risk-in-dollars': 'the stop gives no risk in dollars',
} as const;
