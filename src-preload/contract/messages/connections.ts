/** Connections and what they may do. */
export type ConnectionMessages = {
  /** The maximum number of connections is reached. */
  'connection.too-many': { readonly limit: number };
  /** The service asked for no requests before `until`, unix seconds. */
  'connection.asked-to-wait': { readonly until: number };
  /** Another person owns the strategy. */
  'access.subscriber': object;
  /**
   * The platform refuses what only an owner may read, and nothing else shows who owns the strategy.
   */
  'access.unknown': object;
  /** The old connection is closed and the new one is not open yet. */
  'connection.changing': object;
  /** The old connection is closed, and the chosen one could not be opened; `reason` is what the system said. */
  'connection.not-opened': { readonly name: string; readonly reason: string };
  /**
   * The connection cannot be removed or moved while it has this many open orders; see the details.
   */
  'connection.open-orders': { readonly act: 'remove' | 'change'; readonly count: number };
  /** The stored key belongs to another address. Nothing was sent. */
  'connection.key-of-another-address': object;
};
