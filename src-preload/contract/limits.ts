/** Bounds that both sides know; the ones of the platform name their section of the specification ("Limits"). */
export const limits = {
  /** Milliseconds between request starts on a connection that is not practice (design: pacing). */
  paceMs: { min: 1_000, max: 5_000, default: 1_000 },
  /** Longest a waiting order may age before it is held for a new confirmation, order-safety 6.2. */
  orderQueueMs: 15_000,
  /** An armed desk with which nothing is done disarms after so many milliseconds. */
  armIdleMs: 600_000,
  /** Largest answer read from the service, bytes after decompression. */
  answerBytes: 256 * 1024 * 1024,
  /** Largest body a command may carry over the loopback host, bytes. */
  commandBytes: 1024 * 1024,
  /** Rows of one page of a query. */
  pageRows: 1_000,
  /** Signals kept in one blotter list: all that live, and the most recently changed of the others. */
  blotterSignals: 5_000,
  /** A note: characters of its text, tags, pictures, bytes of a picture and of one part of it on its way. */
  noteLength: 20_000,
  noteTags: 20,
  noteImages: 12,
  noteImageBytes: 5 * 1024 * 1024,
  noteImagePart: 384 * 1024,
  /** A review bundle: bytes of its file and of what it unpacks to, strategies in it, bytes of a part on its way. */
  bundleBytes: 512 * 1024 * 1024,
  bundleUnpackedBytes: 2 * 1024 * 1024 * 1024,
  bundleStrategies: 200,
  bundlePart: 384 * 1024,
  /** A shorter key could be cut out of figures, see `cut-secrets.ts`. */
  apiKeyLength: { min: 8, max: 256 },
  /** Connections that the trader made. */
  profiles: 50,
  /** What layouts, drafts and choices may take together, characters of their JSON. */
  preferencesLength: 4 * 1024 * 1024,
  profileName: { min: 1, max: 40 },
  symbolLength: { min: 1, max: 32 },
  /** Digits of a price or a quantity, before and after the point. */
  decimalLength: 24,
} as const;
