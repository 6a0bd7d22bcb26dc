/**
 * What a collaborator of the engine adds to a commit: `write` runs in the same transaction, `apply`
 * after it. A commit that fails runs neither to its end, so memory and file stay together.
 */
export type WriteAlong = { readonly write: () => void; readonly apply: () => void };
