/** Requests and answers: transport, pacing, parsing. */
export type PlatformMessages = Record<never, never>;
