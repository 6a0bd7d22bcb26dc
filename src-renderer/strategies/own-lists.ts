/** The lists of own strategies, which every connection has. */
export const ownLists = [
  { value: 'mine', label: 'My strategies' },
  { value: 'subscribers', label: 'Subscribers' },
] as const;

/** In the command palette. */
export const subscribersAction = { id: 'strategies.subscribers', label: 'Subscribers…', group: 'Strategy' } as const;
