import type { App } from '#renderer/stores/app-context.ts';

type Parts = Pick<App, 'router' | 'signals' | 'strategies' | 'strategy'>;
type SentOrder = { readonly rowId: string | undefined; readonly systemId: string | null };

/** Shows an order that was sent from here. Its strategy is chosen if this connection has it. */
export function revealOrder({ router, signals, strategies, strategy }: Parts, { rowId, systemId }: SentOrder): void {
  const isListed = strategies.list.some((one) => one.systemId === systemId);
  if (systemId !== null && isListed) strategy.choose(systemId);
  router.go('trade');
  if (rowId !== undefined) signals.reveal(rowId);
}
