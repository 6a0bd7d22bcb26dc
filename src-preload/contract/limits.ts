/** Limits that the main process and the windows both use. */
export const limits = {
  /** Milliseconds between request starts on a connection that is not practice. */
  paceMs: { min: 1_000, max: 5_000, default: 1_000 },
  /** After this time a waiting order is put on hold for a new confirmation, order-safety 6.2. */
  orderQueueMs: 15_000,
  /** An armed desk disarms after this time without use. */
  armIdleMs: 600_000,
  /** Largest answer of the service, bytes after decompression. */
  answerBytes: 256 * 1024 * 1024,
  /**
   * Largest input of a command: its bytes on the loopback host; in Electron, the sum of the
   * characters of its texts and the number of its object members.
   */
  commandBytes: 1024 * 1024,
  /** Rows of one page of a query. */
  pageRows: 1_000,
  /** Signals of one blotter list: all that have not ended, then ended ones, last changed first. */
  blotterSignals: 5_000,
  /**
   * A note: characters of its text, tags, characters of a tag, pictures, bytes of a picture and of
   * one transferred part.
   */
  noteLength: 20_000,
  noteTags: 20,
  noteTagLength: 40,
  noteImages: 12,
  noteImageBytes: 5 * 1024 * 1024,
  noteImagePart: 384 * 1024,
  /** Lines of a target list. */
  targetLines: 500,
  /** Named lists of a strategy, and lists of its history. */
  targetLists: 50,
  targetHistory: 200,
  /** Staged changes of a private platform, and characters of a file with them. */
  stagedChanges: 5_000,
  changeFileLength: 900_000,
  /**
   * The largest number of people that one run may delete, if the trader's caps for live or practice
   * set no other number.
   */
  deletesPerRun: 10,
  /**
   * A review bundle: bytes of its file, packed and unpacked, strategies, bytes of a transferred
   * part.
   */
  bundleBytes: 512 * 1024 * 1024,
  bundleUnpackedBytes: 2 * 1024 * 1024 * 1024,
  bundleStrategies: 200,
  bundlePart: 384 * 1024,
  /**
   * The key is cut out of answers (`cut-secrets.ts`). A shorter key could equal other data there,
   * such as a number, which would then be cut too.
   */
  apiKeyLength: { min: 8, max: 256 },
  /** Connections added by the trader. */
  profiles: 50,
  /** Layouts, drafts and choices together, characters of their JSON. */
  preferencesLength: 4 * 1024 * 1024,
  profileName: { min: 1, max: 40 },
  symbolLength: { min: 1, max: 32 },
  /** Characters of the members of `MadeFrom`. */
  madeFrom: { name: 80, fingerprint: 1_000 },
  /** Characters of a number that is typed in a target list. */
  decimalLength: 24,
} as const;

/** A symbol as the platform takes it, platform-api "Limits". */
export const symbolPattern = '^[A-Z0-9@.$/^-]+$';
