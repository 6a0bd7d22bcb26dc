import type { Text } from '#contract/message.ts';
import type { Check } from '#contract/model/ticket.ts';

/** `field` is the input that the check is about, or null for the whole request. */
export const check = (level: Check['level'], code: string, text: Text, field: string | null = null): Check => ({
  code,
  level,
  text,
  field,
});
