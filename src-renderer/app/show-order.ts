import type { App } from '#renderer/stores/app-context.ts';

type Parts = Pick<App, 'bundle' | 'router' | 'signals' | 'strategy'>;

/** Closes an open review bundle, and opens the details of an order of any strategy. */
export async function showOrder(
  { bundle, router, signals, strategy }: Parts,
  { rowId, systemId }: { readonly rowId: string; readonly systemId: string | null },
): Promise<void> {
  await bundle.close();
  if (systemId !== null) strategy.choose(systemId);
  router.go('trade');
  signals.showDetails(rowId);
}
