import type { BookChange, BookView } from '#rules/signals/book-view.ts';
import { eventsOf, type BookEvent } from '#tests/rules/book-events.ts';

/** Counts of what a run did, which prove that the work was done. */
export class EventCounts {
  readonly #counts = new Map<string, number>();

  readonly add = (before: BookView, change: BookChange): void => {
    for (const event of eventsOf(before, change)) {
      const name = nameOf(event);
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  };

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  text(): string {
    return [...this.#counts]
      .sort()
      .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
      .join(', ');
  }
}

function nameOf(event: BookEvent): string {
  if (event.kind === 'trade') return `trades ${event.change}`;
  if (event.from === 'none') return event.to === 'waiting' ? 'bracket children made' : 'signals made';
  if (event.to === 'traded') return 'fills';
  if (event.to === 'working') return 'bracket children started';
  const kind = event.cause?.kind ?? '';
  return kind.startsWith('sibling')
    ? 'canceled by their OCA group'
    : kind === 'requested'
      ? 'canceled by hand'
      : `ended: ${kind}`;
}
