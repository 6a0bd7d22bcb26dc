/** The context whose path serves the command (platform-api "Endpoints", tags W and P). */
export type Context = 'world' | 'platform';

export type Endpoint = {
  /**
   * A `read` may be merged, repeated and sent to the alternative host. A `mutating` command never
   * is.
   */
  readonly effect: 'read' | 'mutating';
  /** Whether the command has the same effect twice as once (order-safety 1.2). True of a read. */
  readonly absorbing: boolean;
  readonly contexts: readonly Context[];
};

const both: readonly Context[] = ['world', 'platform'];
const worldOnly: readonly Context[] = ['world'];
const platformOnly: readonly Context[] = ['platform'];

const read = (contexts: readonly Context[] = both): Endpoint => ({ effect: 'read', absorbing: true, contexts });
const creating = (contexts: readonly Context[] = both): Endpoint => ({
  effect: 'mutating',
  absorbing: false,
  contexts,
});
const absorbing = (contexts: readonly Context[] = both): Endpoint => ({
  effect: 'mutating',
  absorbing: true,
  contexts,
});

/**
 * Every command of the API, in the order of the specification. A name that is missing here is never
 * sent.
 */
const table: ReadonlyMap<string, Endpoint> = new Map([
  ['getSystemRoster', read(worldOnly)],
  ['getListSubscribers', read()],
  ['unsubscribeFromStrategy', absorbing()],
  ['getSystemDetails', read()],
  ['getDesiredPositions', read()],
  ['retrieveSignalsWorking', read()],
  ['retrieveSignalsAll', read()],
  ['requestMarginEquity', read()],
  ['createNewSystem', creating()],
  ['changeSystemAttribute', absorbing()],
  ['requestAllTrades_overview', read()],
  ['requestTrades', read()],
  ['requestTradesOpen', read()],
  ['subscribeToStrategy', creating()],
  ['setDesiredPositions', absorbing()],
  ['retrieveSystemEquity', read()],
  ['listAllSystems', read()],
  ['submitSignal', creating()],
  ['cancelSignal', absorbing()],
  ['getListAvailableBrokers', read()],
  ['changeAutoTrade', absorbing()],
  ['stopAutoTrade', absorbing()],
  ['startAutoTrade', creating()],
  ['change_software_license_status', absorbing(platformOnly)],
  ['create_software_license_record_platform', creating(platformOnly)],
  ['deleteUser', absorbing(platformOnly)],
  ['listAllPeople', read(platformOnly)],
  ['changePersonAttribute', absorbing()],
  ['privateSubManagement_endSubscription', absorbing(platformOnly)],
]);

export const endpoint = (command: string): Endpoint | undefined => table.get(command);
export const endpointNames = (): readonly string[] => [...table.keys()];
