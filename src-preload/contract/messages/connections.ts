import type { Text } from '../message.ts';

/** Connections and what they may do. */
export type ConnectionMessages = {
  'connection.unknown': object;
  /** Another change of connection is running. */
  'connection.busy': object;
  'connection.exit-running': object;
  'connection.in-use': object;
  'connection.name-taken': object;
  'connection.platform-id-missing': object;
  'connection.key-not-stored': object;
  /** The secret store has the key but does not return it. */
  'connection.key-not-read': object;
  'connection.key-not-removed': object;
  /** `key` is what was done with the key before the failure; null if nothing was done. */
  'connection.not-stored': { readonly key: 'stored' | 'deleted' | null };
  'connection.no-key-to-test': object;
  'connection.no-key': object;
  'connection.address-invalid': object;
  /** The address has a user, a query or a fragment. */
  'connection.address-has-extras': object;
  /** The address uses http to another computer. */
  'connection.address-insecure': object;
  /** A test got no answer. */
  'connection.unreachable': { readonly reason: Text };
  /** A test was refused; `answer` is what the platform said. */
  'connection.key-refused': { readonly answer: Text };
  'connection.not-the-platform': object;
  /** A review bundle is shown instead of a connection. */
  'connection.read-only': object;
  /** A command was refused because a review bundle is shown. */
  'connection.read-only-refused': object;
  'connection.not-answered-yet': object;
  'desk.no-strategy': object;
  'desk.unknown-order': object;
  'desk.orders-too-old': object;
  /** The maximum number of connections is reached. */
  'connection.too-many': { readonly limit: number };
  /** The service asked to wait with requests until `until`, unix seconds. */
  'connection.asked-to-wait': { readonly until: number };
  /** Another person owns the strategy. */
  'access.subscriber': object;
  /**
   * The platform refuses what only an owner may read, and nothing else shows who owns the strategy.
   */
  'access.unknown': object;
  /** The old connection is closed and the new one is not open yet. */
  'connection.changing': object;
  /**
   * The old connection is closed, and the chosen one could not be opened; `reason` is the text of
   * the error.
   */
  'connection.not-opened': { readonly name: string; readonly reason: string };
  /** A second connection could not be opened; the one in use is unchanged. */
  'connection.not-opened-beside': { readonly name: string; readonly reason: string };
  /** `name` is open. Two connections of one mode would use one journal. */
  'connection.same-mode': { readonly mode: 'PRACTICE' | 'LIVE'; readonly name: string };
  'connection.program-ends': object;
  /**
   * The connection cannot be removed, or its address cannot be changed, while it has `count` open
   * orders or changes; the details of the failure name them. `key` is `stored` if the new key was
   * stored.
   */
  'connection.open-orders': {
    readonly act: 'remove' | 'change';
    readonly count: number;
    readonly key: 'stored' | null;
  };
  /** The stored key belongs to another address. Nothing was sent. */
  'connection.key-of-another-address': object;
};
