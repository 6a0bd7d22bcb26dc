/**
 * What another part of the service adds to a commit of the engine: `write` runs in the same
 * transaction, `apply` after it. If the commit fails, neither takes effect, so that memory and file
 * are equal.
 */
export type WriteAlong = { readonly write: () => void; readonly apply: () => void };
