// Matchers of type `unknown`: those of vitest return `any`.
import { expect } from 'vitest';

export const ANY_TEXT: unknown = expect.any(String);

export function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function containing(part: string): unknown {
  return expect.stringContaining(part);
}
